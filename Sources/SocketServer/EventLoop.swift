import Dispatch
import HTTPWire
import Synchronization

/// A queue, its poller and its connections. Everything that touches them runs on `queue`.
///
/// `@unchecked`: what others may call is marked so below and touches atomics or hops to the queue.
final class EventLoop: @unchecked Sendable {
  /// Bytes read at a time, into a buffer that all connections of the loop share.
  static let readBytes = 65536
  /// Bytes that the shared output buffer keeps between answers.
  static let outputBytes = 262_144

  let queue: DispatchQueue
  let configuration: ServerConfiguration
  let logsAccess: Bool
  let counters = LoopCounters()
  let gauge: ConnectionGauge
  private let assigned = Atomic<Int>(0)
  private let streams = Atomic<UInt64>(0)
  /// Bytes that its connections may hold together: its share of `ServerConfiguration.heldBytes`.
  let allowance: Int

  let dispatcher: RequestDispatcher
  private(set) var poller: (any EventPoller)?
  private var slots: ContiguousArray<Connection?> = []
  private var generations: ContiguousArray<UInt32> = []
  private var free: [Int] = []
  private var whenEmpty: [@Sendable () -> Void] = []
  private(set) var isDraining = false
  private(set) var isStopped = false
  var drainingSince: UInt64 = 0
  var tickIsArmed = false
  /// Bytes that the connections of this loop hold: what has come of their requests, what waits to be sent; and
  /// the requests whose answers are made elsewhere.
  var held = 0
  let clock = LoopClock()

  let input = InputBuffer(capacity: EventLoop.readBytes)
  let output = OutputBuffer(capacity: EventLoop.readBytes)
  /// For all connections whose requests come whole.
  let parser: RequestParser
  var spareParsers: [RequestParser] = []

  init(
    number: Int, of count: Int, configuration: ServerConfiguration, gauge: ConnectionGauge,
    dispatcher: RequestDispatcher
  ) {
    queue = DispatchQueue(label: "loop \(number)")
    self.configuration = configuration
    logsAccess = configuration.accessLog != nil
    allowance = max(configuration.heldBytes, 0) / max(count, 1)
    self.gauge = gauge
    self.dispatcher = dispatcher
    parser = RequestParser(limits: configuration.limits)
  }

  // MARK: From any queue

  /// Connections that this loop has, or is about to get.
  var load: Int { assigned.load(ordering: .relaxed) }
  /// A number for a streamed body, never used before by this loop.
  func nextStream() -> UInt64 { streams.add(1, ordering: .relaxed).newValue }
  /// Said before `adopt`.
  func reserve() { assigned.add(1, ordering: .relaxed) }

  // MARK: On the queue

  /// False when no poller can be had.
  func start() -> Bool {
    guard let poller = makePoller() else { return false }
    self.poller = poller
    // Each holds the other until `stop`. A weak reference would make every use of the loop slower.
    poller.start { [self] token, readiness in deliver(token, readiness) }
    return true
  }

  private func makePoller() -> (any EventPoller)? {
    #if os(Linux)
      if configuration.polling == .perLoop { return EpollPoller(queue: queue) }
    #endif
    return SourcePoller(queue: queue)
  }

  var connectionCount: Int { slots.count - free.count }

  func connection(_ token: UInt64) -> Connection? {
    let slot = Int(token & 0xFFFF_FFFF)
    guard slot < slots.count, let connection = slots[slot], connection.token == token else { return nil }
    return connection
  }

  /// `body` may close connections.
  func forEachConnection(_ body: (Connection) -> Void) {
    for slot in slots.indices {
      if let connection = slots[slot] { body(connection) }
    }
  }

  /// Takes over a new connection; with `refuse` only to tell it that there are too many.
  func adopt(_ descriptor: Int32, refuse: Bool) {
    counters.add(to: .accepted)
    let slot: Int
    if let last = free.popLast() {
      slot = last
    } else {
      slot = slots.count
      slots.append(nil)
      generations.append(0)
    }
    generations[slot] &+= 1
    let token = UInt64(generations[slot]) << 32 | UInt64(slot)
    clock.tick()
    let connection = Connection(descriptor: descriptor, token: token, isRefused: refuse, now: clock.now)
    guard !isStopped, let poller, poller.add(descriptor, token: token, .readable) else {
      free.append(slot)
      Socket.close(descriptor)
      return forget(connection)
    }
    slots[slot] = connection
    armTick()
    if refuse {
      counters.add(to: .refused)
      self.refuse(connection, .overloaded, to: output)
      flush(connection, output, hasMore: false)
      settle(connection)
    }
  }

  func deliver(_ token: UInt64, _ readiness: Readiness) {
    guard let connection = connection(token) else { return }
    if readiness.contains(.hangup), !readiness.contains(.readable) || !connection.interest.contains(.readable)
    {
      // Both sides are shut, or it was reset: nobody is there to answer to.
      return close(connection)
    }
    if readiness.contains(.writable), connection.interest.contains(.writable) {
      writable(connection)
      // Its descriptor may be another connection's by now.
      guard !connection.state.isClosed else { return }
    }
    if readiness.contains(.readable), connection.interest.contains(.readable) {
      readable(connection, readiness)
    }
    settle(connection)
  }

  /// Closes a connection and frees all that it held. Doing it twice does no harm.
  func close(_ connection: Connection) {
    _ = connection.state.close()
    let slot = connection.slot
    guard slot < slots.count, slots[slot] === connection else { return }
    slots[slot] = nil
    free.append(slot)
    closeAccess(connection)
    poller?.close(connection.descriptor)
    connection.writer?.closed()
    connection.writer = nil
    releaseInput(connection)
    connection.output = nil
    count(connection)
    forget(connection)
  }

  private func forget(_ connection: Connection) {
    counters.add(to: .closed)
    assigned.subtract(1, ordering: .relaxed)
    gauge.closed(refused: connection.isRefused)
    guard connectionCount == 0 else { return }
    let actions = whenEmpty
    whenEmpty = []
    for action in actions { action() }
  }

  /// From now on every answer is the last one of its connection.
  func beginDraining() {
    guard !isDraining else { return }
    isDraining = true
    clock.tick()
    drainingSince = clock.now
  }

  /// Lets connections end. `done` is called when there are none.
  func drain(done: @escaping @Sendable () -> Void) {
    beginDraining()
    guard connectionCount > 0 else { return done() }
    whenEmpty.append(done)
    if whenEmpty.count == 1 { armDrainSweep() }
  }

  /// Closes all connections at once, and the poller.
  func stop() {
    guard !isStopped else { return }
    isStopped = true
    forEachConnection { close($0) }
    poller?.stop()
    poller = nil
  }
}
