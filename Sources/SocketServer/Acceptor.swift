import Dispatch

/// Takes new connections from the one listening socket and gives each to the loop that has the fewest: fair without
/// any help of the kernel's, and a port in use is an error as it should be.
///
/// `@unchecked`: after `start` everything happens on `queue`.
final class Acceptor: @unchecked Sendable {
  /// Connections taken before the queue's other work gets its turn.
  private static let batch = 64
  /// After running out of descriptors: when to try again, unless a connection ends before.
  private static let pause = DispatchTimeInterval.milliseconds(100)

  private let listener: Int32
  private let queue: DispatchQueue
  private let loops: [EventLoop]
  private let gauge: ConnectionGauge
  private let capacity: Int
  private let refusals: Int
  private let source: any DispatchSourceRead
  private let backlog: Int
  /// Those of the loop whose queue this is.
  private let counters: LoopCounters
  private var isPaused = false
  private var isStopped = false
  private var isClosed = false
  private var whenClosed: [@Sendable () -> Void] = []

  /// `first`: the loop on whose queue connections are taken.
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

  /// No connection is taken after this, but those that the kernel has taken already: their clients know of no end
  /// yet. `done` is called when the listening socket is closed.
  func drain(done: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      if !isStopped { takeWaiting() }
      end(done)
    }
  }

  /// No connection is taken after this. `done` is called when the listening socket is closed.
  func stop(done: @escaping @Sendable () -> Void) {
    queue.async { [self] in end(done) }
  }

  private func end(_ done: @escaping @Sendable () -> Void) {
    guard !isClosed else { return done() }
    whenClosed.append(done)
    guard !isStopped else { return }
    isStopped = true
    source.setEventHandler(handler: nil)
    source.setCancelHandler { [self] in
      Socket.close(listener)
      isClosed = true
      let actions = whenClosed
      whenClosed = []
      for action in actions { action() }
    }
    source.cancel()
    if isPaused { source.resume() }
  }

  private func accept() {
    guard !isStopped, !isPaused else { return }
    if takeSome() == .exhausted { pause() }
  }

  /// No more than the backlog holds: new ones may come all the while.
  private func takeWaiting() {
    for _ in 0...(backlog / Self.batch) where takeSome() != .some { return }
  }

  private enum Taken {
    case none, some, exhausted
  }

  private func takeSome() -> Taken {
    for _ in 0..<Self.batch {
      let refuse = gauge.servedCount >= capacity
      guard !refuse || gauge.refusedCount < refusals else { return .exhausted }
      switch Socket.accept(listener) {
      case .success(let descriptor):
        gauge.opened(refused: refuse)
        hand(descriptor, refuse: refuse)
      case .failure(let failure):
        if failure.noneWaits { return .none }
        if failure.isOfConnection { continue }
        // Waiting ones stay in the backlog; looking again at once would spin.
        counters.add(to: .acceptFailures)
        return .exhausted
      }
    }
    return .some
  }

  private func hand(_ descriptor: Int32, refuse: Bool) {
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
    let wake: @Sendable () -> Void = { [weak self] in self?.wake() }
    gauge.whenClosed { [queue] in queue.async(execute: wake) }
    queue.asyncAfter(deadline: .now() + Self.pause, execute: wake)
  }

  private func wake() {
    guard isPaused, !isStopped else { return }
    isPaused = false
    source.resume()
  }
}
