internal import JSONText
internal import Screens

/// Reads the columns of a row, by their numbers. A value of the wrong type is an error: others can change the tables.
struct PostgresRow {
  let result: PostgresResult
  let index: Int

  func optionalBytes(_ column: Int) -> [UInt8]? { result.bytes(index, column) }

  func optionalText(_ column: Int) -> String? {
    optionalBytes(column).map { String(decoding: $0, as: UTF8.self) }
  }

  func text(_ column: Int) throws(StoreError) -> String {
    guard let text = optionalText(column) else { throw invalid(column) }
    return text
  }

  /// The largest accepted integer: 2⁵³, one more than the largest integer of I-JSON (RFC 7493 §2.2).
  private static let largestInteger = 1 << 53
  /// The end of the year 9999, in seconds since 1970 UTC.
  private static let latestTime = 253_402_300_799.0

  func optionalInteger(_ column: Int) throws(StoreError) -> Int? {
    guard let text = optionalText(column) else { return nil }
    guard let integer = Int(text), (-Self.largestInteger...Self.largestInteger).contains(integer) else {
      throw invalid(column)
    }
    return integer
  }

  func integer(_ column: Int) throws(StoreError) -> Int {
    guard let integer = try optionalInteger(column) else { throw invalid(column) }
    return integer
  }

  /// A time, in seconds. A column of the database can also hold infinity.
  func optionalReal(_ column: Int) throws(StoreError) -> Double? {
    guard let text = optionalText(column) else { return nil }
    guard let real = Double(text), abs(real) <= Self.latestTime else { throw invalid(column) }
    return real
  }

  func real(_ column: Int) throws(StoreError) -> Double {
    guard let real = try optionalReal(column) else { throw invalid(column) }
    return real
  }

  func optionalJSON(_ column: Int) throws(StoreError) -> JSONValue? {
    guard let text = optionalText(column) else { return nil }
    do {
      return try JSONParser.parse(text)
    } catch {
      throw invalid(column)
    }
  }

  func json(_ column: Int) throws(StoreError) -> JSONValue {
    guard let value = try optionalJSON(column) else { throw invalid(column) }
    return value
  }

  /// A message of an author, stored as a JSON string.
  func optionalMessage(_ column: Int) throws(StoreError) -> String? {
    guard let value = try optionalJSON(column) else { return nil }
    guard let text = value.stringValue else { throw invalid(column) }
    return text
  }

  func route(_ column: Int) throws(StoreError) -> Route {
    do {
      return try Route(stored: try text(column))
    } catch {
      throw invalid(column)
    }
  }

  func invalid(_ column: Int) -> StoreError {
    .damaged("the database has an invalid value in column \(column + 1) of a row of Marquee")
  }
}
