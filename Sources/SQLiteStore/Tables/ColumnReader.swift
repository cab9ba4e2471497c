internal import GRDB
internal import JSONText
internal import Screens

/// Reads the columns of a row. Anyone can change a file on the disk, so a value of the wrong type is an error. GRDB's
/// typed subscripts would end the process.
struct ColumnReader {
  let row: Row
  let path: String

  func text(_ column: String) throws(StoreError) -> String {
    guard let text = try optionalText(column) else { throw invalid(column) }
    return text
  }

  func optionalText(_ column: String) throws(StoreError) -> String? {
    let value: DatabaseValue? = row[column]
    guard let value else { return nil }
    switch value.storage {
    case .null: return nil
    case .string(let text): return text
    default: throw invalid(column)
    }
  }

  func optionalBytes(_ column: String) throws(StoreError) -> [UInt8]? {
    let value: DatabaseValue? = row[column]
    guard let value else { return nil }
    switch value.storage {
    case .null: return nil
    case .blob(let data): return [UInt8](data)
    default: throw invalid(column)
    }
  }

  func integer(_ column: String) throws(StoreError) -> Int {
    let value: DatabaseValue? = row[column]
    guard case .int64(let integer) = value?.storage else { throw invalid(column) }
    return Int(integer)
  }

  func real(_ column: String) throws(StoreError) -> Double {
    let value: DatabaseValue? = row[column]
    guard case .double(let real) = value?.storage else { throw invalid(column) }
    return real
  }

  func optionalInteger(_ column: String) throws(StoreError) -> Int? {
    let value: DatabaseValue? = row[column]
    guard let value, !value.isNull else { return nil }
    return try integer(column)
  }

  func optionalReal(_ column: String) throws(StoreError) -> Double? {
    let value: DatabaseValue? = row[column]
    guard let value, !value.isNull else { return nil }
    return try real(column)
  }

  /// A message of an author, stored as a JSON string.
  func optionalMessage(_ column: String) throws(StoreError) -> String? {
    guard let value = try optionalJSON(column) else { return nil }
    guard let text = value.stringValue else { throw invalid(column) }
    return text
  }

  func json(_ column: String) throws(StoreError) -> JSONValue {
    guard let value = try optionalJSON(column) else { throw invalid(column) }
    return value
  }

  func optionalJSON(_ column: String) throws(StoreError) -> JSONValue? {
    guard let text = try optionalText(column) else { return nil }
    do {
      return try JSONParser.parse(text)
    } catch {
      throw invalid(column)
    }
  }

  func route() throws(StoreError) -> Route {
    do {
      return try Route(stored: try text("route"))
    } catch {
      throw invalid("route")
    }
  }

  /// The error for a column, with the columns that identify the row.
  func invalid(_ column: String) -> StoreError {
    let identity = ["kind", "name", "route", "number", "id"].compactMap { name -> String? in
      let value: DatabaseValue? = name == column ? nil : row[name]
      return switch value?.storage {
      case .string(let text): "\(name) \(text.inQuotes.withoutControlCharacters)"
      case .int64(let number): "\(name) \(number)"
      default: nil
      }
    }
    let place = identity.isEmpty ? "" : " (\(identity.joined(separator: ", ")))"
    return .damaged("\(path.inQuotes) is damaged: a \(column) has an invalid value\(place)")
  }
}
