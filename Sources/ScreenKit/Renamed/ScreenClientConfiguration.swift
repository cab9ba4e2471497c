public import Foundation

/// Replaced by ``ScreenClient/Options``. The URL and the user are parameters of ``ScreenClient``.
///
/// It has the properties of ``ScreenClient/Options``, too.
@available(*, deprecated, message: "use ScreenClient(_:views:user:attributes:cache:options:)")
@dynamicMemberLookup
public struct ScreenClientConfiguration: Sendable {
  /// The URL of the server.
  public var baseURL: URL
  /// The user's id; nil sends none.
  public var user: String?
  /// Attributes for targeting.
  public var attributes: [String: String]
  /// Chooses the arms of screens in the app; nil leaves it to the server.
  public var armProvider: (any ArmProvider)?
  var options = ScreenClient.Options()

  /// Creates a configuration. Only `baseURL` is required; see ``ScreenClient/Options`` for the other values.
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
    options.release = release
    options.languages = languages
    options.headerFields = headerFields
    options.format = format
    options.policy = policy
    options.unknown = unknown
    options.failed = failed
    options.usesDeltas = usesDeltas
    options.retry = retry
    options.timeout = timeout
    options.pollInterval = pollInterval
    options.maximumBytes = maximumBytes
  }

  /// A property of ``ScreenClient/Options``.
  public subscript<Value>(dynamicMember path: WritableKeyPath<ScreenClient.Options, Value>) -> Value {
    get { options[keyPath: path] }
    set { options[keyPath: path] = newValue }
  }
}

extension ScreenClient {
  /// Replaced by ``init(_:views:user:attributes:cache:options:)``.
  /// - Throws: ``ScreenError`` with the code ``ScreenError/Code/reservedAttribute``.
  @available(*, deprecated, message: "use ScreenClient(_:views:user:attributes:cache:options:)")
  public init(
    _ configuration: ScreenClientConfiguration, registry: ViewRegistry,
    transport: any Transport = URLSessionTransport(), cache: ScreenCache = .memory(),
    seed: ScreenSeed? = nil, onWarning: WarningSink? = nil
  ) throws(ScreenError) {
    if let name = ScreenURLs.reservedAttribute(in: configuration.attributes) {
      throw .reservedAttribute(name)
    }
    var options = configuration.options
    options.transport = transport
    options.seed = seed
    if let provider = configuration.armProvider { options.arm = { provider.arm(of: $0) } }
    if let onWarning { options.log = onWarning }
    self.init(
      configuration.baseURL, views: registry, user: configuration.user, attributes: configuration.attributes,
      cache: cache, options: options)
  }

  /// Replaced by ``url`` and ``options``.
  @available(*, unavailable, message: "use url and options")
  public nonisolated var configuration: Options { options }
}
