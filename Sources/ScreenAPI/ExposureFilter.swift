import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Remembers which exposures were noted lately, so that a unit that comes again costs no more than a look.
///
/// A table of fingerprints, four to a set; one that is new takes the place of another of its set. Who is forgotten is
/// noted once more, which changes nothing. One exposure in some billions is taken for another and lost.
///
/// The table is zeroes that the system makes when they are first touched: a server without experiments has none of it.
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
    // SAFETY: there is room for so many, and an atomic number of zero is four bytes of zero.
    unsafe cells = memory.bindMemory(to: Atomic<UInt32>.self, capacity: count)
  }

  deinit {
    unsafe cells.deinitialize(count: Self.sets * Self.ways)
    unsafe free(cells)
  }

  /// Whether a hash is not among those remembered.
  func isNew(_ hash: UInt64) -> Bool {
    let (first, fingerprint) = Self.place(hash)
    for way in 0..<Self.ways {
      // SAFETY: a set's number is below `sets`.
      if unsafe cells[first + way].load(ordering: .relaxed) == fingerprint { return false }
    }
    return true
  }

  /// Threads may do so at once: at worst one of two is forgotten.
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

  /// Forgets all: what could not be stored is to be noted again.
  func removeAll() {
    for index in 0..<Self.sets * Self.ways {
      // SAFETY: there are so many cells.
      unsafe cells[index].store(0, ordering: .relaxed)
    }
  }

  /// The first cell of a set, and what stands for the hash in it; never 0, which is an empty cell.
  private static func place(_ hash: UInt64) -> (first: Int, fingerprint: UInt32) {
    let set = Int(truncatingIfNeeded: hash) & (sets - 1)
    return (set * ways, UInt32(truncatingIfNeeded: hash >> 32) | 1)
  }

  /// A hash of a unit and of what it is told apart by. Mixes eight bytes at a time by a multiplication whose halves
  /// are put together.
  static func hash(_ unit: RawSpan, _ other: UInt64) -> UInt64 {
    // Mixed first: what two are told apart by must not be undone by what they differ in.
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
