internal import Screens

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// One connection to the database, in libpq's pipeline mode. Each call ends by a deadline, whatever the network does.
///
/// One thread uses it at a time.
@safe
final class PostgresConnection: @unchecked Sendable {
  // SAFETY: the owner's lock, or its only thread, keeps calls apart.

  /// What stays the same for all connections of a store.
  struct Settings: Sendable {
    let library: LibPQ
    /// A connection string or URI, as libpq takes it.
    let text: String
    /// The hosts that it names; empty unless there are several.
    let hosts: [ConnectionText.Host]
    /// Whether a service file or the environment may name several hosts.
    let mayNameHostsElsewhere: Bool
    /// The name of the node, which the database shows in `pg_stat_activity`.
    let node: String
  }

  private let library: LibPQ
  private let connection: LibPQ.Connection
  /// Whether statements were sent whose results were not read to their end. Such a connection is not used again.
  private(set) var isBroken = false

  /// Connects to the first host that takes the connection.
  /// - Parameter timeout: how long each host may take. libpq has one limit for all hosts together, so that a host that
  ///   hangs would keep it from trying the next.
  /// - Throws: ``PostgresError/unreachable(_:)`` of the last host.
  static func open(_ settings: Settings, timeout: Duration) throws(PostgresError) -> PostgresConnection {
    var hosts = settings.hosts
    if hosts.isEmpty, settings.mayNameHostsElsewhere {
      // libpq reads a service file when it begins a connection, which ends here.
      let begun = try PostgresConnection(settings, nil)
      hosts = unsafe ConnectionText.hosts(of: begun.connection, settings.library)
    }
    for host in hosts.dropLast() {
      do throws(PostgresError) {
        return try PostgresConnection(settings, host).connected(by: .now + timeout)
      } catch {
        continue
      }
    }
    return try PostgresConnection(settings, hosts.last).connected(by: .now + timeout)
  }

  /// Begins a connection.
  private init(_ settings: Settings, _ host: ConnectionText.Host?) throws(PostgresError) {
    library = settings.library
    // Parameters after `dbname` override the connection string; those before it are defaults.
    // A dead peer is noticed within seconds: keepalives for a connection that waits, TCP_USER_TIMEOUT for one that
    // sends (<https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-KEEPALIVES>).
    var parameters = [
      ("fallback_application_name", "marquee/" + settings.node), ("connect_timeout", "5"),
      ("keepalives", "1"), ("keepalives_idle", "2"), ("keepalives_interval", "1"), ("keepalives_count", "2"),
      ("tcp_user_timeout", "3000"), ("target_session_attrs", "read-write"), ("dbname", settings.text),
      ("client_encoding", "UTF8"),
    ]
    for parameter in host?.parameters ?? [] { parameters.append((parameter.name, parameter.value)) }
    let opened = unsafe Self.withCStrings(parameters.map(\.0)) { names in
      unsafe Self.withCStrings(parameters.map(\.1)) { values in
        unsafe settings.library.connectStartParams(names, values, 1)
      }
    }
    guard let connection = unsafe opened else { throw .unreachable("there is no memory for a connection") }
    unsafe self.connection = unsafe connection
    // libpq would print warnings of the server to standard error, between the lines of the log.
    _ = unsafe library.setNoticeProcessor(connection, { _, _ in }, nil)
  }

  /// This connection, once it is established.
  private func connected(by deadline: ContinuousClock.Instant) throws(PostgresError) -> PostgresConnection {
    try connect(deadline)
    return self
  }

  deinit { unsafe library.finish(connection) }

  private func connect(_ deadline: ContinuousClock.Instant) throws(PostgresError) {
    // CONNECTION_BAD, which PQstatus returns at once for a malformed connection string.
    guard unsafe library.status(connection) != 1 else { throw .unreachable(errorText) }
    var direction = LibPQ.PollingStatus.writing
    while true {
      switch direction {
      case LibPQ.PollingStatus.ok:
        guard unsafe library.setNonBlocking(connection, 1) == 0,
          unsafe library.enterPipelineMode(connection) == 1
        else {
          throw .unreachable(errorText)
        }
        return
      case LibPQ.PollingStatus.failed: throw .unreachable(errorText)
      case LibPQ.PollingStatus.reading:
        guard wait(for: POLLIN, until: deadline) else { throw .unreachable(Self.noResponse) }
      default:
        guard wait(for: POLLOUT, until: deadline) else { throw .unreachable(Self.noResponse) }
      }
      direction = unsafe library.connectPoll(connection)
    }
  }

  /// Whether the server ended the connection while it was idle. Does not wait. False within a transaction, whose next
  /// statement must fail and not begin on another connection.
  var hasEnded: Bool {
    guard unsafe library.transactionStatus(connection) == 0 else { return false }
    // The server's last words come before the end itself.
    while isReadable {
      guard unsafe library.consumeInput(connection) == 1, unsafe library.status(connection) != 1 else {
        return true
      }
    }
    return false
  }

