internal import GRDB
internal import JSONText
internal import Screens

/// Columns read one by one: what is on the disk may have been changed by anyone, so a value of the wrong type is
/// an error, and not the end of the process as with GRDB's subscripts.
struct StoredColumns {
  let row: Row
  let path: String

  func text(_ column: String) throws(StoreError) -> String {
    guard let text = try optionalText(column) else { throw fault(column) }
    return text
  }

  func optionalText(_ column: String) throws(StoreError) -> String? {
    let value: DatabaseValue? = row[column]
    guard let value else { return nil }
    switch value.storage {
    case .null: return nil
    case .string(let text): return text
    default: throw fault(column)
    }
  }

  func optionalBytes(_ column: String) throws(StoreError) -> [UInt8]? {
    let value: DatabaseValue? = row[column]
    guard let value else { return nil }
    switch value.storage {
    case .null: return nil
    case .blob(let data): return [UInt8](data)
    default: throw fault(column)
    }
  }

  func integer(_ column: String) throws(StoreError) -> Int {
    let value: DatabaseValue? = row[column]
    guard case .int64(let integer) = value?.storage else { throw fault(column) }
    return Int(integer)
  }

  func real(_ column: String) throws(StoreError) -> Double {
    let value: DatabaseValue? = row[column]
    guard case .double(let real) = value?.storage else { throw fault(column) }
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

  /// A person's words, which are kept as a JSON string.
  func optionalWords(_ column: String) throws(StoreError) -> String? {
    guard let value = try optionalJSON(column) else { return nil }
    guard let text = value.stringValue else { throw fault(column) }
    return text
  }

  func json(_ column: String) throws(StoreError) -> JSONValue {
    guard let value = try optionalJSON(column) else { throw fault(column) }
    return value
  }

  func optionalJSON(_ column: String) throws(StoreError) -> JSONValue? {
    guard let text = try optionalText(column) else { return nil }
    do {
      return try JSONParser.parse(text)
    } catch {
      throw fault(column)
    }
  }

  func route() throws(StoreError) -> Route {
    do {
      return try Route(try text("route"))
    } catch {
      throw fault("route")
    }
  }

  func fault(_ column: String) -> StoreError {
    .damaged("\(path.onOneLine) is damaged: a \(column) does not hold what it should")
  }
}
