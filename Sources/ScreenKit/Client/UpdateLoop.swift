import Foundation

/// Follows one screen through the server's event stream, or by polling when there is none.
struct UpdateLoop<Value: Sendable> {
  /// The number of consecutive failures after which the loop polls between two event streams.
  static var failuresBeforePolling: Int { 3 }
  /// The number of polls between two attempts to open an event stream that the server did not offer.
  static var pollsBetweenAttempts: Int { 10 }

  private let client: ScreenClient<Value>
  private let route: String
  private let yield: (ScreenSnapshot<Value>) -> Void
  private var current: ScreenSnapshot<Value>?
  private var failures = 0
  private var pollsUntilAttempt = 0
  /// The error that ends the loop.
  private var finalError: (any Error)?
  /// The delay before the stream is opened again, in seconds; the server can change it.
  private var reconnectDelay = 2.0

  init(
    _ client: ScreenClient<Value>, _ route: String, yield: @escaping (ScreenSnapshot<Value>) -> Void
  ) {
    self.client = client
    self.route = route
    self.yield = yield
  }

  /// Runs until the screen is gone or the task is cancelled.
  /// - Throws: ``ScreenClientError`` when the screen does not exist or was deleted, or is not cached under
  ///   ``CachePolicy/cacheOnly``; `CancellationError`.
  mutating func run(policy: CachePolicy) async throws {
    if policy == .cacheFirst || policy == .staleWhileRevalidate || policy == .cacheOnly {
      if let cached = try await client.cached(route) { emit(cached) }
      if policy == .cacheOnly {
        if current == nil { throw ScreenClientError.notCached }
        return
      }
    }
    await fetch(fallingBackToCache: policy == .networkFirst)
    if let finalError { throw finalError }
    while true {
      try await readEventsIfOffered()
      if let finalError { throw finalError }
      let isPolling = failures >= Self.failuresBeforePolling
      try await client.clock.sleep(
        seconds: isPolling ? client.configuration.pollInterval : reconnectDelay * (0.5 + client.random()))
      await fetch()
      if let finalError { throw finalError }
    }
  }

  /// Reads an event stream to its end. Skips the attempt when a recent one found no stream.
  private mutating func readEventsIfOffered() async throws(CancellationError) {
    if pollsUntilAttempt > 0 {
      pollsUntilAttempt -= 1
      return
    }
    do {
      try await readEvents()
      // A stream that ends without an error is opened again.
      failures = 0
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      failures += 1
      if error is EventsNotOffered {
        failures = max(failures, Self.failuresBeforePolling)
        pollsUntilAttempt = Self.pollsBetweenAttempts
      }
      client.warn(.requestFailed, route, error)
    }
    if Task.isCancelled { throw CancellationError() }
  }

  /// The server does not offer events for this screen, or a proxy does not let them through.
  private struct EventsNotOffered: Error {
    let status: Int
  }

  /// The screen that an event announced could not be fetched. Leaving the stream leads to another attempt soon.
  private struct AnnouncedScreenNotFetched: Error {}

  /// Fetches the screen and yields it when it has changed.
  /// - Returns: Whether the fetch succeeded.
  @discardableResult
  private mutating func fetch(fallingBackToCache: Bool = false) async -> Bool {
    do {
      let snapshot = try await client.screen(route, policy: fallingBackToCache ? .networkFirst : .networkOnly)
      if current == nil || snapshot.etag == nil || snapshot.etag != current?.etag {
        emit(snapshot)
      } else {
        current = snapshot
      }
      return true
    } catch {
      switch error {
      case ScreenClientError.notFound, ScreenClientError.gone, ScreenClientError.badRoute,
        is CancellationError:
        finalError = error
      default: client.warn(.requestFailed, route, error)
      }
      return false
    }
  }

  private mutating func emit(_ snapshot: ScreenSnapshot<Value>) {
    current = snapshot
    yield(snapshot)
  }

  /// Reads one event stream until it ends.
  private mutating func readEvents() async throws {
    var fields = ["Accept": "text/event-stream", "Cache-Control": "no-store"]
    if let version = current?.version { fields["Last-Event-ID"] = String(version) }
    let stream = try await client.transport.stream(
      client.addingHeaderFields(
        to: TransportRequest(
          url: client.urls.events(route), fields: fields, timeout: max(60, client.configuration.timeout))))
    guard stream.status == 200, stream.fields["Content-Type"]?.hasPrefix("text/event-stream") == true else {
      if stream.status == 410 {
        finalError = ScreenClientError.gone
        return
      }
      if RetryPolicy.isRetryable(stream.status) {
        throw ScreenClientError.refused(status: stream.status, detail: nil)
      }
      throw EventsNotOffered(status: stream.status)
    }
    failures = 0
    var parser = EventStreamParser()
    for try await chunk in stream.chunks {
      let events = try parser.read(chunk)
      if let milliseconds = parser.retryMilliseconds { reconnectDelay = min(Double(milliseconds) / 1000, 60) }
      // When several versions arrive together, only the newest matters.
      if events.contains(where: { $0.name == "version" && Int($0.id) != current?.version }) {
        guard await fetch() || finalError != nil else { throw AnnouncedScreenNotFetched() }
      }
      if events.last?.name == "deleted" { finalError = ScreenClientError.gone }
      if finalError != nil { return }
    }
    try Task.checkCancellation()
  }
}
