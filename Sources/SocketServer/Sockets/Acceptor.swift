import Dispatch

/// Accepts connections from the only listening socket and assigns each to the loop with the fewest connections.
/// `SO_REUSEPORT` with a socket per loop would spread them unevenly and hide that a port is in use.
///
/// `@unchecked`: after `start` everything runs on `queue`.
final class Acceptor: @unchecked Sendable {
  /// The number of connections to accept before other work on the queue runs.
  private static let batch = 64
  /// The delay before accepting again when a limit is reached or descriptors ran out, unless a connection closes
  /// earlier.
  private static let pause = DispatchTimeInterval.milliseconds(100)

  private let listener: Int32
  private let queue: DispatchQueue
  private let loops: [EventLoop]
  private let gauge: ConnectionGauge
  private let capacity: Int
  private let refusals: Int
  private let source: any DispatchSourceRead
  private let backlog: Int
  /// The counters of the first loop.
  private let counters: LoopCounters
  private var isPaused = false
  private var isStopped = false
  private var isClosed = false
  private var closeHandlers: [@Sendable () -> Void] = []

  /// - Parameter first: the loop on whose queue connections are accepted.
  init(
    listener: Int32, first: EventLoop, loops: [EventLoop], gauge: ConnectionGauge, capacity: Int,
    refusals: Int
  ) {
    self.listener = listener
    self.loops = loops
    self.gauge = gauge
    self.capacity = capacity
    self.refusals = refusals
    queue = first.queue
    counters = first.counters
    backlog = Int(max(first.configuration.backlog, 0))
    source = DispatchSource.makeReadSource(fileDescriptor: listener, queue: queue)
  }

  func start() {
    source.setEventHandler { [weak self] in self?.accept() }
    source.activate()
  }

  /// Accepts the connections in the backlog, whose clients are already connected, then stops. Calls `done` when the
  /// listening socket is closed.
  func drain(done: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      if !isStopped { acceptBacklog() }
      end(done)
    }
  }

  /// Stops accepting connections. Calls `done` when the listening socket is closed.
  func stop(done: @escaping @Sendable () -> Void) {
    queue.async { [self] in end(done) }
  }

  private func end(_ done: @escaping @Sendable () -> Void) {
    guard !isClosed else { return done() }
    closeHandlers.append(done)
    guard !isStopped else { return }
    isStopped = true
    source.setEventHandler(handler: nil)
    source.setCancelHandler { [self] in
      Socket.close(listener)
      isClosed = true
      let actions = closeHandlers
      closeHandlers = []
      for action in actions { action() }
    }
    source.cancel()
    if isPaused { source.resume() }
  }

  private func accept() {
    guard !isStopped, !isPaused else { return }
    if acceptBatch() == .exhausted { pause() }
  }

  /// Accepts about as many connections as the backlog holds and no more, because new ones may keep arriving.
  private func acceptBacklog() {
    for _ in 0...(backlog / Self.batch) where acceptBatch() != .mayHaveMore { return }
  }

  private enum BatchResult {
    case backlogEmpty, mayHaveMore, exhausted
  }

  private func acceptBatch() -> BatchResult {
    for _ in 0..<Self.batch {
      let refuse = gauge.servedCount >= capacity
      guard !refuse || gauge.refusedCount < refusals else { return .exhausted }
      switch Socket.accept(listener) {
      case .success(let descriptor):
        gauge.opened(refused: refuse)
        assign(descriptor, refuse: refuse)
      case .failure(let failure):
        if failure.isBacklogEmpty { return .backlogEmpty }
        if failure.isConnectionError { continue }
        // The connections stay in the backlog. Retrying immediately would spin.
        counters.add(to: .acceptFailures)
        return .exhausted
      }
    }
    return .mayHaveMore
  }

  private func assign(_ descriptor: Int32, refuse: Bool) {
    guard var best = loops.first else { return Socket.close(descriptor) }
    for loop in loops where loop.load < best.load { best = loop }
    best.reserve()
    if best.queue === queue {
      best.adopt(descriptor, refuse: refuse)
    } else {
      let loop = best
      loop.queue.async { loop.adopt(descriptor, refuse: refuse) }
    }
  }

  private func pause() {
    guard !isPaused, !isStopped else { return }
    isPaused = true
    source.suspend()
    let resume: @Sendable () -> Void = { [weak self] in self?.resume() }
    gauge.onNextClose { [queue] in queue.async(execute: resume) }
    queue.asyncAfter(deadline: .now() + Self.pause, execute: resume)
  }

  private func resume() {
    guard isPaused, !isStopped else { return }
    isPaused = false
    source.resume()
  }
}
