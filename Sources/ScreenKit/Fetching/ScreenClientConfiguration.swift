public import Foundation

/// Whom a client asks, for whom, and how.
public struct ScreenClientConfiguration: Sendable {
  /// Where the server is, such as `https://screens.example.com`; may have a path.
  public var baseURL: URL
  /// The unit of experiments, normally the user's id; nil for nobody.
  public var user: String?
  /// What screens and experiments may depend on, such as the country. A value that is a JSON number, `true` or `false`
  /// is that.
  public var attributes: [String: String]
  /// Which release of the app asks, such as `ios/1.3.0`.
  public var release: String?
  /// The shape in which screens are asked for; only ``WireFormat/screen`` says the ids of items.
  public var format: WireFormat
  /// Where screens come from, when a call does not say it.
  public var policy: CachePolicy
  /// What becomes of items of unknown view types, and of items whose content cannot be read.
  public var unknown: ItemPolicy
  /// What becomes of items whose content cannot be read.
  public var failed: ItemPolicy
  /// Whether to ask for patches of what is stored.
  public var usesDeltas: Bool
  /// When a request is made again.
  public var retry: RetryPolicy
  /// Seconds without a byte after which a request has failed.
  public var timeout: Double
  /// Seconds between two looks where there are no events.
  public var pollInterval: Double
  /// Bytes of an answer.
  public var maximumBytes: Int

  /// A configuration; only the server must be named.
  public init(
    baseURL: URL, user: String? = nil, attributes: [String: String] = [:], release: String? = nil,
    format: WireFormat = .screen, policy: CachePolicy = .networkFirst, unknown: ItemPolicy = .keep,
    failed: ItemPolicy = .keep, usesDeltas: Bool = true, retry: RetryPolicy = RetryPolicy(),
    timeout: Double = 30, pollInterval: Double = 30, maximumBytes: Int = 16 << 20
  ) {
    self.baseURL = baseURL
    self.user = user
    self.attributes = attributes
    self.release = release
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
