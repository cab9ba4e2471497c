/// When a draft or a change set is published.
package struct Schedule: APIObject {
  package let at: String
  package let by: String
  package let message: String?
  /// Why the publication failed.
  package let error: String?

  package init(at: String, by: String, message: String?, error: String?) {
    self.at = at
    self.by = by
    self.message = message
    self.error = error
  }

  package static let members = MemberList(
    named: "Schedule", Self.init,
    Member("at", \Self.at, as: .time), Member("by", \Self.by), Member(optional: "message", \Self.message),
    Member(optional: "error", \Self.error, "Why nothing was published when the time came."))
}
