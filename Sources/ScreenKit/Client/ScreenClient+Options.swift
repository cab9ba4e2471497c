import Foundation

extension ScreenClient {
  /// The settings of a client. Set those that differ from the defaults.
  ///
  /// ```swift
  /// var options = ScreenClient.Options()
  /// options.release = "ios/1.3.0"
  /// options.languages = ["de-CH", "fr"]
  /// let client = ScreenClient(server, views: views, options: options)
  /// ```
  public struct Options: Sendable {
    /// The release of the app, such as `ios/1.3.0`; nil sends none.
    public var release: String?
    /// The languages to ask for, most wanted first, such as `["de-CH", "fr"]`; by default those that the user has set
    /// on the device. The client sends the first ten as `Accept-Language`, with falling weights (RFC 9110 §12.5.4), and
    /// caches screens for each list apart. An empty list leaves the choice to the server.
    public var languages = Locale.preferredLanguages
    /// Returns header fields to add to each request, such as `Authorization`; nil adds none.
    ///
    /// The client calls it before each request, also before a repeated one, so it can renew a token. When it throws,
    /// the request fails with ``ScreenError/Code/headerFieldsFailed``. The client's own fields take precedence, and
    /// the cache does not depend on the added ones: set ``languages`` and the user instead of adding fields that
    /// change the content.
    public var headerFields: (@Sendable () async throws -> [String: String])?
    /// Returns the arm of a screen that the app has assigned its user to, such as `home-price-first:control`; nil to
    /// let the server assign. It is of the client's first user: ``ScreenClient/setUser(_:attributes:arm:)`` takes the
    /// closure of the next one. A request with an arm does not name the user, so that a cache in front of the server
    /// can keep the response for all users of the arm.
    public var arm: (@Sendable (_ route: String) -> String?)?
    /// The wire format to request. Only ``WireFormat/screen`` carries item ids.
    public var format = WireFormat.screen
    /// How to choose between cache and server when a call does not name a policy.
    public var policy = CachePolicy.networkFirst
    /// The policy for items whose view type is not registered.
    public var unknown = ItemPolicy.keep
    /// The policy for items whose content cannot be decoded.
    public var failed = ItemPolicy.keep
    /// Screens that ship with the app, used when a screen is not cached.
    public var seed: ScreenSeed?
    /// Whether to request JSON Patches of the cached screen (RFC 3229 delta encoding) instead of whole screens.
    public var usesDeltas = true
    /// When to repeat a request that the server was too busy to answer.
    public var retry = RetryPolicy()
    /// The longest time without a received byte, in seconds. The request then fails.
    public var timeout: Double = 30
    /// The time between two requests for a live screen without an event stream, in seconds.
    public var pollInterval: Double = 30
    /// The largest response body, in bytes.
    public var maximumBytes = 16 << 20
    /// Whether to report what happens to screens during their rollouts, and to avoid a version after which the app has
    /// crashed twice.
    ///
    /// A report has no id of the user, only what the server's field `Screen-Report` says. Crashes are seen with a cache
    /// that outlives the app, such as ``ScreenCache/disk(folder:maximumBytes:maximumAge:)``.
    public var sendsReports = true
    /// Sends the requests; nil for a ``URLSessionTransport``.
    public var transport: (any Transport)?
    /// Receives the problems that ScreenKit worked around, on any thread. By default they are in the system's log on
    /// Apple's platforms, and nowhere elsewhere.
    public var log: @Sendable (ScreenWarning) -> Void = { ScreenWarning.log($0) }
    /// Receives a measurement of each screen that the client returns, on any thread; nil for none.
    public var metrics: (@Sendable (ScreenMetrics) -> Void)?
    /// The source of time.
    package var clock: any ScreenClock = SystemClock()
    /// Returns a random number from 0 to 1, which spreads retries.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Creates the default settings.
    public init() {}
  }
}
