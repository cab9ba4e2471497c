/// A reference without reference counting, to an object that something else keeps alive.
///
/// Reference counting would take more than half of the time of a validation: the counts are atomic, and every node and
/// keyword would be retained and released.
///
/// Invariant: the owner of a `Borrowed` also holds the object itself in a constant for at least as long. The owners are
/// ``SchemaNode`` for its keywords and ``CompiledSchema`` for its nodes. Both are immutable, and the schema is alive
/// while one of its methods runs.
@safe struct Borrowed<Object: AnyObject & Sendable>: @unchecked Sendable {
  private let reference: Unmanaged<Object>

  init(_ object: Object) { unsafe reference = Unmanaged.passUnretained(object) }

  @inline(__always)
  func use<Result>(_ body: (Object) -> Result) -> Result {
    // SAFETY: the object is alive, by the invariant above; the body cannot outlive this call.
    unsafe reference._withUnsafeGuaranteedRef(body)
  }
}
