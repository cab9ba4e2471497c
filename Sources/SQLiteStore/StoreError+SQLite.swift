internal import GRDB
internal import JSONText
internal import Screens

extension StoreError {
  /// What an error of the database means for who uses the store.
  init(_ error: any Error, at path: String) {
    switch error {
    case let error as StoreError:
      self = error
    case let error as DatabaseError:
      self.init(error, at: path)
    case is RowDecodingError:
      self = .damaged("\(path.onOneLine) is damaged: a column does not hold what it should")
    default:
      self = .unavailable("cannot use \(path.onOneLine): \("\(error)".asOneLine)")
    }
  }

  /// Errors of reading that come from the file and not from the disk: it ends too early, or a checksum differs.
  private static let codesOfDamage: [ResultCode] = [
    .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS, .SQLITE_IOERR_DATA,
  ]

  private init(_ error: DatabaseError, at path: String) {
    let reason = (error.message ?? "\(error.extendedResultCode)").asOneLine
    // <https://www.sqlite.org/rescode.html>
    switch error.resultCode {
    case .SQLITE_CONSTRAINT where error.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY:
      self = .conflict
    case .SQLITE_FULL:
      self = .full("there is no room left to write \(path.onOneLine)")
    case .SQLITE_NOTADB:
      self = .damaged("\(path.onOneLine) is damaged: it is not an SQLite database")
    case .SQLITE_CORRUPT, .SQLITE_MISMATCH:
      self = .damaged("\(path.onOneLine) is damaged: \(reason)")
    case .SQLITE_IOERR where Self.codesOfDamage.contains(error.extendedResultCode):
      self = .damaged("\(path.onOneLine) is damaged: \(reason)")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self = .unavailable("\(path.onOneLine) is in use by another program")
    default:
      self = .unavailable("cannot use \(path.onOneLine): \(reason)")
    }
  }
}

extension String {
  /// Without line breaks and other control characters, which a text that quotes a damaged file may have.
  var asOneLine: String {
    String(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
  }

  /// In double quotes and escaped, so that a message with it is one line.
  var onOneLine: String { JSONValue.string(self).text }
}
