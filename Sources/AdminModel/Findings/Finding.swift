/// An error in a document, or a warning about it.
package struct Finding: APIObject {
  package let code: String
  package let pointer: String
  package let line: Int?
  package let column: Int?
  package let message: String
  package let hint: String?

  package init(
    code: String, pointer: String, line: Int?, column: Int?, message: String, hint: String?
  ) {
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
    Member("message", \Self.message), Member(optional: "hint", \Self.hint))
}
