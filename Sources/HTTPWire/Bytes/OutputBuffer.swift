/// A contiguous buffer of bytes that wait to be sent.
///
/// Invariant: `base` has room for `capacity` bytes; `0 <= lower <= upper <= capacity`; the content is
/// `lower..<upper` and initialised.
@safe
package final class OutputBuffer {
  private var base: UnsafeMutablePointer<UInt8>
  private var allocated: Int
  private var lower = 0
  private var upper = 0

  package init(capacity: Int) {
    allocated = max(capacity, 64)
    unsafe base = .allocate(capacity: allocated)
  }

  /// A copy of `other` with no more memory than its content needs.
  package init(copying other: OutputBuffer) {
    allocated = max(other.count, 64)
    unsafe base = .allocate(capacity: allocated)
    upper = other.count
    // SAFETY: there is room for `other.count` bytes, which are initialised in `other`.
    unsafe base.initialize(from: other.base + other.lower, count: other.count)
  }

  deinit { unsafe base.deallocate() }

  /// Allocated bytes. Computed, because each use of a stored property that others see is checked for exclusivity at run
  /// time.
  package var capacity: Int { allocated }
  package var count: Int { upper - lower }
  package var isEmpty: Bool { upper == lower }

  /// The content; valid until the buffer is changed.
  package var bytes: Bytes {
    // SAFETY: lower + count <= upper <= capacity, initialised.
    unsafe Bytes(start: UnsafePointer(base + lower), count: count)
  }

  package func removeAll() { (lower, upper) = (0, 0) }

  /// Removes bytes that have been sent from the front.
  package func consume(_ amount: Int) {
    lower = min(lower + max(amount, 0), upper)
    if lower == upper { removeAll() }
  }

  /// Removes bytes from the end.
  func removeLast(_ amount: Int) { upper -= min(max(amount, 0), count) }

  /// Frees the memory beyond `size` bytes if the buffer is empty.
  package func shrink(to size: Int) {
    guard isEmpty, capacity > size else { return }
    unsafe base.deallocate()
    allocated = max(size, 64)
    unsafe base = .allocate(capacity: capacity)
  }

  package func append(_ bytes: Bytes) {
    // Without a closure, which would let each access be checked for exclusivity at run time.
    guard let start = unsafe bytes.start else { return }
    reserve(bytes.count)
    // SAFETY: `reserve` made room after `upper`, and the bytes are those of another object.
    unsafe (base + upper).initialize(from: start, count: bytes.count)
    upper &+= bytes.count
  }

  package func append(_ array: [UInt8]) { array.withBytes { append($0) } }

  package func append(_ text: StaticString) {
    guard text.hasPointerRepresentation else { return }
    // SAFETY: a literal's bytes are never freed.
    unsafe append(Bytes(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Overwrites the 29 bytes at `offset`, counted from the first byte of the content, with a date.
  func patch(at offset: Int, _ date: HTTPDate.Text) {
    guard offset >= 0, offset + HTTPDate.count <= count else { return }
    date.withBytes { text in
      unsafe text.withUnsafeBytes { source in
        guard let from = source.baseAddress else { return }
        // SAFETY: offset + 29 <= count, and a date has 29 bytes.
        unsafe UnsafeMutableRawPointer(base + lower + offset)
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
      // SAFETY: `larger` has room for the content.
      unsafe larger.initialize(from: base + lower, count: held)
      unsafe base.deallocate()
      unsafe base = larger
      allocated = size
    }
    (lower, upper) = (0, held)
  }
}
