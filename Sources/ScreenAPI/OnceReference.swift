import Synchronization

/// A reference that is set once, by whoever is first, and read without a lock by any number of threads.
///
/// `AtomicLazyReference` does the same, but is not specialised outside of the standard library: reading it costs
/// a thousand instructions.
///
/// Invariant: `bits` is 0, or an unbalanced retain of a `Value` that `deinit` balances.
@safe
final class OnceReference<Value: AnyObject & Sendable>: Sendable {
  private let bits = Atomic<UInt>(0)

  deinit {
    // SAFETY: the invariant; nobody else can reach this object any more.
    unsafe Self.unmanaged(bits.load(ordering: .acquiring))?.release()
  }

  @inline(__always)
  func load() -> Value? {
    // SAFETY: the invariant; this object holds the value for as long as it lives.
    unsafe Self.unmanaged(bits.load(ordering: .acquiring))?.takeUnretainedValue()
  }

  /// Stores a value unless there is one. Gives back the one that is there from then on.
  func storeIfNil(_ value: Value) -> Value {
    let retained = unsafe Unmanaged.passRetained(value)
    let new = unsafe UInt(bitPattern: retained.toOpaque())
    let (exchanged, original) = bits.compareExchange(
      expected: 0, desired: new, ordering: .acquiringAndReleasing)
    if exchanged { return value }
    unsafe retained.release()
    // SAFETY: not 0, so the invariant's other case.
    return unsafe Self.unmanaged(original)?.takeUnretainedValue() ?? value
  }

  @inline(__always)
  private static func unmanaged(_ bits: UInt) -> Unmanaged<Value>? {
    unsafe UnsafeRawPointer(bitPattern: bits).map { unsafe Unmanaged<Value>.fromOpaque($0) }
  }
}
