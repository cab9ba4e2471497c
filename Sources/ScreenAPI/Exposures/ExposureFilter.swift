import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A cache of recently recorded exposures, so that repeated exposures of a unit cost one lookup.
///
/// It is a table of 32-bit fingerprints in sets of four. A new fingerprint evicts another one of its set. An evicted
/// exposure is recorded again, which has no effect. At most two exposures in a billion are mistaken for another.
///
/// The system allocates zeroed memory on first use, so a server without experiments uses none for the table.
///
/// Invariant: `cells` has `sets * ways` initialised entries for as long as this object lives.
@safe
final class ExposureFilter: @unchecked Sendable {
  private static let sets = 1 << 16
  private static let ways = 4

  private let cells: UnsafeMutablePointer<Atomic<UInt32>>

  init() {
    let count = Self.sets * Self.ways
    guard let memory = unsafe calloc(count, MemoryLayout<Atomic<UInt32>>.stride) else {
      preconditionFailure("no memory for a table of a megabyte")
    }
    // SAFETY: the memory has room for `count` entries, and an atomic 0 is four zero bytes.
    unsafe cells = memory.bindMemory(to: Atomic<UInt32>.self, capacity: count)
  }

  deinit {
    unsafe cells.deinitialize(count: Self.sets * Self.ways)
    unsafe free(cells)
  }

  /// Whether the cache does not contain a hash.
  func isNew(_ hash: UInt64) -> Bool {
    let (first, fingerprint) = Self.place(hash)
    for way in 0..<Self.ways {
      // SAFETY: a set's number is below `sets`.
      if unsafe cells[first + way].load(ordering: .relaxed) == fingerprint { return false }
    }
    return true
  }

  /// Adds a hash. Threads may call it concurrently: at worst, one of two hashes is lost.
  func remember(_ hash: UInt64) {
    let (first, fingerprint) = Self.place(hash)
    let way = Int(truncatingIfNeeded: hash >> 20) & (Self.ways - 1)
    var place = first + way
    for way in 0..<Self.ways {
      // SAFETY: a set's number is below `sets`.
      if unsafe cells[first + way].load(ordering: .relaxed) == 0 {
        place = first + way
        break
      }
    }
    // SAFETY: as above.
    unsafe cells[place].store(fingerprint, ordering: .relaxed)
  }

  /// Removes all hashes, so that exposures that could not be stored are recorded again.
  func removeAll() {
    for index in 0..<Self.sets * Self.ways {
      // SAFETY: the index is below the number of cells.
      unsafe cells[index].store(0, ordering: .relaxed)
    }
  }

  /// The first cell of a hash's set, and its fingerprint, which is never 0: 0 is an empty cell.
  private static func place(_ hash: UInt64) -> (first: Int, fingerprint: UInt32) {
    let set = Int(truncatingIfNeeded: hash) & (sets - 1)
    return (set * ways, UInt32(truncatingIfNeeded: hash >> 32) | 1)
  }

  /// A hash of a unit and a second key. Mixes eight bytes at a time: a multiplication, and XOR of both halves of the
  /// product.
  static func hash(_ unit: RawSpan, _ other: UInt64) -> UInt64 {
    // Mix the second key first. XOR alone would let a difference between two units cancel one between two keys.
    var state = mix(other) ^ UInt64(truncatingIfNeeded: unit.byteCount)
    var offset = 0
    while offset + 8 <= unit.byteCount {
      // SAFETY: eight bytes from the offset are within the span, and any bits are an integer.
      let word = unsafe unit.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
      state = mix(state ^ word)
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < unit.byteCount {
      // SAFETY: the offset is within the span.
      let byte = unsafe unit.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      rest = rest << 8 | UInt64(byte)
      offset += 1
    }
    return mix(mix(state ^ rest))
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let product = (value ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
