import Synchronization

/// A counter for several loops, with a cache line for each, so that they do not slow each other down.
///
/// Invariant: `cells` has `stripes * spacing` initialised entries for as long as this object lives.
@safe
final class StripedCounter: @unchecked Sendable {
  /// Entries between two stripes: 64 bytes, a cache line.
  private static let spacing = 8

  private let cells: UnsafeMutablePointer<Atomic<UInt64>>
  private let stripes: Int

  init(stripes: Int) {
    self.stripes = min(max(stripes, 1), 64)
    unsafe cells = .allocate(capacity: self.stripes * Self.spacing)
    for index in 0..<self.stripes * Self.spacing { unsafe (cells + index).initialize(to: Atomic(0)) }
  }

  deinit {
    unsafe cells.deinitialize(count: stripes * Self.spacing)
    unsafe cells.deallocate()
  }

  func add(stripe: Int) {
    let index = stripe >= 0 && stripe < stripes ? stripe * Self.spacing : 0
    // SAFETY: stripe < stripes, or 0.
    unsafe cells[index].add(1, ordering: .relaxed)
  }

  var total: UInt64 {
    var sum: UInt64 = 0
    // SAFETY: stripe < stripes.
    for stripe in 0..<stripes { sum &+= unsafe cells[stripe * Self.spacing].load(ordering: .relaxed) }
    return sum
  }
}
