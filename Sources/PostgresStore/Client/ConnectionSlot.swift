internal import Synchronization

/// A connection that is opened at the first use, and again after it broke. One caller uses it at a time.
final class ConnectionSlot: Sendable {
  /// How long to wait for a connection.
  private static let connectTimeout = Duration.seconds(2)

  private enum State {
    case none
    case open(PostgresConnection, generation: Int)
    case closed
  }

  private let settings: PostgresConnection.Settings
  private let state = Mutex(State.none)
  /// Incremented when the connection must not be used again. Unlike `state`, it can change while a caller uses the
  /// connection.
  private let generation = Atomic<Int>(0)

  init(_ settings: PostgresConnection.Settings) { self.settings = settings }

  /// Ends the connection. Later calls fail.
  func close() { state.withLock { $0 = .closed } }

  /// Ends the connection. The next use opens another one.
  func reset() {
    state.withLock { state in
      if case .open = state { state = .none }
    }
  }

  /// Makes the next use open another connection. Does not wait for the current use to end.
  func retire() { generation.add(1, ordering: .relaxed) }

  /// Calls `body` with the connection.
  func use<Value: Sendable>(
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    let before = generation.load(ordering: .relaxed)
    return try state.withLock { (state) throws(PostgresError) -> Value in
      // The database was lost while this caller waited for its turn: fail instead of waiting for another timeout.
      guard generation.load(ordering: .relaxed) == before else {
        throw .unreachable("the database does not answer")
      }
      let connection: PostgresConnection
      let now = generation.load(ordering: .relaxed)
      switch state {
      case .open(let open, let generation) where generation == now && !open.hasEnded: connection = open
      case .none, .open:
        state = .none
        connection = try PostgresConnection.open(settings, timeout: Self.connectTimeout)
        state = .open(connection, generation: now)
      case .closed: throw .unreachable("the store is closed")
      }
      do throws(PostgresError) {
        return try body(connection)
      } catch {
        if error.endsConnection || connection.isBroken { state = .none }
        throw error
      }
    }
  }

  /// Runs statements as one transaction. See ``PostgresConnection/run(_:timeout:limit:)``.
  func run(
    _ statements: [Statement], within timeout: Duration, limit: Duration? = nil
  ) throws(PostgresError) -> PostgresResults {
    try use { (connection) throws(PostgresError) in
      PostgresResults(try connection.run(statements, timeout: timeout, limit: limit))
    }
  }
}
