import Dispatch
import HTTPWire
import Screens
import Synchronization

/// Tells listeners which version of a screen is current, as Server-Sent Events (HTML, §9.2
/// <https://html.spec.whatwg.org/multipage/server-sent-events.html>).
///
/// An event is made once for all listeners, and waits for none of them: who does not read what is written is let go,
/// and learns the newest version when it comes back.
///
/// `@unchecked`: everything happens on `queue`.
final class EventFeed: @unchecked Sendable {
  /// Listeners at a time: each is a connection, of which there are 20,000.
  static let maximumListeners = 10_000
  /// Versions of a screen that are remembered for listeners who come back; of more they hear the newest alone.
  static let maximumRemembered = 100
  /// Seconds between comments that keep proxies and phones from taking silence for an end.
  static let heartbeat = 15

  private struct Change {
    let version: Int
    let isDeleted: Bool
  }

  private let queue = DispatchQueue(label: "marquee.events")
  private var listeners: [Route: [UInt64: StreamWriter]] = [:]
  /// The last changes of each screen, oldest first.
  private var changes: [Route: [Change]] = [:]
  private var nextNumber: UInt64 = 0
  private var isClosed = false
  private var timer: (any DispatchSourceTimer)?
  /// Listeners now.
  private let count = Atomic<Int>(0)

  // MARK: From the publisher

  func didPublish(_ screens: [(route: Route, version: Int)]) {
    queue.async { [self] in
      for screen in screens { tell(screen.route, Change(version: screen.version, isDeleted: false)) }
    }
  }

  func didDelete(_ route: Route, version: Int) {
    queue.async { [self] in tell(route, Change(version: version, isDeleted: true)) }
  }

  private func tell(_ route: Route, _ change: Change) {
    var known = changes[route] ?? []
    // A change of formats tells of all screens again, which are the same versions.
    if let newest = known.last, newest.version >= change.version { return }
    known.append(change)
    if known.count > Self.maximumRemembered { known.removeFirst() }
    changes[route] = known
    guard let waiting = listeners[route] else { return }
    let event = Self.event(route, change)
    for (number, writer) in waiting where !writer.write(event) { remove(number, of: route, writer) }
  }

  // MARK: From the API

  /// Answers with the events of a screen, which must be known.
  /// - Parameter last: the version that the listener has heard of before; nil for none.
  func listen(to route: Route, after last: Int?, _ responder: CountedResponder) {
    guard count.add(1, ordering: .relaxed).newValue <= Self.maximumListeners else {
      count.subtract(1, ordering: .relaxed)
      var problem = Problem(
        503, "too-many-listeners", "There are too many listeners",
        "at most \(Self.maximumListeners) listen at a time")
      problem.fields = [HTTPField("Retry-After", "30")]
      responder.respond(.response(problem.response))
      return
    }
    queue.async { [self] in
      guard !isClosed, let known = changes[route], let writer = responder.stream(Self.head) else {
        count.subtract(1, ordering: .relaxed)
        responder.respond(.response(Problem(503, "draining", "The server is going", "ask again").response))
        return
      }
      nextNumber += 1
      let number = nextNumber
      listeners[route, default: [:]][number] = writer
      writer.onClose { [weak self] in self?.hasLeft(number, of: route) }
      if !writer.write(Self.greeting(route, known, after: last)) { remove(number, of: route, writer) }
      beat()
    }
  }

  /// Ends all streams; there are no further ones.
  func close() {
    queue.async { [self] in
      isClosed = true
      for (route, writers) in listeners {
        for (number, writer) in writers {
          // One that does not read would keep the server from going; it comes back, to another one.
          if writer.isBehind { writer.reset() }
          remove(number, of: route, writer)
        }
      }
    }
  }

  // MARK: Steps

  private func hasLeft(_ number: UInt64, of route: Route) {
    queue.async { [self] in remove(number, of: route, nil) }
  }

  private func remove(_ number: UInt64, of route: Route, _ writer: StreamWriter?) {
    writer?.finish()
    guard listeners[route]?.removeValue(forKey: number) != nil else { return }
    count.subtract(1, ordering: .relaxed)
    if listeners[route]?.isEmpty == true { listeners[route] = nil }
    if listeners.isEmpty {
      timer?.cancel()
      timer = nil
    }
  }

  /// Keeps the timer going while somebody listens.
  private func beat() {
    guard timer == nil, !listeners.isEmpty else { return }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(
      deadline: .now() + .seconds(Self.heartbeat), repeating: .seconds(Self.heartbeat), leeway: .seconds(1))
    timer.setEventHandler { [weak self] in
      guard let self else { return }
      let comment = Array(": still here\n\n".utf8)
      for (route, writers) in listeners {
        for (number, writer) in writers where !writer.write(comment) { remove(number, of: route, writer) }
      }
    }
    timer.activate()
    self.timer = timer
  }

  // MARK: Texts

  private static let head = HTTPResponse(
    200,
    fields: [
      HTTPField("Content-Type", "text/event-stream"), HTTPField("Cache-Control", "no-store"),
      HTTPField("Access-Control-Allow-Origin", "*"),
      // Asks proxies not to hold events back.
      HTTPField("X-Accel-Buffering", "no"),
    ])

  /// What a listener is told first: how long to wait before coming back, and what it has missed, as far as that is
  /// remembered.
  private static func greeting(_ route: Route, _ changes: [Change], after last: Int?) -> [UInt8] {
    let bytes = Array("retry: 2000\n\n".utf8)
    guard let newest = changes.last, last != newest.version else { return bytes }
    // One that has heard of what has not been yet comes from another server.
    let missed = last.map { last in changes.filter { $0.version > last } } ?? []
    return (missed.isEmpty ? [newest] : missed).reduce(bytes) { $0 + event(route, $1) }
  }

  private static func event(_ route: Route, _ state: Change) -> [UInt8] {
    let name = state.isDeleted ? "deleted" : "version"
    // A route has no character that JSON escapes.
    let text =
      "event: \(name)\nid: \(state.version)\ndata: {\"route\":\"\(route.name)\",\"version\":\(state.version)}\n\n"
    return Array(text.utf8)
  }
}
