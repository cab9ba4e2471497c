import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The event streams of the live screens of a client.
///
/// A stream is of up to 64 screens. A changed set of screens opens the stream again, with the versions that are known, so
/// that no event is lost. Where the server or a proxy offers no events, each screen is checked from time to time. A stream
/// names only screens that the server has sent: it refuses one with a screen that it does not have.
actor LiveUpdates {
  /// What happened to a screen.
  enum Signal: Sendable {
    /// The server has announced a version.
    case announced
    /// The connection was lost, or there is none, or a fetch has failed: the screen may have changed.
    case check
    case deleted
  }

  /// The largest number of screens of one stream, which the server sets, too.
  static let maximumRoutes = 64
  /// The largest sum of the lengths of the routes of one stream, in bytes. Servers and proxies limit URLs and fields.
  static let maximumRouteBytes = 4000
  /// The number of consecutive failures after which screens are polled between two event streams.
  static let failuresBeforePolling = 3
  /// The number of polls between two attempts to open an event stream that the server did not offer.
  static let pollsBetweenAttempts = 10
  /// The delay before a changed set of screens opens the stream again, in seconds. Screens often appear together.
  static let settlingTime = 0.1

  private struct Follower {
    let route: String
    let signals: AsyncStream<Signal>.Continuation
  }

  private struct EventStream {
    /// None after its last screen: the next ones go on with it.
    var routes: Set<String> = []
    /// The latest connection. It is opened after its predecessor has ended, so that a stream is one connection at a time.
    var connection: Task<Void, Never>?

    func hasRoom(for route: String) -> Bool {
      routes.count < LiveUpdates.maximumRoutes
        && routes.reduce(route.utf8.count) { $0 + $1.utf8.count } <= LiveUpdates.maximumRouteBytes
    }
  }

  private let url: URL
  private let sender: RequestSender
  private var followers: [UInt64: Follower] = [:]
  private var streams: [UInt64: EventStream] = [:]
  /// The last number of a follower or a stream.
  private var lastNumber: UInt64 = 0
  /// The version of each followed screen that was fetched or announced last.
  private var versions: [String: Int] = [:]
  /// The version of each followed screen that the server has announced last. A fetch that began earlier does not change it.
  private var announced: [String: Int] = [:]
  /// The delay before a stream is opened again, in seconds; the server can change it.
  private var reconnectDelay = 2.0

  init(_ url: URL, _ sender: RequestSender) {
    self.url = url
    self.sender = sender
  }

  deinit { for stream in streams.values { stream.connection?.cancel() } }

  // MARK: Followers

  /// Begins to follow a screen. The signals end when the stream of signals is dropped.
  func follow(_ route: String) -> AsyncStream<Signal> {
    lastNumber += 1
    let number = lastNumber
    let (signals, continuation) = AsyncStream.makeStream(of: Signal.self)
    continuation.onTermination = { [weak self] _ in
      Task { await self?.unfollow(number) }
    }
    followers[number] = Follower(route: route, signals: continuation)
    return signals
  }

  private func unfollow(_ number: UInt64) {
    guard let route = followers.removeValue(forKey: number)?.route, !isFollowed(route) else { return }
    versions[route] = nil
    announced[route] = nil
    guard let number = streams.first(where: { $0.value.routes.contains(route) })?.key else { return }
    streams[number]?.routes.remove(route)
    reconnect(number)
  }

  private func isFollowed(_ route: String) -> Bool { followers.values.contains { $0.route == route } }

  /// Notes that the server has sent a followed screen. A stream then has its events.
  func fetched(_ route: String, _ version: Int?) {
    guard isFollowed(route) else { return }
    if let version { versions[route] = version }
    guard !streams.values.contains(where: { $0.routes.contains(route) }) else { return }
    let number: UInt64
    if let open = streams.keys.sorted().first(where: { streams[$0]?.hasRoom(for: route) == true }) {
      number = open
    } else {
      lastNumber += 1
      number = lastNumber
    }
    streams[number, default: EventStream()].routes.insert(route)
    reconnect(number)
  }

  /// The version of a screen that the server has announced last.
  func newestVersion(of route: String) -> Int? { announced[route] }

  /// Asks the followers of a screen to fetch it.
  func check(_ route: String) { signal(.check, to: route) }

  private func signal(_ signal: Signal, to route: String) {
    for follower in followers.values where follower.route == route { follower.signals.yield(signal) }
  }

  /// The delay before a failed fetch is repeated, in seconds. It doubles with each failure, up to the interval of polls;
  /// a random factor of 0.5 to 1.5 spreads clients that failed together.
  func fetchDelay(after failures: Int) -> Double {
    min(sender.options.pollInterval, reconnectDelay * pow(2, Double(min(failures, 30) - 1)))
      * (0.5 + sender.options.random())
  }

  /// The delay before a stream is opened again, in seconds.
  private func retryDelay(after failures: Int) -> Double {
    failures >= Self.failuresBeforePolling
      ? sender.options.pollInterval : reconnectDelay * (0.5 + sender.options.random())
  }

  // MARK: Connection

  private func reconnect(_ number: UInt64) {
    guard let stream = streams[number] else { return }
    let earlier = stream.connection
    earlier?.cancel()
    guard !stream.routes.isEmpty else { return }
    streams[number]?.connection = Task { [weak self] in await self?.stayConnected(number, after: earlier) }
  }

  private func stayConnected(_ number: UInt64, after earlier: Task<Void, Never>?) async {
    // Also when this one is cancelled meanwhile: its successor waits only for it.
    await earlier?.value
    var failures = 0
    var pollsUntilAttempt = 0
    do {
      if earlier != nil { try await sender.options.clock.sleep(seconds: Self.settlingTime) }
      while true {
        if pollsUntilAttempt > 0 {
          pollsUntilAttempt -= 1
        } else {
          do {
            try await readEvents(number) { failures = 0 }
            // A stream that ends without an error is opened again.
            failures = 0
          } catch let error as EventsNotOffered {
            failures = max(failures + 1, Self.failuresBeforePolling)
            pollsUntilAttempt = Self.pollsBetweenAttempts
            warn(error, number)
          } catch {
            try Task.checkCancellation()
            failures += 1
            warn(error, number)
          }
        }
        try Task.checkCancellation()
        try await sender.options.clock.sleep(seconds: retryDelay(after: failures))
        try Task.checkCancellation()
        for route in routes(number) { check(route) }
      }
    } catch {
      // The task was cancelled: another connection has replaced this one, or no screen is followed any more.
    }
  }

  private func warn(_ error: any Error, _ number: UInt64) {
    sender.options.log(
      ScreenWarning(
        .requestFailed, path: routes(number).joined(separator: ","), message: String(describing: error)))
  }

  private func routes(_ number: UInt64) -> [String] { streams[number]?.routes.sorted() ?? [] }

  /// The server does not offer events for these screens, or a proxy does not let them through.
  private struct EventsNotOffered: Error {
    let status: Int
  }

  /// Reads one event stream until it ends.
  private func readEvents(_ number: UInt64, didOpen: () -> Void) async throws {
    let routes = routes(number)
    var request = URLRequest(url: ScreenURLs.events(routes, of: url))
    request.timeoutInterval = max(60, sender.options.timeout.rounded(.up))
    request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
    request.setValue("no-store", forHTTPHeaderField: "Cache-Control")
    let known = routes.compactMap { route in versions[route].map { "\(route):\($0)" } }
    if !known.isEmpty {
      request.setValue(known.joined(separator: ", "), forHTTPHeaderField: "Last-Event-ID")
    }
    let (head, chunks) = try await sender.stream(request)
    let fields = HeaderFields(head)
    guard head.statusCode == 200, fields["Content-Type"]?.hasPrefix("text/event-stream") == true else {
      if RetryPolicy.isRetryable(head.statusCode) {
        throw ScreenError.refused(status: head.statusCode, detail: nil)
      }
      throw EventsNotOffered(status: head.statusCode)
    }
    didOpen()
    var parser = EventStreamParser()
    for try await chunk in chunks {
      let events = try parser.read(chunk)
      try Task.checkCancellation()
      if let milliseconds = parser.retryMilliseconds { reconnectDelay = min(Double(milliseconds) / 1000, 60) }
      announce(events)
    }
  }

  /// Passes events to the followers. When several events of a screen arrive together, only the newest matters.
  private func announce(_ events: [ServerEvent]) {
    var newest: [String: (version: Int, name: String)] = [:]
    for event in events {
      // The id is the route and the version.
      let parts = event.id.split(separator: ":")
      guard parts.count == 2, let version = Int(parts[1]) else { continue }
      newest[String(parts[0])] = (version, event.name)
    }
    for (route, event) in newest where isFollowed(route) {
      versions[route] = event.version
      announced[route] = event.version
      signal(event.name == "deleted" ? .deleted : .announced, to: route)
    }
  }
}
