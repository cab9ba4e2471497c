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
  private var isPaused = false
  private var isStopped = false

  init(
    listener: Int32, queue: DispatchQueue, loops: [EventLoop], gauge: ConnectionGauge, capacity: Int,
    refusals: Int
  ) {
    self.listener = listener
    self.queue = queue
    self.loops = loops
    self.gauge = gauge
    self.capacity = capacity
    self.refusals = refusals
    source = DispatchSource.makeReadSource(fileDescriptor: listener, queue: queue)
  }

  func start() {
    source.setEventHandler { [weak self] in self?.accept() }
    source.activate()
  }

  /// No connection is taken after this. `done` is called when the listening socket is closed.
  func stop(done: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      guard !isStopped else { return done() }
      isStopped = true
      let listener = listener
      source.setEventHandler(handler: nil)
      source.setCancelHandler {
        Socket.close(listener)
        done()
      }
      source.cancel()
      if isPaused { source.resume() }
    }
  }

  private func accept() {
    guard !isStopped, !isPaused else { return }
    for _ in 0..<Self.batch {
      let open = gauge.count
      guard open < capacity + refusals else { return pause() }
      switch Socket.accept(listener) {
      case .success(let descriptor):
        gauge.opened()
        hand(descriptor, refuse: open >= capacity)
      case .failure(let failure):
        if failure.noneWaits { return }
        // Waiting ones stay in the backlog; looking again at once would spin.
        if failure.isExhaustion { return pause() }
      // Any other failure is that connection's own: it was gone before it was taken.
      }
    }
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
