/// A JSON value with its source text, so that an error can name its line and column.
package struct JSONDocument: Sendable {
  package let text: [UInt8]
  package let value: JSONValue

  /// Reads a text.
  /// - Throws: ``JSONSyntaxError``.
  package init(_ text: [UInt8], profile: JSONProfile = .strict) throws(JSONSyntaxError) {
    value = try JSONParser.parse(text, profile: profile)
    self.text = text
  }

  /// The part of a member at which an error is reported.
  package enum Anchor: Sendable {
    case value
    /// The member's name; for elements and the root, the value.
    case name
  }

  /// A value, or the name of a member.
  package struct Place: Sendable {
    let pointer: JSONPointer
    let anchor: Anchor

    package init(_ pointer: JSONPointer, at anchor: Anchor = .value) {
      self.pointer = pointer
      self.anchor = anchor
    }
  }

  /// The start of the value that the pointer names, or of its member name. If there is no such value, the start of
  /// the nearest existing one on the pointer's path.
  package func position(of pointer: JSONPointer, at anchor: Anchor = .value) -> SourcePosition {
    positions(of: [Place(pointer, at: anchor)])[0]
  }

  /// The positions of several places, in the time of one.
  package func positions(of places: [Place]) -> [SourcePosition] {
    var scanner = JSONScanner(text)
    return SourcePosition.positions(of: scanner.offsets(of: places), in: text)
  }
}
