/// A client of a Marquee server: fetches screens, caches them, and follows their changes.
///
/// Concurrent requests for the same screen share one HTTP request. Cancelling a task ends its wait at once; the
/// shared request is cancelled when no task waits for it.
///
/// ```swift
/// let client = try ScreenClient(ScreenClientConfiguration(baseURL: server), registry: registry)
/// let home = try await client.screen("home").screen
/// ```
public actor ScreenClient<Value: Sendable> {
  /// The configuration of the client.
  public nonisolated let configuration: ScreenClientConfiguration
  nonisolated let urls: ScreenURLs
  nonisolated let decoder: ScreenDecoder<Value>
  nonisolated let acceptedViewTypes: String
  nonisolated let transport: any Transport
  nonisolated let cache: any ScreenCache
  nonisolated let seed: ScreenSeed?
  nonisolated let clock: any ScreenClock
  nonisolated let random: @Sendable () -> Double
  nonisolated let onWarning: WarningSink?
  private var sharedRequests = SharedRequests<ScreenSnapshot<Value>>()

  /// Creates a client.
  /// - Parameters:
  ///   - configuration: The server and the settings of requests.
  ///   - registry: The view types that the app can show.
  ///   - transport: Sends the requests; by default a ``URLSessionTransport``.
  ///   - cache: Keeps screens. A ``DiskCache`` keeps them beyond the end of the app; the default does not.
  ///   - seed: Screens that ship with the app, used when a screen is not cached.
  ///   - onWarning: Receives the problems that ScreenKit worked around.
  /// - Throws: ``ScreenClientError/reservedAttribute(_:)``.
  public init(
    _ configuration: ScreenClientConfiguration, registry: ViewRegistry<Value>,
    transport: any Transport = URLSessionTransport(), cache: any ScreenCache = MemoryCache(),
    seed: ScreenSeed? = nil, onWarning: WarningSink? = nil
  ) throws(ScreenClientError) {
    try self.init(
      configuration, registry: registry, transport: transport, cache: cache, seed: seed, clock: SystemClock(),
      onWarning: onWarning)
  }

  /// Creates a client with a clock and random numbers that a test controls.
  /// - Parameters:
  ///   - configuration: The server and the settings of requests.
  ///   - registry: The view types that the app can show.
  ///   - transport: Sends the requests.
  ///   - cache: Keeps screens.
  ///   - seed: Screens that ship with the app.
  ///   - clock: The source of time.
  ///   - random: A random number from 0 to 1, which spreads retries.
  ///   - onWarning: Receives the problems that ScreenKit worked around.
  package init(
    _ configuration: ScreenClientConfiguration, registry: ViewRegistry<Value>,
    transport: any Transport, cache: any ScreenCache = MemoryCache(), seed: ScreenSeed? = nil,
    clock: any ScreenClock, random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    onWarning: WarningSink? = nil
  ) throws(ScreenClientError) {
    self.configuration = configuration
    urls = try ScreenURLs(configuration)
    decoder = ScreenDecoder(
      format: configuration.format, registry: registry, unknown: configuration.unknown,
      failed: configuration.failed)
    acceptedViewTypes = registry.viewTypes.joined(separator: ", ")
    self.transport = transport
    self.cache = cache
    self.seed = seed
    self.clock = clock
    self.random = random
    self.onWarning = onWarning
  }

  /// Returns a screen.
  /// - Parameters:
  ///   - route: The route, such as `menu/noodles`.
  ///   - policy: How to choose between cache and server; by default ``ScreenClientConfiguration/policy``.
  /// - Throws: ``ScreenClientError``; the transport's error when there is no response; `DecodingError` when the
  ///   response is not a screen in the configured format; ``ScreenWarning`` for an item under
  ///   ``ItemPolicy/throw``; `CancellationError`.
  public func screen(_ route: String, policy: CachePolicy? = nil) async throws -> ScreenSnapshot<Value> {
    switch policy ?? configuration.policy {
    case .networkOnly: return try await fetch(route)
    case .networkFirst:
      do {
        return try await fetch(route)
      } catch let error where Self.allowsCachedScreen(error) {
        guard let cached = try await cached(route) else { throw error }
        warn(.requestFailed, route, error)
        return cached
      }
    case .cacheFirst:
      if let cached = try await cached(route) { return cached }
      return try await fetch(route)
    case .staleWhileRevalidate:
      guard let cached = try await cached(route) else { return try await fetch(route) }
      Task {
        do { _ = try await fetch(route) } catch { warn(.requestFailed, route, error) }
      }
      return cached
    case .cacheOnly:
      guard let cached = try await cached(route) else { throw ScreenClientError.notCached }
      return cached
    }
  }

  /// Fetches a screen from the server. Concurrent calls for one route share a request.
  func fetch(_ route: String) async throws -> ScreenSnapshot<Value> {
    try Task.checkCancellation()
    let waiter = sharedRequests.nextWaiterID()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // The closure runs on the actor without suspension, so a cancellation takes effect before or after it.
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
          return
        }
        guard sharedRequests.join(route, waiter, continuation) else { return }
        let task = Task {
          let result: Result<ScreenSnapshot<Value>, any Error>
          do { result = .success(try await load(route)) } catch { result = .failure(error) }
          sharedRequests.finish(route, id: waiter, result)
        }
        sharedRequests.setTask(of: route, to: task)
      }
    } onCancel: {
      Task { await self.cancel(route, waiter) }
    }
  }

  private func cancel(_ route: String, _ waiter: UInt64) { sharedRequests.cancel(route, waiter) }

  /// Whether a cached screen can replace the failed request. It cannot when the server says that the screen
  /// does not exist, nor when the task is cancelled.
  private static func allowsCachedScreen(_ error: any Error) -> Bool {
    switch error {
    case is CancellationError, ScreenClientError.notFound, ScreenClientError.gone, ScreenClientError.badRoute:
      false
    default: true
    }
  }

  nonisolated func warn(_ kind: ScreenWarning.Kind, _ route: String, _ error: any Error) {
    onWarning?(ScreenWarning(kind, path: route, message: String(describing: error)))
  }
}
