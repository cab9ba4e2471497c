/// Why a cell cannot be registered.
public enum CellRegistryError: Error, Hashable, Sendable {
  /// A delegate is held weakly, so it must be an object that somebody else keeps.
  case delegateIsNoObject(String)
}

extension CellRegistryError: CustomStringConvertible {
  /// In words, for a log.
  public var description: String {
    switch self {
    case .delegateIsNoObject(let type): "the delegate, a \(type), is no object"
    }
  }
}
