internal import JSONText

/// The body that adds a comment: `{"item": "noodles", "at": "/title", "text": "Shorter?"}`. Without `at`, the comment is on
/// the whole item.
package struct NewComment: Sendable {
  let item: String
  let pointer: String?
  let text: String
  private let document: JSONDocument

  /// - Throws: ``ScreensError/unparsable(_:)``, ``ScreensError/invalidBody(_:)``.
  package init(_ body: [UInt8]) throws(ScreensError) {
    let document = try JSONDocument(body: body)
    self.document = document
    var diagnostics = Diagnostics()
    let noun = "a comment"
    let members = MemberReader(
      document.value, at: .root, named: noun, allowed: ["item", "at", "text"], &diagnostics)
    _ = members?.required("item", of: noun, &diagnostics)
    _ = members?.required("text", of: noun, &diagnostics)
    item = members?.string("item", &diagnostics) ?? ""
    text = members?.string("text", &diagnostics) ?? ""
    pointer = members?.string("at", &diagnostics)
    guard diagnostics.isEmpty else { throw .invalidBody(diagnostics.located(in: document)) }
    if let pointer,
      JSONPointer(pointer) == nil || pointer.unicodeScalars.count > ScreenComment.maximumPointerLength
    {
      throw refusal(
        .invalidValue, "at", "\(quoted(pointer)) is not a place in the content of an item",
        hint: "a JSON Pointer of at most \(ScreenComment.maximumPointerLength) characters, such as \"/title\""
      )
    }
    if !text.unicodeScalars.contains(where: { !Self.isSpace($0) }) {
      throw refusal(.invalidValue, "text", "the text of a comment is empty", hint: "write what you think")
    }
    guard text.unicodeScalars.count <= ScreenComment.maximumTextLength else {
      throw refusal(
        .invalidValue, "text",
        "the text has \(text.unicodeScalars.count) characters, and a comment has at most "
          + "\(ScreenComment.maximumTextLength)", hint: "write several comments")
    }
  }

  /// The error of an item that the screen does not have.
  func unknownItem(of route: Route, among items: some Collection<String>) -> ScreensError {
    refusal(
      .unknownID, "item", "the screen \(quoted(route.name)) has no item \(quoted(item))",
      hint: NearestName.hint(for: item, among: items.sorted()))
  }

  func refusal(_ code: Diagnostic.Code, _ member: String, _ message: String, hint: String?) -> ScreensError {
    let diagnostics = Diagnostics(Diagnostic(code, at: JSONPointer(tokens: [member]), message, hint: hint))
    return .invalidBody(diagnostics.located(in: document))
  }

  /// Whether `\s` of a pattern matches, as the schema of the body says (ECMA-262 §22.2.2.9).
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace && scalar != "\u{85}" || scalar == "\u{FEFF}"
  }
}
