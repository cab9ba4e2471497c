/// A page of the audit log, newest first.
package struct AuditPage: APIObject {
  package let entries: [Entry]

  package init(entries: [Entry]) { self.entries = entries }

  package static let members = MemberList(Self.init, Member("entries", \Self.entries))

  package struct Entry: APIObject {
    package let id: Int
    package let at: String
    package let by: String
    package let action: String
    package let subject: String
    package let version: Int?
    package let message: String?

    package init(
      id: Int, at: String, by: String, action: String, subject: String, version: Int?, message: String?
    ) {
      self.id = id
      self.at = at
      self.by = by
      self.action = action
      self.subject = subject
      self.version = version
      self.message = message
    }

    package static let members = MemberList(
      named: "AuditEntry", Self.init,
      Member("id", \Self.id), Member("at", \Self.at, as: .time), Member("by", \Self.by),
      Member("action", \Self.action), Member("subject", \Self.subject),
      Member(optional: "version", \Self.version), Member(optional: "message", \Self.message))
  }
}
