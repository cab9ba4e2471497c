internal import JSONText
internal import Screens

/// The rows that a statement returned.
@safe
final class PostgresResult {
  private let library: LibPQ
  private let pointer: LibPQ.Result
  let count: Int
  private let columnCount: Int

  /// - Parameter pointer: a result that this object clears.
  init(_ pointer: LibPQ.Result, _ library: LibPQ) {
    self.library = library
    unsafe self.pointer = unsafe pointer
    count = unsafe Int(library.tupleCount(pointer))
    columnCount = unsafe Int(library.fieldCount(pointer))
  }

  deinit { unsafe library.clear(pointer) }

  var rows: some Sequence<PostgresRow> { (0..<count).lazy.map { PostgresRow(result: self, index: $0) } }
  var first: PostgresRow? { count > 0 ? PostgresRow(result: self, index: 0) : nil }

  /// The bytes of a value in text form; nil for NULL.
  func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
    guard row >= 0, row < count, column >= 0, column < columnCount else { return nil }
    let (row, column) = (Int32(row), Int32(column))
    guard unsafe library.getIsNull(pointer, row, column) == 0,
      let start = unsafe library.getValue(pointer, row, column)
    else { return nil }
    // SAFETY: libpq has that many bytes there until the result is cleared.
    return unsafe Array(
      UnsafeBufferPointer(start: start, count: Int(library.getLength(pointer, row, column))))
  }
}

/// Reads the columns of a row, by their numbers. A value of the wrong type is an error: others can change the tables.
struct PostgresRow {
  fileprivate let result: PostgresResult
  fileprivate let index: Int

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
