internal import Synchronization

/// A connection that is opened at the first use, and again after it broke. One caller uses it at a time.
final class ConnectionSlot: Sendable {
  /// How long to wait for a connection.
  private static let connectTimeout = Duration.seconds(2)

  private enum State {
    case none
    case open(PostgresConnection)
    case closed
  }

  private let settings: PostgresConnection.Settings
  private let state = Mutex(State.none)

  init(_ settings: PostgresConnection.Settings) { self.settings = settings }

  /// Ends the connection for good.
  func close() { state.withLock { $0 = .closed } }

  /// Ends the connection. The next use opens another one.
  func reset() {
    state.withLock { state in
      if case .open = state { state = .none }
    }
  }

  /// Calls `body` with the connection.
  func use<Value: Sendable>(
    _ body: (PostgresConnection) throws(PostgresFailure) -> Value
  ) throws(PostgresFailure) -> Value {
    try state.withLock { (state) throws(PostgresFailure) -> Value in
      let connection: PostgresConnection
      switch state {
      case .open(let open): connection = open
      case .none:
        connection = try PostgresConnection(settings, deadline: .now + Self.connectTimeout)
        state = .open(connection)
      case .closed: throw .unreachable("the store is closed")
      }
      do throws(PostgresFailure) {
        return try body(connection)
      } catch {
        if error.endsConnection || connection.isBroken { state = .none }
        throw error
      }
    }
  }

  /// Runs statements as one transaction.
  func run(
    _ statements: [Statement], within timeout: Duration
  ) throws(PostgresFailure) -> PostgresResults {
    try use { (connection) throws(PostgresFailure) in
      PostgresResults(try connection.run(statements, deadline: .now + timeout))
    }
  }
}

/// The results of several statements, in order.
struct PostgresResults: @unchecked Sendable {
  // SAFETY: results are immutable; each has one owner after the connection returned it.

  private let results: [PostgresResult]

  init(_ results: [PostgresResult]) { self.results = results }

  /// The rows of a statement; none for a statement that returns none.
  func rows(_ statement: Int) -> [PostgresRow] {
    results.indices.contains(statement) ? Array(results[statement].rows) : []
  }

  func first(_ statement: Int) -> PostgresRow? {
    results.indices.contains(statement) ? results[statement].first : nil
  }
}
