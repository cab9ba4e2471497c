import Dispatch
import HTTPWire
import Synchronization

/// Those who listen to Server-Sent Events (HTML, §9.2
/// <https://html.spec.whatwg.org/multipage/server-sent-events.html>), by what they listen to.
///
/// Nobody is waited for: who does not read what is written is let go, and learns what was missed when it comes back.
///
/// `@unchecked`: everything but the count happens on `queue`.
final class EventListeners<Topic: Hashable & Sendable>: @unchecked Sendable {
  /// Where events are made and sent.
  let queue: DispatchQueue
  /// Listeners at a time.
  private let maximum: Int
  /// Whether pages of other origins may read the events.
  private let allowsOrigins: Bool
  private var listeners: [Topic: [UInt64: StreamWriter]] = [:]
  private var nextNumber: UInt64 = 0
  private var isClosed = false
  private var timer: (any DispatchSourceTimer)?
  private let count = Atomic<Int>(0)

  /// Seconds between comments that keep proxies and phones from taking silence for an end.
  private static var heartbeat: Int { 15 }

  init(label: String, maximum: Int, allowsOrigins: Bool) {
    queue = DispatchQueue(label: label)
    self.maximum = maximum
    self.allowsOrigins = allowsOrigins
  }

  /// From any queue.
  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// What is listened to.
  var topics: some Sequence<Topic> { listeners.keys }

  /// Begins a stream, from any queue.
  /// - Parameter greeting: made on the queue. What is sent to the topic from then on, the listener gets.
  func add(to topic: Topic, _ responder: CountedResponder, greeting: @escaping @Sendable () -> [UInt8]) {
    guard count.add(1, ordering: .relaxed).newValue <= maximum else {
      count.subtract(1, ordering: .relaxed)
      var problem = Problem(
        503, "too-many-listeners", "There are too many listeners", "at most \(maximum) listen at a time")
      problem.fields = [HTTPField("Retry-After", "30")]
      responder.respond(.response(problem.response))
      return
    }
    queue.async { [self] in
      guard !isClosed, let writer = responder.stream(head) else {
        count.subtract(1, ordering: .relaxed)
        responder.respond(.response(Problem(503, "draining", "The server is going", "ask again").response))
        return
      }
      nextNumber += 1
      let number = nextNumber
      let text = Array("retry: 2000\n\n".utf8) + greeting()
      listeners[topic, default: [:]][number] = writer
      writer.onClose { [weak self] in self?.hasLeft(number, of: topic) }
      if !writer.write(text) { remove(number, of: topic, writer) }
      beat()
    }
  }

  /// On the queue.
  func send(_ event: [UInt8], to topic: Topic) {
    for (number, writer) in listeners[topic] ?? [:] where !writer.write(event) {
      remove(number, of: topic, writer)
    }
  }

  /// Ends all streams; there are no further ones.
  func close() {
    queue.async { [self] in
      isClosed = true
      for (topic, writers) in listeners {
        for (number, writer) in writers {
          // One that does not read would keep the server from going; it comes back, to another one.
          if writer.isBehind { writer.reset() }
          remove(number, of: topic, writer)
        }
      }
    }
  }

  // MARK: Steps

  private func hasLeft(_ number: UInt64, of topic: Topic) {
    queue.async { [self] in remove(number, of: topic, nil) }
  }

  private func remove(_ number: UInt64, of topic: Topic, _ writer: StreamWriter?) {
    writer?.finish()
    guard listeners[topic]?.removeValue(forKey: number) != nil else { return }
    count.subtract(1, ordering: .relaxed)
    if listeners[topic]?.isEmpty == true { listeners[topic] = nil }
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
      for topic in Array(topics) { send(Array(": still here\n\n".utf8), to: topic) }
    }
    timer.activate()
    self.timer = timer
  }

  private var head: HTTPResponse {
    var fields: [HTTPField] = [
      HTTPField("Content-Type", "text/event-stream"), HTTPField("Cache-Control", "no-store"),
      // Asks proxies not to hold events back.
      HTTPField("X-Accel-Buffering", "no"),
    ]
    if allowsOrigins { fields.append(HTTPField("Access-Control-Allow-Origin", "*")) }
    return HTTPResponse(200, fields: fields)
  }
}
