/// What a handler keeps for a connection from one request to the next. It is used only on the loop of the connection, while
/// the handler is called. A class to inherit from: it needs no allocation beside the connection.
@safe
open class ConnectionStorage {
  // SAFETY: one reference to it is counted, which `deinit` or the next object ends. Each use of a property that is an object
  // would count one. Only the loop uses it, and `withValue` forbids that its uses overlap, so that needs no check.
  @exclusivity(unchecked) @usableFromInline final var value: Unmanaged<AnyObject>?

  /// A storage without a value.
  public init() {}

  deinit { unsafe value?.release() }

  /// Calls `body` with the object that is kept. If there is none of this very class, keeps one of `make` first. `body` must
  /// not ask for one of another class.
  @inlinable @inline(__always)
  final public func withValue<Object: AnyObject, Result>(
    orKeep make: () -> Object, _ body: (Object) -> Result
  ) -> Result {
    if let value = unsafe value, unsafe value._withUnsafeGuaranteedRef({ type(of: $0) == Object.self }) {
      // SAFETY: the object has this class, and nothing replaces it while `body` runs.
      return unsafe Unmanaged<Object>.fromOpaque(value.toOpaque())._withUnsafeGuaranteedRef(body)
    }
    let made = make()
    unsafe value?.release()
    unsafe value = .passRetained(made)
    return body(made)
  }
}
