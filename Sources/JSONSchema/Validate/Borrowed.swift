/// A reference to an object that something else keeps alive, used without counting.
///
/// Counting references costs more than half of a validation: the counts are atomic, and every node and
/// keyword passed through would be counted up and down.
///
/// Invariant: whoever makes one also holds the object itself in a constant for at least as long. Here that is
/// ``SchemaNode`` for its keywords and ``CompiledSchema`` for its nodes, both immutable, and the schema is
/// alive while one of its methods runs.
@safe struct Borrowed<Object: AnyObject & Sendable>: @unchecked Sendable {
  private let reference: Unmanaged<Object>

  init(_ object: Object) { unsafe reference = Unmanaged.passUnretained(object) }

  @inline(__always)
  func use<Result>(_ body: (Object) -> Result) -> Result {
    // SAFETY: the object is alive, by the invariant above; the body cannot outlive this call.
    unsafe reference._withUnsafeGuaranteedRef(body)
  }
}
