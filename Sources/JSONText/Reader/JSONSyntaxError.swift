/// The reason why a text is not JSON, with its location and a hint.
package struct JSONSyntaxError: Error, Sendable, Equatable {
  /// The kind of error.
  package enum Code: String, Sendable {
    /// The text violates the grammar of RFC 8259.
    case syntax
    /// An object repeats a member name, in the strict profile.
    case duplicateName = "duplicate-name"
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep = "too-deep"
    /// The bytes are not UTF-8 (RFC 8259 §8.1), or an escape is half a surrogate pair.
    case encoding
  }

  package let code: Code
  package let position: SourcePosition
  package let message: String
  package let hint: String?

  package var line: Int { position.line }
  package var column: Int { position.column }
}

extension JSONSyntaxError: CustomStringConvertible {
  package var description: String {
    "\(line):\(column): \(message)" + (hint.map { "; \($0)" } ?? "")
  }
}
