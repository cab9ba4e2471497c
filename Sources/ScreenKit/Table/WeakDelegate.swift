/// A weak reference to a delegate.
@MainActor
struct WeakDelegate<Delegate> {
  private weak var object: AnyObject?

  /// Creates a reference; nil when the delegate is not an object, because a weak reference needs one.
  init?(_ delegate: Delegate) {
    guard type(of: delegate as Any) is AnyClass else { return nil }
    object = delegate as AnyObject
  }

  /// The delegate; nil after it was deallocated.
  var value: Delegate? { object as? Delegate }
}
