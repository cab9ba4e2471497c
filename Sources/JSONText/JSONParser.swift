/// Reads JSON text (RFC 8259) into a ``JSONValue``.
package enum JSONParser {
  /// Arrays and objects may be nested this deep by default: far more than a screen needs, and little enough
  /// for any thread's stack.
  package static let defaultDepth = 512

  /// Reads a whole text: one value, and white space around it.
  ///
  /// A leading byte order mark is ignored (RFC 8259 §8.1). Lone surrogates in escapes are refused, for no
  /// Unicode string can hold them. Numbers may have any length.
  ///
  /// - Throws: ``JSONSyntaxError`` at the first byte that cannot stand where it does.
  package static func parse(
    _ text: [UInt8], profile: JSONProfile = .general, maximumDepth: Int = defaultDepth
  ) throws(JSONSyntaxError) -> JSONValue {
    var reader = JSONReader(text, profile: profile, maximumDepth: maximumDepth)
    do {
      return try reader.readDocument()
    } catch {
      throw error.located(in: text)
    }
  }

  /// Reads the UTF-8 of a string.
  package static func parse(
    _ text: String, profile: JSONProfile = .general, maximumDepth: Int = defaultDepth
  ) throws(JSONSyntaxError) -> JSONValue {
    try parse(Array(text.utf8), profile: profile, maximumDepth: maximumDepth)
  }
}
