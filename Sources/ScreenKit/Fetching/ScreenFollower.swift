import Foundation

/// Follows one screen: through the server's events, or by looking now and then.
struct ScreenFollower<Value: Sendable> {
  /// Failures in a row after which the server is looked at now and then only; each look also tries the events again.
  static var patience: Int { 3 }
  /// Looks after which the events of a server that had none are tried again.
  static var looksBetweenTries: Int { 10 }

  private let client: ScreenClient<Value>
  private let route: String
  private let yield: (ScreenSnapshot<Value>) -> Void
  private var current: ScreenSnapshot<Value>?
  private var failures = 0
  private var looksWithoutEvents = 0
  /// Why there is nothing to follow any more.
  private var ending: (any Error)?
  /// Seconds before the stream is opened again, as the server wishes.
  private var retry = 2.0

  init(
    _ client: ScreenClient<Value>, _ route: String, yield: @escaping (ScreenSnapshot<Value>) -> Void
  ) {
    self.client = client
    self.route = route
    self.yield = yield
  }

  /// - Throws: when there is nothing to follow any more, and when the task is cancelled.
  mutating func run(policy: CachePolicy) async throws {
    if policy == .cacheFirst || policy == .staleWhileRevalidate || policy == .cacheOnly {
      if let stored = try await client.stored(route) { show(stored) }
      if policy == .cacheOnly {
        if current == nil { throw ScreenClientError.notStored }
        return
      }
    }
    await look(fallingBack: policy == .networkFirst)
    if let ending { throw ending }
    while true {
      try await hear()
      if let ending { throw ending }
      let isPolling = failures >= Self.patience
      try await client.clock.sleep(
        seconds: isPolling ? client.configuration.pollInterval : retry * (0.5 + client.random()))
      await look()
      if let ending { throw ending }
    }
  }

  /// Hears the events of a stream to its end, unless there were none a short while ago.
  private mutating func hear() async throws(CancellationError) {
    if looksWithoutEvents > 0 {
      looksWithoutEvents -= 1
      return
    }
    do {
      try await listen()
      // A stream that ended in order is opened again.
      failures = 0
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      failures += 1
      if error is NoEvents {
        failures = max(failures, Self.patience)
        looksWithoutEvents = Self.looksBetweenTries
      }
      client.warn(.requestFailed, route, error)
    }
    if Task.isCancelled { throw CancellationError() }
  }

  /// The server has no events for this screen, or speaks through something that lets none through.
  private struct NoEvents: Error {
    let status: Int
  }

  /// What an event told of could not be fetched. The stream is left, so that there is another try soon.
  private struct Missed: Error {}

  /// Asks the server, and shows what is new.
  /// - Returns: whether there was an answer.
  @discardableResult
  private mutating func look(fallingBack: Bool = false) async -> Bool {
    do {
      let snapshot = try await client.screen(route, policy: fallingBack ? .networkFirst : .networkOnly)
      if current == nil || snapshot.etag == nil || snapshot.etag != current?.etag {
        show(snapshot)
      } else {
        current = snapshot
      }
      return true
    } catch {
      switch error {
      case ScreenClientError.notFound, ScreenClientError.gone, ScreenClientError.badRoute,
        is CancellationError:
        ending = error
      default: client.warn(.requestFailed, route, error)
      }
      return false
    }
  }

  private mutating func show(_ snapshot: ScreenSnapshot<Value>) {
    current = snapshot
    yield(snapshot)
  }

  /// Hears the events of one stream until it ends.
  private mutating func listen() async throws {
    var fields = ["Accept": "text/event-stream", "Cache-Control": "no-store"]
    if let version = current?.version { fields["Last-Event-ID"] = String(version) }
    let stream = try await client.transport.stream(
      TransportRequest(
        url: client.address.events(route), fields: fields, timeout: max(60, client.configuration.timeout)))
    guard stream.status == 200, stream.fields["Content-Type"]?.hasPrefix("text/event-stream") == true else {
      if stream.status == 410 {
        ending = ScreenClientError.gone
        return
      }
      if RetryPolicy.isBusy(stream.status) {
        throw ScreenClientError.refused(status: stream.status, detail: nil)
      }
      throw NoEvents(status: stream.status)
    }
    failures = 0
    var parser = EventStreamParser()
    for try await chunk in stream.chunks {
      let events = try parser.read(chunk)
      if let milliseconds = parser.retry { retry = min(Double(milliseconds) / 1000, 60) }
      // Of several versions at once the newest is what there is to see.
      if events.contains(where: { $0.name == "version" && Int($0.id) != current?.version }) {
        guard await look() || ending != nil else { throw Missed() }
      }
      if events.last?.name == "deleted" { ending = ScreenClientError.gone }
      if ending != nil { return }
    }
    try Task.checkCancellation()
  }
}
