import Dispatch
import HTTPWire
import Synchronization

/// The listeners to Server-Sent Events (HTML §9.2, <https://html.spec.whatwg.org/multipage/server-sent-events.html>),
/// by topic.
///
/// Sending never waits for a listener. One that does not read is disconnected, and gets what it missed when it returns.
///
/// `@unchecked`: everything except `count` is accessed only on `queue`.
final class EventListeners<Topic: Hashable & Sendable>: @unchecked Sendable {
  /// The response to a listener when there are too many, or when the server shuts down.
  enum Refusal: Sendable {
    /// A problem with status 503.
    case problem
    /// Status 200, the greeting, and the end of the stream, for clients that never retry after another status. Unless
    /// the server shuts down, the stream ends only after the retry time: some clients reconnect at once.
    case endOfStream
  }

  private struct Listener {
    let writer: StreamWriter
    let topics: [Topic]
  }

  /// The queue on which events are made and sent.
  let queue: DispatchQueue
  /// The limit of listeners.
  private let maximum: Int
  /// Whether pages of other origins may read the events.
  private let allowsOrigins: Bool
  /// How long a client waits before it connects again, in milliseconds.
  private let retry: Int
  private let refusal: Refusal
  /// The listeners to each topic. One that has several topics is listed under each of them.
  private var listeners: [Topic: [UInt64: Listener]] = [:]
  /// Streams that end soon, because too many listen.
  private var ending: [UInt64: StreamWriter] = [:]
  private var nextNumber: UInt64 = 0
  private var isClosed = false
  private var timer: (any DispatchSourceTimer)?
  private let count = Atomic<Int>(0)

  /// The time between comments, in seconds. They keep proxies and phones from closing an idle connection.
  private static var heartbeat: Int { 15 }

  init(
    label: String, maximum: Int, allowsOrigins: Bool, retry: Int = 2000, refusal: Refusal = .problem
  ) {
    self.retry = retry
    self.refusal = refusal
    queue = DispatchQueue(label: label)
    self.maximum = maximum
    self.allowsOrigins = allowsOrigins
  }

  /// Whether there are no listeners. Callable on any queue.
  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// The topics that have listeners.
  var topics: some Collection<Topic> { listeners.keys }

  /// Begins a stream. Callable on any queue.
  /// - Parameters:
  ///   - topics: the topics of the stream, each once.
  ///   - greeting: makes the first events, on `queue`. The listener receives everything sent to its topics after that.
  func add(to topics: [Topic], _ responder: CountedResponder, greeting: @escaping @Sendable () -> [UInt8]) {
    guard count.add(1, ordering: .relaxed).newValue <= maximum else {
      count.subtract(1, ordering: .relaxed)
      if refusal == .endOfStream { return queue.async { [self] in end(responder, greeting) } }
      var problem = Problem(
        .tooManyListeners, "there can be at most \(maximum) listeners at a time")
      problem.fields = [HTTPField("Retry-After", "30")]
      responder.respond(.response(problem.response))
      return
    }
    queue.async { [self] in
      if isClosed, refusal == .endOfStream {
        count.subtract(1, ordering: .relaxed)
        return end(responder, greeting)
      }
      guard !isClosed, let writer = responder.stream(head) else {
        count.subtract(1, ordering: .relaxed)
        responder.respond(.response(Problem(.draining, "try again").response))
        return
      }
      nextNumber += 1
      let number = nextNumber
      let text = opening + greeting()
      let listener = Listener(writer: writer, topics: topics)
      for topic in topics { listeners[topic, default: [:]][number] = listener }
      writer.onClose { [weak self] in self?.didDisconnect(number, listener) }
      if !writer.write(text) { remove(number, listener) }
      startHeartbeat()
    }
  }

  private var opening: [UInt8] { Array("retry: \(retry)\n\n".utf8) }

  /// Sends the greeting, and ends the stream after the retry time, or at once if the listeners are closed.
  private func end(_ responder: CountedResponder, _ greeting: () -> [UInt8]) {
    guard let writer = responder.stream(head) else { return }
    _ = writer.write(opening + greeting())
    guard !isClosed else { return writer.finish() }
    nextNumber += 1
    let number = nextNumber
    ending[number] = writer
    queue.asyncAfter(deadline: .now() + .milliseconds(retry)) { [self] in
      ending.removeValue(forKey: number)?.finish()
    }
  }

  /// Sends an event to the listeners of a topic, and makes it only if there are any. Call it on `queue`.
  func send(_ event: @autoclosure () -> [UInt8], to topic: Topic) {
    if let listeners = listeners[topic] { send(event(), to: listeners) }
  }

  private func send(_ event: [UInt8], to listeners: [UInt64: Listener]) {
    for (number, listener) in listeners where !listener.writer.write(event) { remove(number, listener) }
  }

  /// All listeners, each once.
  private var all: [UInt64: Listener] {
    listeners.values.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
  }

  /// Ends all streams and refuses new ones.
  func close() {
    queue.async { [self] in
      isClosed = true
      for writer in ending.values {
        if writer.hasPendingOutput { writer.reset() } else { writer.finish() }
      }
      ending = [:]
      for (number, listener) in all {
        // A listener that does not read would delay the shutdown. It reconnects after a restart.
        if listener.writer.hasPendingOutput { listener.writer.reset() }
        remove(number, listener)
      }
    }
  }

  // MARK: Ends of streams

  private func didDisconnect(_ number: UInt64, _ listener: Listener) {
    queue.async { [self] in remove(number, listener) }
  }

  private func remove(_ number: UInt64, _ listener: Listener) {
    listener.writer.finish()
    var isListed = false
    for topic in listener.topics {
      isListed = listeners[topic]?.removeValue(forKey: number) != nil || isListed
      if listeners[topic]?.isEmpty == true { listeners[topic] = nil }
    }
    guard isListed else { return }
    count.subtract(1, ordering: .relaxed)
    if listeners.isEmpty {
      timer?.cancel()
      timer = nil
    }
  }

  /// Starts the timer of the comments, unless it is running.
  private func startHeartbeat() {
    guard timer == nil, !listeners.isEmpty else { return }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(
      deadline: .now() + .seconds(Self.heartbeat), repeating: .seconds(Self.heartbeat), leeway: .seconds(1))
    timer.setEventHandler { [weak self] in
      guard let self else { return }
      send(Array(": still here\n\n".utf8), to: all)
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
    if allowsOrigins { fields += CORS.fields }
    return HTTPResponse(200, fields: fields)
  }
}
