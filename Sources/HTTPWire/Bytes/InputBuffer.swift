/// A contiguous buffer of received bytes that have not been consumed.
///
/// Invariant: `base` has room for `capacity` bytes, all initialised; `0 <= lower <= upper <= capacity`; the content
/// is `lower..<upper`.
@safe
package final class InputBuffer {
  private var base: UnsafeMutablePointer<UInt8>
  private var allocated: Int
  private var lower = 0
  private var upper = 0

  package init(capacity: Int) {
    allocated = max(capacity, 64)
    unsafe base = .allocate(capacity: allocated)
    unsafe base.initialize(repeating: 0, count: allocated)
  }

  deinit { unsafe base.deallocate() }

  /// Allocated bytes. Computed, because each use of a stored property that others see is checked for exclusivity at run
  /// time.
  package var capacity: Int { allocated }
  package var count: Int { upper - lower }
  package var isEmpty: Bool { upper == lower }
  /// Whether there is no free space after the content.
  package var isFull: Bool { upper == capacity }

  /// The content; valid until the buffer is changed.
  package var bytes: Bytes {
    // SAFETY: lower + count <= capacity.
    unsafe Bytes(start: UnsafePointer(base + lower), count: count)
  }

  package func removeAll() { (lower, upper) = (0, 0) }

  /// Drops bytes from the front.
  package func consume(_ amount: Int) {
    lower = min(lower + max(amount, 0), upper)
    if lower == upper { removeAll() }
  }

  package func append(_ bytes: Bytes) {
    reserve(bytes.count)
    unsafe bytes.withUnsafeBytes { source in
      guard let from = source.baseAddress else { return }
      // SAFETY: `reserve` made room after `upper`, and the source is not part of this buffer.
      unsafe UnsafeMutableRawPointer(base + upper).copyMemory(from: from, byteCount: source.count)
    }
    upper += bytes.count
  }

  /// Calls `fill` with the free space after the content. `fill` returns the number of bytes that it wrote, or a
  /// negative number on failure; this function returns the same number.
  package func withFreeSpace(_ fill: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    let free = unsafe UnsafeMutableRawBufferPointer(start: base + upper, count: capacity - upper)
    let written = unsafe fill(free)
    upper += min(max(written, 0), capacity - upper)
    return written
  }

  /// Removes `range`, counted from the first byte of the content.
  package func removeSubrange(_ range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= count, !range.isEmpty else { return }
    move(from: range.upperBound, to: range.lowerBound, count: count - range.upperBound)
    upper -= range.count
  }

  /// Moves bytes within the content. Offsets count from its first byte.
  package func move(from: Int, to: Int, count amount: Int) {
    guard amount > 0, from >= 0, to >= 0, from + amount <= count, to + amount <= count else { return }
    // SAFETY: both ranges lie within the content; `update` allows them to overlap.
    unsafe (base + lower + to).update(from: base + lower + from, count: amount)
  }

  /// Makes room for `amount` more bytes after the content.
  private func reserve(_ amount: Int) {
    guard capacity - upper < amount else { return }
    let held = count
    if capacity - held >= amount {
      moveToFront()
      return
    }
    var size = max(capacity, 256)
    while size < held + amount { size *= 2 }
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    // SAFETY: `larger` has room for the content, and the rest is initialised below.
    unsafe larger.initialize(from: base + lower, count: held)
    unsafe (larger + held).initialize(repeating: 0, count: size - held)
    unsafe base.deallocate()
    unsafe base = larger
    allocated = size
    (lower, upper) = (0, held)
  }

  /// Moves the content to the start of the memory.
  private func moveToFront() {
    let held = count
    // SAFETY: lower..<upper is within the memory, and so is 0..<held.
    unsafe base.update(from: base + lower, count: held)
    (lower, upper) = (0, held)
  }
}
