/// A JSON value together with the text it was read from, so that an error can name its line and column.
package struct JSONDocument: Sendable {
  package let text: [UInt8]
  package let value: JSONValue

  /// Reads a text.
  /// - Throws: ``JSONSyntaxError``.
  package init(_ text: [UInt8], profile: JSONProfile = .strict) throws(JSONSyntaxError) {
    value = try JSONParser.parse(text, profile: profile)
    self.text = text
  }

  /// What of a member an error stands at.
  package enum Anchor: Sendable {
    case value
    /// The member's name; for elements and the root, the value.
    case name
  }

  /// Where the value that the pointer names, or its member name, begins. When there is no such value, where
  /// the nearest one on the way to it does.
  package func position(of pointer: JSONPointer, at anchor: Anchor = .value) -> SourcePosition {
    var scanner = JSONScanner(text)
    return SourcePosition(of: scanner.offset(of: pointer.tokens, at: anchor), in: text)
  }
}
