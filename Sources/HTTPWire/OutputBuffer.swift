/// Bytes that wait to be sent, in one piece.
///
/// Invariant: `base` has room for `capacity` bytes; `0 <= lower <= upper <= capacity`; the bytes held are
/// `lower..<upper` and initialised.
@safe
package final class OutputBuffer {
  private var base: UnsafeMutablePointer<UInt8>
  private var room: Int
  private var lower = 0
  private var upper = 0

  package init(capacity: Int) {
    room = max(capacity, 64)
    unsafe base = .allocate(capacity: room)
  }

  /// A buffer that holds what `other` holds, and no more room than that needs.
  package init(taking other: OutputBuffer) {
    room = max(other.count, 64)
    unsafe base = .allocate(capacity: room)
    upper = other.count
    // SAFETY: there is room for `other.count` bytes, which are initialised there.
    unsafe base.initialize(from: other.base + other.lower, count: other.count)
  }

  deinit { unsafe base.deallocate() }

  /// Bytes of memory that it takes.
  package var capacity: Int { room }
  package var count: Int { upper - lower }
  package var isEmpty: Bool { upper == lower }

  /// What is held; valid until the buffer is changed.
  package var bytes: Bytes {
    // SAFETY: lower + count <= upper <= capacity, initialised.
    unsafe Bytes(start: UnsafePointer(base + lower), count: count)
  }

  package func removeAll() { (lower, upper) = (0, 0) }

  /// Drops bytes from the front, which have been sent.
  package func consume(_ amount: Int) {
    lower = min(lower + max(amount, 0), upper)
    if lower == upper { removeAll() }
  }

  /// Gives memory beyond `capacity` back once nothing is held.
  package func shrink(to size: Int) {
    guard isEmpty, capacity > size else { return }
    unsafe base.deallocate()
    room = max(size, 64)
    unsafe base = .allocate(capacity: room)
  }

  package func append(_ bytes: Bytes) {
    reserve(bytes.count)
    unsafe bytes.withUnsafeBytes { source in
      guard let from = source.baseAddress else { return }
      // SAFETY: `reserve` made room for them behind `upper`.
      unsafe UnsafeMutableRawPointer(base + upper).copyMemory(from: from, byteCount: source.count)
    }
    upper += bytes.count
  }

  package func append(_ array: [UInt8]) { array.withBytes { append($0) } }

  func append(_ array: [UInt8], _ range: Range<Int>) { array.withBytes { append($0[range]) } }

  package func append(_ text: StaticString) {
    guard text.hasPointerRepresentation else { return }
    // SAFETY: a literal's bytes stay for as long as the program runs.
    unsafe append(Bytes(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Puts a date over the 29 bytes at `place`, counted from the first byte held.
  func patch(at place: Int, _ date: HTTPDate.Text) {
    guard place >= 0, place + HTTPDate.count <= count else { return }
    date.withBytes { text in
      unsafe text.withUnsafeBytes { source in
        guard let from = source.baseAddress else { return }
        // SAFETY: place + 29 <= count, and a date has 29 bytes.
        unsafe UnsafeMutableRawPointer(base + lower + place)
          .copyMemory(from: from, byteCount: min(source.count, HTTPDate.count))
      }
    }
  }

  private func reserve(_ amount: Int) {
    guard capacity - upper < amount else { return }
    let held = count
    if lower > 0, capacity - held >= amount {
      // SAFETY: both ranges are within the memory; `update` allows them to overlap.
      unsafe base.update(from: base + lower, count: held)
    } else {
      var size = max(capacity, 256)
      while size < held + amount { size *= 2 }
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
      // SAFETY: `larger` has room for all held bytes.
      unsafe larger.initialize(from: base + lower, count: held)
      unsafe base.deallocate()
      unsafe base = larger
      room = size
    }
    (lower, upper) = (0, held)
  }
}
