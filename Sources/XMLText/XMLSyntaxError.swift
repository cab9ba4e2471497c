package import JSONText

/// The reason why a text is not XML that this module reads, with its location and a hint.
package struct XMLSyntaxError: Error, Sendable, Equatable {
  package let position: SourcePosition
  package let message: String
  package let hint: String?

  package init(position: SourcePosition, message: String, hint: String? = nil) {
    self.position = position
    self.message = message
    self.hint = hint
  }
}

extension XMLSyntaxError: CustomStringConvertible {
  package var description: String {
    "\(position.line):\(position.column): \(message)" + (hint.map { "; \($0)" } ?? "")
  }
}
