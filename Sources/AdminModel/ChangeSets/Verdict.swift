/// What somebody who has looked at a change set thinks of it.
package struct Verdict: APIObject {
  package let by: String
  package let verdict: String
  package let message: String?
  package let at: String
  package let isCurrent: Bool

  package init(by: String, verdict: String, message: String?, at: String, isCurrent: Bool) {
    self.by = by
    self.verdict = verdict
    self.message = message
    self.at = at
    self.isCurrent = isCurrent
  }

  package static let members = MemberList(
    named: "ChangeSetVerdict", Self.init,
    Member("by", \Self.by, "The name of the token."),
    Member("verdict", \Self.verdict, as: .choice(["approved", "changes-requested"])),
    Member(optional: "message", \Self.message), Member("at", \Self.at, as: .time),
    Member("isCurrent", \Self.isCurrent, "Whether the set still changes what it changed then."))
}
