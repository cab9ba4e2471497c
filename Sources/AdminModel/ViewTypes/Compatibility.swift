package import JSONText

/// Whether a change of a schema is compatible, for screens or for apps.
package struct Compatibility: APIObject {
  package let direction: String
  package let verdict: String
  package let reasons: [Reason]
  package let mayHaveMore: Bool?

  package init(direction: String, verdict: String, reasons: [Reason], mayHaveMore: Bool?) {
    self.direction = direction
    self.verdict = verdict
    self.reasons = reasons
    self.mayHaveMore = mayHaveMore
  }

  package static let members = MemberList(
    named: "Compatibility", Self.init, Member("direction", \Self.direction), Member("verdict", \Self.verdict),
    Member("reasons", \Self.reasons), Member(optional: "mayHaveMore", \Self.mayHaveMore))

  package struct Reason: APIObject {
    package let verdict: String
    package let code: String
    package let message: String
    package let hint: String?
    package let path: String
    package let oldPointer: String?
    package let oldDocument: String?
    package let oldLine: Int?
    package let oldColumn: Int?
    package let newPointer: String?
    package let newDocument: String?
    package let newLine: Int?
    package let newColumn: Int?
    package let example: JSONValue?

    package init(
      verdict: String, code: String, message: String, hint: String?, path: String, oldPointer: String?,
      oldDocument: String?, oldLine: Int?, oldColumn: Int?, newPointer: String?, newDocument: String?,
      newLine: Int?, newColumn: Int?, example: JSONValue?
    ) {
      self.verdict = verdict
      self.code = code
      self.message = message
      self.hint = hint
      self.path = path
      self.oldPointer = oldPointer
      self.oldDocument = oldDocument
      self.oldLine = oldLine
      self.oldColumn = oldColumn
      self.newPointer = newPointer
      self.newDocument = newDocument
      self.newLine = newLine
      self.newColumn = newColumn
      self.example = example
    }

    package static let members = MemberList(
      named: "CompatibilityReason", Self.init, Member("verdict", \Self.verdict), Member("code", \Self.code),
      Member("message", \Self.message), Member(optional: "hint", \Self.hint), Member("path", \Self.path),
      Member(optional: "oldPointer", \Self.oldPointer), Member(optional: "oldDocument", \Self.oldDocument),
      Member(optional: "oldLine", \Self.oldLine), Member(optional: "oldColumn", \Self.oldColumn),
      Member(optional: "newPointer", \Self.newPointer), Member(optional: "newDocument", \Self.newDocument),
      Member(optional: "newLine", \Self.newLine), Member(optional: "newColumn", \Self.newColumn),
      Member(optional: "example", \Self.example))
  }
}
