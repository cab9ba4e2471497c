import Synchronization

/// A reference that is set once and read without a lock by any number of threads.
///
/// `AtomicLazyReference` does the same, but is not specialised outside of the standard library: reading it costs
/// a thousand instructions.
///
/// Invariant: `bits` is 0, or an unbalanced retain of a `Value` that `deinit` balances.
@safe
final class OnceReference<Value: AnyObject & Sendable>: Sendable {
  private let bits = Atomic<UInt>(0)

  deinit {
    // SAFETY: the invariant; in `deinit`, no other thread has a reference to this object.
    unsafe Self.unmanaged(bits.load(ordering: .acquiring))?.release()
  }

  @inline(__always)
  func load() -> Value? {
    // SAFETY: the invariant; this object holds the value for as long as it lives.
    unsafe Self.unmanaged(bits.load(ordering: .acquiring))?.takeUnretainedValue()
  }

  /// Calls `body` with the value, if there is one. Counts no reference.
  @inline(__always)
  func withValue<Result>(_ body: (Value) -> Result) -> Result? {
    withExtendedLifetime(self) {
      // SAFETY: the invariant; this object holds the value for as long as it lives.
      unsafe Self.unmanaged(bits.load(ordering: .acquiring)).map { unsafe $0._withUnsafeGuaranteedRef(body) }
    }
  }

  /// Stores a value unless there is one already.
  /// - Returns: the stored value.
  func storeIfNil(_ value: Value) -> Value {
    let retained = unsafe Unmanaged.passRetained(value)
    let new = unsafe UInt(bitPattern: retained.toOpaque())
    let (exchanged, original) = bits.compareExchange(
      expected: 0, desired: new, ordering: .acquiringAndReleasing)
    if exchanged { return value }
    unsafe retained.release()
    // SAFETY: the exchange failed, so the bits are not 0; by the invariant they are a retained `Value`.
    return unsafe Self.unmanaged(original)?.takeUnretainedValue() ?? value
  }

  @inline(__always)
  private static func unmanaged(_ bits: UInt) -> Unmanaged<Value>? {
    unsafe UnsafeRawPointer(bitPattern: bits).map { unsafe Unmanaged<Value>.fromOpaque($0) }
  }
}
