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
