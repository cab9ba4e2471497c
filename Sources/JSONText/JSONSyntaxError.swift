/// Why a text is not JSON: what is wrong, where, and what would be right.
package struct JSONSyntaxError: Error, Sendable, Equatable {
  /// A closed list of what can be wrong.
  package enum Code: String, Sendable {
    /// The grammar of RFC 8259 is not met.
    case syntax
    /// The strict profile met a member name a second time in one object.
    case duplicateName = "duplicate-name"
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep = "too-deep"
    /// The bytes are not UTF-8 (RFC 8259 §8.1), or an escape names half a surrogate pair.
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
