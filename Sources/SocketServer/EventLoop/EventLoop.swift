import Dispatch
import HTTPWire
import Synchronization

/// A Dispatch queue with its poller and its connections, which are accessed only on that queue.
///
/// `@unchecked`: the functions under "From any queue" use atomics; all others must be called on the queue.
final class EventLoop: @unchecked Sendable {
  /// The largest number of bytes per read, into a buffer that all connections of the loop share.
  static let readBytes = 65536
  /// The capacity that the shared output buffer keeps between responses.
  static let outputBytes = 262_144

  let queue: DispatchQueue
  let configuration: ServerConfiguration
  let logsAccess: Bool
  let counters = LoopCounters()
  let gauge: ConnectionGauge
  private let assigned = Atomic<Int>(0)
  private let streams = Atomic<UInt64>(0)
  /// This loop's share of `ServerConfiguration.heldBytes`.
  let heldBytesLimit: Int

  let dispatcher: RequestDispatcher
  private(set) var poller: (any EventPoller)?
  private var slots: ContiguousArray<Connection?> = []
  private var generations: ContiguousArray<UInt32> = []
  private var freeSlots: [Int] = []
  private var emptyHandlers: [@Sendable () -> Void] = []
  private(set) var isDraining = false
  private(set) var isStopped = false
  var drainStartedAt: UInt64 = 0
  var isTickScheduled = false
  /// The memory for unprocessed input, unsent output and deferred requests of this loop, in bytes.
  var heldBytes = 0
  let clock = LoopClock()

  let input = InputBuffer(capacity: EventLoop.readBytes)
  let output = OutputBuffer(capacity: EventLoop.readBytes)
  /// The parser for all connections without an incomplete request.
  let parser: RequestParser
  var spareParsers: [RequestParser] = []

  init(
    number: Int, of count: Int, configuration: ServerConfiguration, gauge: ConnectionGauge,
    dispatcher: RequestDispatcher
  ) {
    queue = DispatchQueue(label: "loop \(number)")
    self.configuration = configuration
    logsAccess = configuration.accessLog != nil
    heldBytesLimit = max(configuration.heldBytes, 0) / max(count, 1)
    self.gauge = gauge
    self.dispatcher = dispatcher
    parser = RequestParser(limits: configuration.limits)
  }

  // MARK: From any queue

  /// The number of connections of this loop, including those that it is about to adopt.
  var load: Int { assigned.load(ordering: .relaxed) }
  /// A new number for a streamed body, unique within this loop.
  func nextStream() -> UInt64 { streams.add(1, ordering: .relaxed).newValue }
  /// Counts a connection that `adopt` will add.
  func reserve() { assigned.add(1, ordering: .relaxed) }

  // MARK: On the queue

  /// Starts polling. Returns false if the system provides no poller.
  func start() -> Bool {
    guard let poller = makePoller() else { return false }
    self.poller = poller
    // A reference cycle until `stop`: a weak reference would slow down every event.
    poller.start { [self] token, readiness in deliver(token, readiness) }
    return true
  }

  private func makePoller() -> (any EventPoller)? {
    #if os(Linux)
      if configuration.polling == .perLoop { return EpollPoller(queue: queue) }
    #endif
    return SourcePoller(queue: queue)
  }

  var connectionCount: Int { slots.count - freeSlots.count }

  func connection(_ token: UInt64) -> Connection? {
    let slot = Int(token & 0xFFFF_FFFF)
    guard slot < slots.count, let connection = slots[slot], connection.token == token else { return nil }
    return connection
  }

  /// Calls `body` with each connection. `body` may close connections.
  func forEachConnection(_ body: (Connection) -> Void) {
    for slot in slots.indices {
      if let connection = slots[slot] { body(connection) }
    }
  }

  /// Adds a new connection.
  /// - Parameter refuse: whether to answer it with a 503 because there are too many connections.
  func adopt(_ descriptor: Int32, refuse: Bool) {
    counters.add(to: .accepted)
    let slot: Int
    if let last = freeSlots.popLast() {
      slot = last
    } else {
      slot = slots.count
      slots.append(nil)
      generations.append(0)
    }
    generations[slot] &+= 1
    let token = UInt64(generations[slot]) << 32 | UInt64(slot)
    clock.tick()
    let proxies = configuration.trustedProxies
    // Once for each connection, and only if there are trusted proxies, because it takes a system call.
    let isFromTrustedProxy =
      !proxies.isEmpty && PeerAddress.text(of: descriptor).map { proxies.contains($0) } ?? false
    let connection = Connection(
      descriptor: descriptor, token: token, isRefused: refuse, isFromTrustedProxy: isFromTrustedProxy,
      now: clock.now)
    guard !isStopped, let poller, poller.add(descriptor, token: token, .readable) else {
      freeSlots.append(slot)
      Socket.close(descriptor)
      return recordClose(connection)
    }
    slots[slot] = connection
    scheduleTick()
    if refuse {
      counters.add(to: .refused)
      self.refuse(connection, .overloaded, to: output)
      flush(connection, output, hasMore: false)
      updateAfterEvent(connection)
    }
  }

  /// Handles a readiness event of the poller.
  func deliver(_ token: UInt64, _ readiness: Readiness) {
    guard let connection = connection(token) else { return }
    if readiness.contains(.hangup), !readiness.contains(.readable) || !connection.interest.contains(.readable)
    {
      // Both sides are shut down, or the connection was reset: no client remains.
      return close(connection)
    }
    if readiness.contains(.writable), connection.interest.contains(.writable) {
      writable(connection)
      // The descriptor may already belong to another connection.
      guard !connection.state.isClosed else { return }
    }
    if readiness.contains(.readable), connection.interest.contains(.readable) {
      readable(connection, readiness)
    }
    updateAfterEvent(connection)
  }

  /// Closes a connection and releases its resources. Does nothing if it is already closed.
  func close(_ connection: Connection) {
    _ = connection.state.close()
    let slot = connection.slot
    guard slot < slots.count, slots[slot] === connection else { return }
    slots[slot] = nil
    freeSlots.append(slot)
    closeAccess(connection)
    poller?.close(connection.descriptor)
    connection.writer?.connectionDidClose()
    connection.writer = nil
    connection.watch?.connectionDidEnd()
    connection.watch = nil
    releaseInput(connection)
    connection.output = nil
    accountMemory(of: connection)
    recordClose(connection)
  }

  private func recordClose(_ connection: Connection) {
    counters.add(to: .closed)
    assigned.subtract(1, ordering: .relaxed)
    gauge.closed(refused: connection.isRefused)
    guard connectionCount == 0 else { return }
    let actions = emptyHandlers
    emptyHandlers = []
    for action in actions { action() }
  }

  /// Makes every following response the last one of its connection.
  func beginDraining() {
    guard !isDraining else { return }
    isDraining = true
    clock.tick()
    drainStartedAt = clock.now
  }

  /// Waits for all connections to end, then calls `done`.
  func drain(done: @escaping @Sendable () -> Void) {
    beginDraining()
    guard connectionCount > 0 else { return done() }
    emptyHandlers.append(done)
    if emptyHandlers.count == 1 { scheduleDrainCheck() }
  }

  /// Closes all connections and the poller immediately.
  func stop() {
    guard !isStopped else { return }
    isStopped = true
    forEachConnection { close($0) }
    poller?.stop()
    poller = nil
  }
}
