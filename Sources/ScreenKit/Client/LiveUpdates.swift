import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The event stream of all live screens of a client.
///
/// A new set of screens opens the stream again, with the versions that are known, so that no event is lost. Where the
/// server or a proxy offers no events, each screen is checked from time to time.
actor LiveUpdates {
  /// What happened to a screen.
  enum Signal: Sendable {
    /// The server has announced a version.
    case announced
    /// The connection was lost, or there is none: the screen may have changed.
    case check
    case deleted
    /// The screen is another one for the new user.
    case userChanged
  }

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

  private let url: URL
  private let sender: RequestSender
  private var followers: [UInt64: Follower] = [:]
  private var lastFollower: UInt64 = 0
  /// The version of each followed screen that was fetched or announced last.
  private var versions: [String: Int] = [:]
  /// The version of each followed screen that the server has announced last. A fetch that began earlier does not change it.
  private var announced: [String: Int] = [:]
  private var connection: Task<Void, Never>?
  /// The delay before the stream is opened again, in seconds; the server can change it.
  private var reconnectDelay = 2.0

  init(_ url: URL, _ sender: RequestSender) {
    self.url = url
    self.sender = sender
  }

  deinit { connection?.cancel() }

  // MARK: Followers

  /// Begins to follow a screen. The signals end when the stream of signals is dropped.
  /// - Parameter version: The version that the follower has.
  func follow(_ route: String, from version: Int?) -> AsyncStream<Signal> {
    lastFollower += 1
    let number = lastFollower
    let (signals, continuation) = AsyncStream.makeStream(of: Signal.self)
    continuation.onTermination = { [weak self] _ in
      Task { await self?.unfollow(number) }
    }
    let isNew = !followers.values.contains { $0.route == route }
    followers[number] = Follower(route: route, signals: continuation)
    note(route, version)
    if isNew { reconnect() }
    return signals
  }

  private func unfollow(_ number: UInt64) {
    guard let route = followers.removeValue(forKey: number)?.route else { return }
    if followers.values.contains(where: { $0.route == route }) { return }
    versions[route] = nil
    announced[route] = nil
    reconnect()
  }

  /// Notes the version that a follower has fetched.
  func note(_ route: String, _ version: Int?) { if let version { versions[route] = version } }

  /// The version of a screen that the server has announced last.
  func newestVersion(of route: String) -> Int? { announced[route] }

  func userDidChange() { signal(.userChanged) }

  private func signal(_ signal: Signal, to route: String? = nil) {
    for follower in followers.values where route == nil || follower.route == route {
      follower.signals.yield(signal)
    }
  }

  /// The delay before a failed request is repeated, in seconds.
  func retryDelay(after failures: Int) -> Double {
    failures >= Self.failuresBeforePolling
      ? sender.options.pollInterval : reconnectDelay * (0.5 + sender.options.random())
  }

  // MARK: Connection

  private func reconnect() {
    let delay = connection == nil ? 0 : Self.settlingTime
    connection?.cancel()
    connection = followers.isEmpty ? nil : Task { [weak self] in await self?.stayConnected(after: delay) }
  }

  private func stayConnected(after delay: Double) async {
    var failures = 0
    var pollsUntilAttempt = 0
    do {
      if delay > 0 { try await sender.options.clock.sleep(seconds: delay) }
      while true {
        if pollsUntilAttempt > 0 {
          pollsUntilAttempt -= 1
        } else {
          do {
            try await readEvents { failures = 0 }
            // A stream that ends without an error is opened again.
            failures = 0
          } catch let error as EventsNotOffered {
            failures = max(failures + 1, Self.failuresBeforePolling)
            pollsUntilAttempt = Self.pollsBetweenAttempts
            warn(error)
          } catch {
            try Task.checkCancellation()
            failures += 1
            warn(error)
          }
        }
        try Task.checkCancellation()
        try await sender.options.clock.sleep(seconds: retryDelay(after: failures))
        try Task.checkCancellation()
        signal(.check)
      }
    } catch {
      // The task was cancelled: another connection has replaced this one, or no screen is followed any more.
    }
  }

  private func warn(_ error: any Error) {
    sender.options.log(
      ScreenWarning(.requestFailed, path: routes.joined(separator: ","), message: String(describing: error)))
  }

  private var routes: [String] { Set(followers.values.map(\.route)).sorted() }

  /// The server does not offer events for these screens, or a proxy does not let them through.
  private struct EventsNotOffered: Error {
    let status: Int
  }

  /// Reads one event stream until it ends.
  private func readEvents(didOpen: () -> Void) async throws {
    let routes = routes
    var request = URLRequest(
      url: ScreenURLs.events(routes, of: url), timeoutInterval: max(60, sender.options.timeout))
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
    for (route, event) in newest where followers.values.contains(where: { $0.route == route }) {
      versions[route] = event.version
      announced[route] = event.version
      signal(event.name == "deleted" ? .deleted : .announced, to: route)
    }
  }
}
