/// An error in a document, or a warning about it.
package struct Finding: APIObject {
  package let code: String
  package let pointer: String
  package let line: Int?
  package let column: Int?
  package let message: String
  package let hint: String?
  /// The language, of a finding about a translation.
  package let language: String?
  /// The place of a text or link in the screen: the id of its item or section, and a JSON Pointer.
  package let item: String?
  package let section: String?
  package let at: String?

  package init(
    code: String, pointer: String, line: Int?, column: Int?, message: String, hint: String?,
    language: String? = nil, item: String? = nil, section: String? = nil, at: String? = nil
  ) {
    self.language = language
    self.item = item
    self.section = section
    self.at = at
    self.code = code
    self.pointer = pointer
    self.line = line
    self.column = column
    self.message = message
    self.hint = hint
  }

  package static let members = MemberList(
    named: "Diagnostic", Self.init,
    Member("code", \Self.code), Member("pointer", \Self.pointer, "A JSON Pointer."),
    Member(optional: "line", \Self.line), Member(optional: "column", \Self.column),
    Member("message", \Self.message), Member(optional: "hint", \Self.hint),
    Member(optional: "language", \Self.language, "Of a finding about a translation."),
    Member(optional: "item", \Self.item, "The item with the text or link."),
    Member(optional: "section", \Self.section, "The section with the text or link."),
    Member(optional: "at", \Self.at, "Where the text or link stands: a JSON Pointer into the item's content.")
  )
}
