/// The positions of the field lines of one request. The memory is allocated once and reused for the next request.
///
/// Invariant: `lines` has room for `capacity` entries, of which the first `count` are initialised; `first` has one
/// entry for every `KnownField`, either `none` or an index below `count`.
@safe
final class FieldTable {
  static let none: UInt8 = 0xFF

  private let lines: UnsafeMutablePointer<FieldLine>
  private let first: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private(set) var count = 0
  /// A bit for each known field: whether it occurs more than once.
  private(set) var repeated: UInt64 = 0

  /// Creates a table for `capacity` lines, at most 254: an index must fit a byte.
  init(capacity: Int) {
    self.capacity = min(max(capacity, 1), 254)
    unsafe lines = .allocate(capacity: self.capacity)
    unsafe first = .allocate(capacity: KnownField.count)
    unsafe first.initialize(repeating: Self.none, count: KnownField.count)
  }

  init(copying other: FieldTable) {
    capacity = max(other.count, 1)
    unsafe lines = .allocate(capacity: capacity)
    unsafe first = .allocate(capacity: KnownField.count)
    // SAFETY: both sides have room for these counts, and `FieldLine` is trivial.
    unsafe lines.initialize(from: other.lines, count: other.count)
    unsafe first.initialize(from: other.first, count: KnownField.count)
    count = other.count
    repeated = other.repeated
  }

  deinit {
    unsafe lines.deallocate()
    unsafe first.deallocate()
  }

  /// Replaces the lines with those of `other`, which must fit this table.
  func copy(_ other: FieldTable) {
    precondition(other.count <= capacity, "the other field table has more lines than fit this one")
    // SAFETY: there is room for these counts, and `FieldLine` is trivial.
    unsafe lines.initialize(from: other.lines, count: other.count)
    unsafe first.update(from: other.first, count: KnownField.count)
    count = other.count
    repeated = other.repeated
  }

  func removeAll() {
    guard count > 0 else { return }
    count = 0
    repeated = 0
    unsafe first.update(repeating: Self.none, count: KnownField.count)
  }

  /// Adds a line. Returns false if the table is full.
  func append(_ line: FieldLine) -> Bool {
    guard count < capacity else { return false }
    // SAFETY: count < capacity.
    unsafe (lines + count).initialize(to: line)
    if line.known < KnownField.count {
      // SAFETY: the raw value is checked above.
      if unsafe first[Int(line.known)] == Self.none {
        unsafe first[Int(line.known)] = UInt8(truncatingIfNeeded: count)
      } else {
        repeated |= 1 &<< UInt64(line.known)
      }
    }
    count += 1
    return true
  }

  subscript(index: Int) -> FieldLine {
    precondition(index >= 0 && index < count, "index outside the field table")
    // SAFETY: the index is checked above.
    return unsafe lines[index]
  }

  /// The index of the first line of `field`.
  func index(of field: KnownField) -> Int? {
    // SAFETY: `first` has an entry for every case.
    let index = unsafe first[Int(field.rawValue)]
    return index == Self.none ? nil : Int(index)
  }

  func isRepeated(_ field: KnownField) -> Bool { repeated & (1 &<< UInt64(field.rawValue)) != 0 }
}
