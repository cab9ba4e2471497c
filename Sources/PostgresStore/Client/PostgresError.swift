internal import Screens

/// Why statements failed.
enum PostgresError: Error {
  /// The database refused a statement. The transaction was rolled back.
  /// - Parameter constraint: the name of the violated constraint, if there is one.
  case refused(sqlState: String, message: String, constraint: String?)
  /// There is no connection, and nothing was sent.
  case unreachable(String)
  /// The connection broke, or the deadline passed, after statements were sent.
  case broken(String)

  /// SQLSTATE codes that the store distinguishes (<https://www.postgresql.org/docs/current/errcodes-appendix.html>).
  enum Code {
    static let divisionByZero = "22012"
    static let serializationFailure = "40001"
    static let deadlock = "40P01"
    static let uniqueViolation = "23505"
    static let lockNotAvailable = "55P03"
    static let readOnlyTransaction = "25006"
    static let undefinedTable = "42P01"
    static let diskFull = "53100"
  }

  /// Whether the connection cannot be used again: it broke, or the server is going away or became a standby.
  var endsConnection: Bool {
    switch self {
    case .refused(let state, _, _): state.hasPrefix("57P") || state == Code.readOnlyTransaction
    case .unreachable, .broken: true
    }
  }

  /// One line for people. It holds no secret: libpq names hosts, users and databases, but no passwords.
  var message: String {
    let text =
      switch self {
      case .refused(_, let message, _), .unreachable(let message), .broken(let message): message
      }
    // libpq writes hints on lines of their own, with a tab before them.
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The error of the store.
  var storeError: StoreError {
    switch self {
    case .refused(Code.diskFull, _, _): .full("the database has no room left: \(message)")
    default: .unavailable("the database cannot be used: \(message)")
    }
  }
}
