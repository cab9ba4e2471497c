/// A delegate that is not kept alive.
@MainActor
struct WeakDelegate<Delegate> {
  private weak var object: AnyObject?

  /// - Returns: nil for a delegate that is no object, which nothing would keep alive.
  init?(_ delegate: Delegate) {
    guard type(of: delegate as Any) is AnyClass else { return nil }
    object = delegate as AnyObject
  }

  /// The delegate; nil when it is gone.
  var value: Delegate? { object as? Delegate }
}
