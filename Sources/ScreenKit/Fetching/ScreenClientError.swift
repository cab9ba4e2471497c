/// Why there is no screen.
public enum ScreenClientError: Error, Hashable, Sendable {
  /// No route that a server could have.
  case badRoute(String)
  /// An attribute with the name of a parameter that means something else.
  case reservedAttribute(String)
  /// The server has no such screen; its words, which may name the nearest route.
  case notFound(String?)
  /// The screen was deleted.
  case gone
  /// The server answers with an error.
  case refused(status: Int, detail: String?)
  /// Nothing is stored, and nothing else was to be tried.
  case notStored
  /// The answer has more bytes than the client takes.
  case tooLarge(Int)
  /// An answer that no Marquee server gives.
  case unexpectedAnswer(String)
}

extension ScreenClientError: CustomStringConvertible {
  /// In words, for a log.
  public var description: String {
    switch self {
    case .badRoute(let route): "\"\(route)\" is no route"
    case .reservedAttribute(let name): "\"\(name)\" cannot be the name of an attribute"
    case .notFound(let detail): detail ?? "there is no such screen"
    case .gone: "the screen was deleted"
    case .refused(let status, let detail): "the server answers \(status)" + (detail.map { ": \($0)" } ?? "")
    case .notStored: "the screen is not stored"
    case .tooLarge(let bytes): "the answer has more than \(bytes) bytes"
    case .unexpectedAnswer(let what): "no answer of a Marquee server: \(what)"
    }
  }
}
