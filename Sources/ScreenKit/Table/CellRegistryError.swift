/// The reason why a cell cannot be registered.
public enum CellRegistryError: Error, Hashable, Sendable {
  /// The delegate is not an object. It is held weakly, so it must be an object that the app keeps. The
  /// associated value is its type.
  case delegateIsNotAnObject(String)
}

extension CellRegistryError: CustomStringConvertible {
  /// A message for a log.
  public var description: String {
    switch self {
    case .delegateIsNotAnObject(let type):
      "the delegate, a \(type), is not an object; use an instance of a class"
    }
  }
}
