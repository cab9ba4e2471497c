/// Why a wire format cannot be used to read screens.
public enum WireFormatError: Error, Hashable, Sendable {
  /// The document describes no wire format.
  case malformed(String)
  /// A `"$name"` that has no meaning, or none where it stands.
  case unknownPlaceholder(String)
  /// A screen in this format can be written, but does not say what is needed to read it back.
  case unreadable(String)
}

extension WireFormatError: CustomStringConvertible {
  /// In words, for a log.
  public var description: String {
    switch self {
    case .malformed(let reason): "not a wire format: \(reason)"
    case .unknownPlaceholder(let name): "\"\(name)\" has no meaning here"
    case .unreadable(let reason): "screens in this wire format cannot be read: \(reason)"
    }
  }
}
