/// Parses JSON text (RFC 8259) to a ``JSONValue``.
package enum JSONParser {
  /// The default limit of nesting: far more than a screen needs, and little enough for the stack of any thread.
  package static let defaultDepth = 512

  /// Parses a whole text: one value with white space around it.
  ///
  /// Ignores a leading byte order mark (RFC 8259 §8.1). Refuses lone surrogates in escapes, which no Unicode string
  /// can hold. Accepts numbers of any length.
  ///
  /// - Throws: ``JSONSyntaxError`` at the first unexpected byte.
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

  /// Parses a string.
  package static func parse(
    _ text: String, profile: JSONProfile = .general, maximumDepth: Int = defaultDepth
  ) throws(JSONSyntaxError) -> JSONValue {
    try parse(Array(text.utf8), profile: profile, maximumDepth: maximumDepth)
  }
}
