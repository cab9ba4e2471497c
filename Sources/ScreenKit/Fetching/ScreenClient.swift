/// Asks a Marquee server for screens, keeps them, and hears of new ones.
///
/// Requests for the same screen at the same time are one request. One whose task is cancelled ends at once; the request
/// itself is given up when nobody waits for it any more.
public actor ScreenClient<Value: Sendable> {
  /// Whom it asks, for whom, and how.
  public nonisolated let configuration: ScreenClientConfiguration
  nonisolated let address: ScreenAddress
  nonisolated let decoder: ScreenDecoder<Value>
  nonisolated let acceptedViewTypes: String
  nonisolated let transport: any Transport
  nonisolated let cache: any ScreenCache
  nonisolated let seed: ScreenSeed?
  nonisolated let clock: any ScreenClock
  nonisolated let random: @Sendable () -> Double
  nonisolated let onWarning: WarningSink?
  private var flights = Flights<ScreenSnapshot<Value>>()

  /// - Parameters:
  ///   - cache: keeps screens; a ``DiskCache`` keeps them beyond the end of the app.
  ///   - seed: screens that came with the app, for when nothing is stored.
  ///   - random: from 0 to 1; scatters retries.
  ///   - onWarning: takes what went wrong without costing a screen.
  /// - Throws: ``ScreenClientError`` for an attribute whose name means something else.
  public init(
    _ configuration: ScreenClientConfiguration, registry: ViewRegistry<Value>,
    transport: any Transport = URLSessionTransport(), cache: any ScreenCache = MemoryCache(),
    seed: ScreenSeed? = nil, clock: any ScreenClock = SystemClock(),
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }, onWarning: WarningSink? = nil
  ) throws(ScreenClientError) {
    self.configuration = configuration
    address = try ScreenAddress(configuration)
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

  /// A screen.
  /// - Parameter policy: the configuration's, when it is left out.
  /// - Throws: ``ScreenClientError``, what the transport throws, `DecodingError`, ``ScreenWarning`` where a policy says
  ///   so, or `CancellationError`.
  public func screen(_ route: String, policy: CachePolicy? = nil) async throws -> ScreenSnapshot<Value> {
    switch policy ?? configuration.policy {
    case .networkOnly: return try await fetch(route)
    case .networkFirst:
      do {
        return try await fetch(route)
      } catch let error where Self.isPassing(error) {
        guard let stored = try await stored(route) else { throw error }
        warn(.requestFailed, route, error)
        return stored
      }
    case .cacheFirst:
      if let stored = try await stored(route) { return stored }
      return try await fetch(route)
    case .staleWhileRevalidate:
      guard let stored = try await stored(route) else { return try await fetch(route) }
      Task {
        do { _ = try await fetch(route) } catch { warn(.requestFailed, route, error) }
      }
      return stored
    case .cacheOnly:
      guard let stored = try await stored(route) else { throw ScreenClientError.notStored }
      return stored
    }
  }

  /// Asks the server, together with whoever does at the same time.
  func fetch(_ route: String) async throws -> ScreenSnapshot<Value> {
    try Task.checkCancellation()
    let ticket = flights.ticket()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // From here to the end nobody else is on this actor, so a cancellation comes before or after.
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
          return
        }
        guard flights.join(route, ticket, continuation) else { return }
        let flight = Task {
          let result: Result<ScreenSnapshot<Value>, any Error>
          do { result = .success(try await load(route)) } catch { result = .failure(error) }
          flights.land(route, number: ticket, result)
        }
        flights.started(route, flight)
      }
    } onCancel: {
      Task { await self.leave(route, ticket) }
    }
  }

  private func leave(_ route: String, _ ticket: UInt64) { flights.leave(route, ticket) }

  /// Whether a stored screen helps out: not when the server says that there is none any more, nor when nobody waits.
  private static func isPassing(_ error: any Error) -> Bool {
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
