internal import Foundation
internal import Screens
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Follows the head of the store on a thread and a connection of its own.
///
/// Notifications arrive within milliseconds, but poolers drop them, and a server may stop sending them without an
/// error. So the head is also read once a second. The deadline of this query also detects a dead connection.
final class PostgresFollower: Sendable {
  /// How long to wait for a notification before the head is read, at least.
  private static let pollInterval = Duration.seconds(1)
  /// How long reading the head may take before the connection counts as dead.
  private static let timeout = Duration.seconds(3)
  /// How long each host may take to accept a connection. A packet that was lost is sent again after a second.
  private static let connectTimeout = Duration.seconds(2)

  private struct State {
    var isStarted = false
    var isStopped = false
  }

  private let settings: PostgresConnection.Settings
  private let sender: String
  private let state = Mutex(State())
  private let messages = Mutex<NodeMessages?>(nil)
  private let wakeup = WakeupPipe()
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameter sender: the writer of this node. Its notifications say nothing new, and are not followed by a query.
  init(_ settings: PostgresConnection.Settings, ignoring sender: String) {
    self.settings = settings
    self.sender = sender
  }

  /// - Parameter createsTables: whether to create the tables of a database that has none, at this moment.
  func start(
    createsTables: @escaping @Sendable () -> Bool, _ report: @escaping @Sendable (PrimaryEvent) -> Void
  ) {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted && !state.isStopped
    }
    guard isFirst else { return }
    let thread = Thread { [self] in
      run(createsTables, report)
      ended.signal()
    }
    thread.name = "marquee.follower"
    thread.start()
  }

  /// Sends and takes messages from now on.
  func exchange(_ messages: NodeMessages) { self.messages.withLock { $0 = messages } }

  /// Reads the head now, or connects now.
  func wake() { wakeup.wake() }

  func stop() {
    let isRunning = state.withLock { state in
      defer { state.isStopped = true }
      return state.isStarted && !state.isStopped
    }
    wakeup.wake()
    // If the thread is waiting for the database, it ends by that call's deadline.
    if isRunning { _ = ended.wait(timeout: .now() + 10) }
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func run(_ createsTables: () -> Bool, _ report: (PrimaryEvent) -> Void) {
    var backoff = Backoff()
    while !isStopped {
      do throws(PostgresError) {
        let connection = try PostgresConnection.open(settings, timeout: Self.connectTimeout)
        try follow(on: connection, createsTables: createsTables(), report) { backoff = Backoff() }
      } catch {
        if isStopped { return }
        report(.lost(reason: error.message))
      }
      if isStopped { return }
      wakeup.wait(until: .now + backoff.next())
    }
  }

  /// Follows until the connection breaks.
  /// - Parameter reached: called after each response of the database.
  private func follow(
    on connection: PostgresConnection, createsTables: Bool, _ report: (PrimaryEvent) -> Void,
    reached: () -> Void
  ) throws(PostgresError) {
    guard try PostgresMigration.run(on: connection, createsTables: createsTables) else {
      throw .unreachable(
        "the database has no tables of Marquee, but this node has a copy of its content; restore the database, or "
          + "start all nodes with empty data folders")
    }
    _ = try connection.run([Statement("LISTEN marquee")], timeout: Self.timeout)
    while !isStopped {
      let began = Date().timeIntervalSince1970
      let results = try connection.run([PostgresSchema.Head.query], timeout: Self.timeout)
      let middle = (began + Date().timeIntervalSince1970) / 2
      guard let head = results.first?.first.flatMap({ try? PostgresSchema.Head($0) }) else {
        throw .broken("the table marquee_head is empty")
      }
      reached()
      report(.reached(head.position, isWritable: head.isWritable, clockOffset: head.now - middle))
      let messages = messages.withLock { $0 }
      if head.isWritable, let text = messages?.next() { send(text, on: connection) }
      _ = try connection.waitForNotification(
        or: wakeup.descriptor, deadline: .now + Self.pollInterval, notOf: sender
      ) { messages?.receive($0) }
      wakeup.drain()
    }
  }

  /// Sends a message. It may be lost: the next query finds out whether the connection is broken.
  private func send(_ text: String, on connection: PostgresConnection) {
    let payload = "\(PostgresConnection.messagePrefix)\(text) \(sender)"
    _ = try? connection.run([Statement("SELECT pg_notify('marquee', $1)", [payload])], timeout: Self.timeout)
  }
}

/// The delays between attempts to connect: they double, and are random, so that many nodes do not come at once.
struct Backoff {
  private static let first = 0.1
  /// With ``PostgresFollower``'s limit for connecting, a node follows again within 4 s after the database is back.
  private static let longest = 2.0

  private var attempts = 0

  /// The next delay: between half and the whole of 0.1, 0.2, 0.4 … 2 seconds.
  mutating func next() -> Duration {
    var delay = Self.first
    for _ in 0..<attempts { delay = min(delay * 2, Self.longest) }
    attempts = min(attempts + 1, 10)
    return .seconds(Double.random(in: delay / 2...delay))
  }
}

/// Wakes a thread that waits for a descriptor.
private final class WakeupPipe: Sendable {
  let descriptor: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    // Without a pipe, only its deadlines wake the thread.
    if unsafe pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }
    descriptor = ends[0]
    writing = ends[1]
  }

  deinit {
    close(descriptor)
    close(writing)
  }

  func wake() {
    let byte: [UInt8] = [1]
    _ = unsafe write(writing, byte, 1)
  }

  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(descriptor, &bytes, 64) > 0 {}
  }

  func wait(until deadline: ContinuousClock.Instant) {
    while true {
      let left = deadline - .now
      guard left > .zero else { return }
      var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = unsafe poll(&one, 1, Int32(clamping: Int((left / .milliseconds(1)).rounded(.up))))
      if count < 0, errno == EINTR { continue }
      drain()
      return
    }
  }
}
