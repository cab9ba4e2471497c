internal import FileSystem
internal import GRDB
internal import JSONText
internal import Screens

extension StoreError {
  /// Converts an error of the database.
  init(_ error: any Error, at path: String) {
    switch error {
    case let error as StoreError:
      self = error
    case let error as DatabaseError:
      self.init(error, at: path)
    case is RowDecodingError:
      self = .damaged("\(path.inQuotes) is damaged: a column has an invalid value")
    default:
      self = .unavailable("cannot use \(path.inQuotes): \("\(error)".withoutControlCharacters)")
    }
  }

  /// Read errors that are caused by the file's content: it is too short, or a checksum is wrong.
  private static let corruptionCodes: [ResultCode] = [
    .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS, .SQLITE_IOERR_DATA,
  ]

  private init(_ error: DatabaseError, at path: String) {
    let reason = (error.message ?? "\(error.extendedResultCode)").withoutControlCharacters
    // <https://www.sqlite.org/rescode.html>
    switch error.resultCode {
    case .SQLITE_CONSTRAINT where error.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY:
      self = .conflict
    case .SQLITE_FULL:
      self = .full("there is no room left to write \(path.inQuotes)")
    case .SQLITE_NOTADB:
      self = .damaged("\(path.inQuotes) is damaged: it is not an SQLite database")
    case .SQLITE_CORRUPT, .SQLITE_MISMATCH:
      self = .damaged("\(path.inQuotes) is damaged: \(reason)")
    case .SQLITE_IOERR where Self.corruptionCodes.contains(error.extendedResultCode):
      self = .damaged("\(path.inQuotes) is damaged: \(reason)")
    case .SQLITE_READONLY:
      self = .readOnly("cannot write \(path.inQuotes): \(reason)")
    case .SQLITE_CANTOPEN where !SystemCall.canWrite(to: SystemCall.parent(of: path)):
      self = .readOnly("cannot write beside \(path.inQuotes): \(SystemCall.reason)")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self = .unavailable("\(path.inQuotes) is in use by another program")
    default:
      self = .unavailable("cannot use \(path.inQuotes): \(reason)")
    }
  }
}

extension String {
  /// The text with control characters replaced by spaces. A text that quotes a damaged file may contain them.
  var withoutControlCharacters: String {
    String(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
  }

  /// The text in double quotes, escaped as JSON, so that a message with it is one line.
  var inQuotes: String { JSONValue.string(self).text }
}
