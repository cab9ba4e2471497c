/// A subject that the set and the server have changed in different ways.
package struct ChangeSetClash: APIObject {
  package let subject: String
  package let base: Int
  package let current: Int
  package let ours: Difference
  package let theirs: Difference
  package let conflicts: [String]

  package init(
    subject: String, base: Int, current: Int, ours: Difference, theirs: Difference, conflicts: [String]
  ) {
    self.subject = subject
    self.base = base
    self.current = current
    self.ours = ours
    self.theirs = theirs
    self.conflicts = conflicts
  }

  package static let members = MemberList(
    named: "ChangeSetConflict", Self.init, Member("subject", \Self.subject), Member("base", \Self.base),
    Member("current", \Self.current), Member("ours", \Self.ours), Member("theirs", \Self.theirs),
    Member("conflicts", \Self.conflicts, "The items and members that both sides changed."))
}

/// A subject of a change set that is invalid.
package struct InvalidSubject: APIObject {
  package let subject: String
  package let errors: [Finding]

  package init(subject: String, errors: [Finding]) {
    self.subject = subject
    self.errors = errors
  }

  package static let members = MemberList(
    named: "ChangeSetProblem", Self.init, Member("subject", \Self.subject), Member("errors", \Self.errors))
}