  private static let noResponse = "the database does not answer"

  // MARK: Statements

  /// Runs statements as one transaction: all of them, or none if one fails.
  ///
  /// They are sent at once and followed by one Sync, which ends their implicit transaction
  /// (<https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING>).
  /// - Parameters:
  ///   - timeout: how long to wait for bytes. A connection that brings none for that time counts as broken.
  ///   - limit: how long all statements may take; nil for `timeout`.
  /// - Returns: the result of each statement.
  /// - Throws: ``PostgresError/refused(sqlState:message:constraint:)`` if one fails, ``PostgresError/broken(_:)``
  ///   if the outcome is not known.
  func run(
    _ statements: [Statement], timeout: Duration, limit: Duration? = nil
  ) throws(PostgresError) -> [PostgresResult] {
    let end = ContinuousClock.now + (limit ?? timeout)
    var deadline: ContinuousClock.Instant { min(end, .now + timeout) }
    guard !isBroken else { throw .unreachable("the connection is broken") }
    isBroken = true
    for statement in statements {
      guard send(statement) else { throw .broken(errorText) }
    }
    guard unsafe library.pipelineSync(connection) == 1 else { throw .broken(errorText) }
    try flush { deadline }
    var results: [PostgresResult] = []
    var failure: PostgresError?
    var isSynchronised = false
    while !isSynchronised {
      // A null pointer follows the results of each statement, but not the result of the Sync.
      while let pointer = unsafe try nextResult(until: { deadline }) {
        switch unsafe library.resultStatus(pointer) {
        case LibPQ.ResultStatus.tuplesOK, LibPQ.ResultStatus.commandOK:
          unsafe results.append(PostgresResult(pointer, library))
        case LibPQ.ResultStatus.pipelineSync:
          unsafe library.clear(pointer)
          isSynchronised = true
        case LibPQ.ResultStatus.pipelineAborted: unsafe library.clear(pointer)
        default:
          failure = unsafe failure ?? refusal(pointer)
          unsafe library.clear(pointer)
        }
        if isSynchronised { break }
      }
      if !isSynchronised, unsafe library.status(connection) == 1 { throw failure ?? .broken(errorText) }
    }
    isBroken = false
    if let failure { throw failure }
    return results
  }

  private func send(_ statement: Statement) -> Bool {
    unsafe statement.sql.withCString { sql in
      unsafe Self.withOptionalCStrings(statement.parameters) { values in
        unsafe library.sendQueryParams(
          connection, sql, Int32(statement.parameters.count), nil, values, nil, nil, 0) == 1
      }
    }
  }

  private func flush(
    until deadline: () -> ContinuousClock.Instant
  ) throws(PostgresError) {
    while true {
      switch unsafe library.flush(connection) {
      case 0: return
      case 1:
        // The server may wait for us to read before it reads on.
        guard wait(for: POLLIN | POLLOUT, until: deadline()) else { throw .broken(Self.noResponse) }
        guard unsafe library.consumeInput(connection) == 1 else { throw .broken(errorText) }
      default: throw .broken(errorText)
      }
    }
  }

  private func nextResult(
    until deadline: () -> ContinuousClock.Instant
  ) throws(PostgresError) -> LibPQ.Result? {
    while unsafe library.isBusy(connection) == 1 {
      guard wait(for: POLLIN, until: deadline()) else { throw .broken(Self.noResponse) }
      guard unsafe library.consumeInput(connection) == 1 else { throw .broken(errorText) }
    }
    return unsafe library.getResult(connection)
  }

  private func refusal(_ result: LibPQ.Result) -> PostgresError {
    let state = unsafe library.resultErrorField(result, LibPQ.ErrorField.sqlState)
    let message = unsafe library.resultErrorField(result, LibPQ.ErrorField.primaryMessage)
    // A result without a state comes from libpq itself: the connection broke.
    guard let state = unsafe state else { return .broken(errorText) }
    let constraint = unsafe library.resultErrorField(result, LibPQ.ErrorField.constraint)
    return unsafe .refused(
      sqlState: String(cString: state), message: message.map { unsafe String(cString: $0) } ?? "it failed",
      constraint: constraint.map { unsafe String(cString: $0) })
  }

  // MARK: Notifications

