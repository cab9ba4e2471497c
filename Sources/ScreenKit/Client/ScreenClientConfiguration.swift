public import Foundation

/// The server and the request settings of a ``ScreenClient``.
public struct ScreenClientConfiguration: Sendable {
  /// The URL of the server, such as `https://screens.example.com`. It may have a path.
  public var baseURL: URL
  /// The user's id, from which the server assigns variants; nil sends none.
  public var user: String?
  /// Attributes for targeting, such as the country. The server reads a value that is a JSON number, `true` or
  /// `false` as such.
  public var attributes: [String: String]
  /// Chooses the arms of screens in the app; nil leaves it to the server. With an arm, ``user`` is not sent.
  public var armProvider: (any ArmProvider)?
  /// The release of the app, such as `ios/1.3.0`; nil sends none.
  public var release: String?
  /// The user's languages, most wanted first, such as `["de-CH", "fr"]`: `Locale.preferredLanguages` in an app. The
  /// client sends them as `Accept-Language` and caches screens for each list apart; an empty list leaves the choice to
  /// the server.
  public var languages: [String]
  /// Returns header fields to add to each request, such as `Authorization`; nil adds none.
  ///
  /// The client calls it before each request, also before a repeated one, so it can renew a token. A request fails
  /// with the error that it throws. The client's own fields take precedence, and the cache does not depend on the
  /// added ones: set ``languages`` and ``user`` instead of adding fields that change the content.
  public var headerFields: (@Sendable () async throws -> [String: String])?
  /// The wire format to request. Only ``WireFormat/screen`` carries item ids.
  public var format: WireFormat
  /// How to choose between cache and server when a call does not name a policy.
  public var policy: CachePolicy
  /// The policy for items whose view type is not registered.
  public var unknown: ItemPolicy
  /// The policy for items whose content cannot be decoded.
  public var failed: ItemPolicy
  /// Whether to request JSON Patches of the cached screen (RFC 3229 delta encoding) instead of whole screens.
  public var usesDeltas: Bool
  /// When to repeat a request that the server was too busy to answer.
  public var retry: RetryPolicy
  /// The longest time without a received byte, in seconds. The request then fails.
  public var timeout: Double
  /// The time between two requests of ``ScreenClient/updates(of:policy:)`` without an event stream, in seconds.
  public var pollInterval: Double
  /// The largest response body, in bytes.
  public var maximumBytes: Int

  /// Creates a configuration. Only `baseURL` is required.
  /// - Parameters:
  ///   - baseURL: The URL of the server, such as `https://screens.example.com`.
  ///   - user: The user's id, from which the server assigns variants.
  ///   - attributes: Attributes for targeting, such as the country.
  ///   - release: The release of the app, such as `ios/1.3.0`.
  ///   - languages: The user's languages, most wanted first.
  ///   - headerFields: Returns header fields to add to each request.
  ///   - format: The wire format to request.
  ///   - policy: How to choose between cache and server.
  ///   - unknown: The policy for items whose view type is not registered.
  ///   - failed: The policy for items whose content cannot be decoded.
  ///   - usesDeltas: Whether to request patches of the cached screen.
  ///   - retry: When to repeat a request that the server was too busy to answer.
  ///   - timeout: The longest time without a received byte, in seconds; by default 30.
  ///   - pollInterval: The time between two requests without an event stream, in seconds; by default 30.
  ///   - maximumBytes: The largest response body, in bytes; by default 16 MiB.
  public init(
    baseURL: URL, user: String? = nil, attributes: [String: String] = [:], release: String? = nil,
    languages: [String] = [], headerFields: (@Sendable () async throws -> [String: String])? = nil,
    format: WireFormat = .screen, policy: CachePolicy = .networkFirst, unknown: ItemPolicy = .keep,
    failed: ItemPolicy = .keep, usesDeltas: Bool = true, retry: RetryPolicy = RetryPolicy(),
    timeout: Double = 30, pollInterval: Double = 30, maximumBytes: Int = 16 << 20
  ) {
    self.baseURL = baseURL
    self.user = user
    self.attributes = attributes
    self.release = release
    self.languages = languages
    self.headerFields = headerFields
    self.format = format
    self.policy = policy
    self.unknown = unknown
    self.failed = failed
    self.usesDeltas = usesDeltas
    self.retry = retry
    self.timeout = timeout
    self.pollInterval = pollInterval
    self.maximumBytes = maximumBytes
  }
}
