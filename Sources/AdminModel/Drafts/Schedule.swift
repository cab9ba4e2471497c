package import JSONText

/// When a draft or a change set is published.
package struct Schedule: APIObject {
  package let at: String
  package let by: String
  package let message: String?
  package let rule: JSONValue?
  package let supersedes: Bool?
  /// Why the publication failed.
  package let error: String?

  package init(
    at: String, by: String, message: String?, rule: JSONValue?, supersedes: Bool?, error: String?
  ) {
    self.at = at
    self.by = by
    self.message = message
    self.rule = rule
    self.supersedes = supersedes
    self.error = error
  }

  package static let members = MemberList(
    named: "Schedule", Self.init,
    Member("at", \Self.at, as: .time), Member("by", \Self.by), Member(optional: "message", \Self.message),
    Member(
      optional: "guard", \Self.rule,
      "The guard of the rollout that starts then, as it was when it was scheduled.",
      as: .anyObject),
    Member(
      optional: "supersede", \Self.supersedes, "Whether it ends a rollout of the screen that is open then."),
    Member(optional: "error", \Self.error, "Why nothing was published when the time came."))
}