  /// Waits for a notification.
  /// - Parameters:
  ///   - wakeup: a descriptor whose readability ends the wait, too.
  ///   - sender: the last word of the payloads that do not end the wait, and are not received.
  ///   - receive: takes messages between nodes, which do not end the wait.
  /// - Returns: false if none came by the deadline.
  /// - Throws: ``PostgresError/broken(_:)`` if the server ended the connection.
  func waitForNotification(
    or wakeup: Int32, deadline: ContinuousClock.Instant, notOf sender: String? = nil,
    _ receive: (String) -> Void = { _ in }
  ) throws(PostgresError) -> Bool {
    while !takeNotifications(notOf: sender, receive) {
      guard wait(for: POLLIN, until: deadline, or: wakeup) else { return false }
      guard unsafe library.consumeInput(connection) == 1 else {
        isBroken = true
        throw .broken(errorText)
      }
    }
    return true
  }

  /// The begin of the text of a notification that is a message between nodes.
  static let messagePrefix = "message "

  /// Takes all notifications that have arrived. Passes on the messages of other senders.
  /// - Returns: whether there was one of another sender that is no message.
  private func takeNotifications(notOf sender: String?, _ receive: (String) -> Void) -> Bool {
    var isFound = false
    while let notification = unsafe library.notifies(connection) {
      let payload = unsafe LibPQ.payload(of: notification)
      let last = payload.split(separator: " ").last
      if sender == nil || last.map(String.init) != sender {
        if payload.hasPrefix(Self.messagePrefix), let last {
          receive(String(payload.dropFirst(Self.messagePrefix.count).dropLast(last.count + 1)))
        } else {
          isFound = true
        }
      }
      unsafe library.freeMemory(notification)
    }
    return isFound
  }

  // MARK: About the server

  var serverVersion: Int { unsafe Int(library.serverVersion(connection)) }
  var usesTLS: Bool { unsafe library.sslInUse(connection) == 1 }

  /// The host, port and database that it is connected to.
  var location: String {
    let host = unsafe library.host(connection).map { unsafe String(cString: $0) } ?? ""
    let port = unsafe library.port(connection).map { unsafe String(cString: $0) } ?? ""
    let database = unsafe library.database(connection).map { unsafe String(cString: $0) } ?? ""
    return "\(database) at \(host):\(port)"
  }

  func parameter(_ name: String) -> String? {
    unsafe name.withCString { name in
      unsafe library.parameterStatus(connection, name).map { unsafe String(cString: $0) }
    }
  }

  private var errorText: String {
    let text = unsafe library.errorMessage(connection).map { unsafe String(cString: $0) } ?? ""
    return text.isEmpty ? "the connection broke" : text
  }

  // MARK: Waiting

  /// Waits until the socket is ready.
  /// - Returns: false at the deadline, or if `wakeup` became readable and the socket did not.
  private func wait(
    for events: Int32, until deadline: ContinuousClock.Instant, or wakeup: Int32 = -1
  ) -> Bool {
    while true {
      let left = deadline - .now
      guard left > .zero else { return false }
      let milliseconds = Int32(clamping: Int((left / .milliseconds(1)).rounded(.up)))
      var descriptors = unsafe [
        pollfd(fd: library.socket(connection), events: Int16(events), revents: 0),
        pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0),
      ]
      let count = unsafe poll(&descriptors, 2, milliseconds)
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      if descriptors[0].revents != 0 { return true }
      if descriptors[1].revents != 0 { return false }
    }
  }

  private var isReadable: Bool {
    var descriptor = unsafe pollfd(fd: library.socket(connection), events: Int16(POLLIN), revents: 0)
    return unsafe poll(&descriptor, 1, 0) > 0
  }

  // MARK: C strings

  private static func withCStrings<Value>(_ texts: [String], _ body: (LibPQ.CStrings) -> Value) -> Value {
    unsafe withPointers(texts.map { $0 }) { pointers in
      unsafe pointers.withUnsafeBufferPointer { buffer in
        // SAFETY: the array ends with a null pointer, so it is not empty.
        unsafe body(buffer.baseAddress.unsafelyUnwrapped)
      }
    }
  }

  private static func withOptionalCStrings<Value>(
    _ texts: [String?], _ body: (LibPQ.CStrings?) -> Value
  ) -> Value {
    unsafe withPointers(texts) { pointers in
      unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
  }

  /// Calls `body` with pointers to the texts, and a null pointer after them.
  private static func withPointers<Value>(_ texts: [String?], _ body: ([LibPQ.CString?]) -> Value) -> Value {
    // One buffer for all texts, so that their number does not matter.
    var bytes: [CChar] = []
    var starts: [Int?] = []
    for text in texts {
      guard let text else {
        starts.append(nil)
        continue
      }
      starts.append(bytes.count)
      bytes.append(contentsOf: text.utf8.lazy.map { CChar(bitPattern: $0) })
      bytes.append(0)
    }
    bytes.append(0)
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      let base = buffer.baseAddress
      var pointers: [LibPQ.CString?] = unsafe []
      for start in starts {
        unsafe pointers.append(start.flatMap { offset in unsafe base.map { unsafe $0 + offset } })
      }
      unsafe pointers.append(nil)
      return unsafe body(pointers)
    }
  }
}
