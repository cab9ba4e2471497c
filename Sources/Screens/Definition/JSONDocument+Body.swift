package import JSONText

extension JSONDocument {
  /// Parses a body that was sent, in the strict profile.
  /// - Throws: ``ScreensError/unparsable(_:)``.
  package init(body: [UInt8]) throws(ScreensError) {
    do {
      self = try JSONDocument(body)
    } catch {
      throw .unparsable(Diagnostics(error))
    }
  }

  /// The text of a value that was not sent as text.
  init(of value: JSONValue) throws(JSONSyntaxError) { self = try JSONDocument(value.serialized()) }
}
