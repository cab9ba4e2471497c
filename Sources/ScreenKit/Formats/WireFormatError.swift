/// The reason why a document is not a wire format.
public enum WireFormatError: Error, Hashable, Sendable {
  /// The document is not a wire format. The associated value is the reason.
  case malformed(String)
  /// The document has an unknown `"$name"`, or one in a place where it has no value.
  case unknownPlaceholder(String)
}

extension WireFormatError: CustomStringConvertible {
  /// A message for a log.
  public var description: String {
    switch self {
    case .malformed(let reason): "not a wire format: \(reason)"
    case .unknownPlaceholder(let name): "not a wire format: \"\(name)\" is not a placeholder here"
    }
  }
}
