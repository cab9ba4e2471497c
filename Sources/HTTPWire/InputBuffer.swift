/// Bytes that have come and are not used up yet, in one piece.
///
/// Invariant: `base` has room for `capacity` bytes, all initialised; `0 <= lower <= upper <= capacity`; the bytes
/// held are `lower..<upper`.
@safe
package final class InputBuffer {
  private var base: UnsafeMutablePointer<UInt8>
  private var room: Int
  private var lower = 0
  private var upper = 0

  package init(capacity: Int) {
    room = max(capacity, 64)
    unsafe base = .allocate(capacity: room)
    unsafe base.initialize(repeating: 0, count: room)
  }

  deinit { unsafe base.deallocate() }

  /// Bytes of memory that it takes.
  package var capacity: Int { room }
  package var count: Int { upper - lower }
  package var isEmpty: Bool { upper == lower }
  /// Whether nothing can be written behind what is held.
  package var isFull: Bool { upper == capacity }

  /// What is held; valid until the buffer is changed.
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
      // SAFETY: `reserve` made room for them behind `upper`; they are not part of this buffer.
      unsafe UnsafeMutableRawPointer(base + upper).copyMemory(from: from, byteCount: source.count)
    }
    upper += bytes.count
  }

  /// Lets `fill` write behind what is held and say how many bytes it wrote. Gives back what `fill` gave.
  package func withFreeSpace(_ fill: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    let free = unsafe UnsafeMutableRawBufferPointer(start: base + upper, count: capacity - upper)
    let written = unsafe fill(free)
    upper += min(max(written, 0), capacity - upper)
    return written
  }

  /// Takes `gap` out, counted from the first byte held: what is behind it moves up.
  package func close(gap: Range<Int>) {
    guard gap.lowerBound >= 0, gap.upperBound <= count, !gap.isEmpty else { return }
    move(from: gap.upperBound, to: gap.lowerBound, count: count - gap.upperBound)
    upper -= gap.count
  }

  /// Moves bytes within the buffer, places counted from the first byte held.
  package func move(from: Int, to: Int, count amount: Int) {
    guard amount > 0, from >= 0, to >= 0, from + amount <= count, to + amount <= count else { return }
    // SAFETY: both ranges lie within what is held; memmove's rules allow them to overlap.
    unsafe (base + lower + to).update(from: base + lower + from, count: amount)
  }

  /// Room for `amount` more bytes behind what is held.
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
    // SAFETY: `larger` has room for all held bytes and is initialised in full.
    unsafe larger.initialize(from: base + lower, count: held)
    unsafe (larger + held).initialize(repeating: 0, count: size - held)
    unsafe base.deallocate()
    unsafe base = larger
    room = size
    (lower, upper) = (0, held)
  }

  /// Moves all that is held to the beginning of the memory.
  private func moveToFront() {
    let held = count
    // SAFETY: lower..<upper is within the memory, and so is 0..<held.
    unsafe base.update(from: base + lower, count: held)
    (lower, upper) = (0, held)
  }
}
