/// A change set without the effects of publishing it.
package struct ChangeSetSummary: APIObject {
  package let name: String
  package let path: String
  package let message: String?
  package let by: String
  package let createdAt: String
  package let baseRevision: Int
  package let expiresAt: String?
  package let state: String
  package let schedule: Schedule?
  package let publishedAt: String?
  package let publishedBy: String?
  package let changes: [String]
  package let drafts: [String]

  package init(
    name: String, path: String, message: String?, by: String, createdAt: String, baseRevision: Int,
    expiresAt: String?, state: String, schedule: Schedule?, publishedAt: String?, publishedBy: String?,
    changes: [String], drafts: [String]
  ) {
    self.name = name
    self.path = path
    self.message = message
    self.by = by
    self.createdAt = createdAt
    self.baseRevision = baseRevision
    self.expiresAt = expiresAt
    self.state = state
    self.schedule = schedule
    self.publishedAt = publishedAt
    self.publishedBy = publishedBy
    self.changes = changes
    self.drafts = drafts
  }

  package static let members = MemberList(
    named: "ChangeSetSummary", Self.init, Member("name", \Self.name),
    Member("path", \Self.path, "The prefix of all paths in the change set."),
    Member("message", \Self.message), Member("by", \Self.by), Member("createdAt", \Self.createdAt, as: .time),
    Member("baseRevision", \Self.baseRevision, "The server's revision when the set was created."),
    Member("expiresAt", \Self.expiresAt, "When the server deletes the set.", as: .orNull(.time)),
    Member("state", \Self.state, as: .choice(["open", "published"])), Member("schedule", \Self.schedule),
    Member("publishedAt", \Self.publishedAt, as: .orNull(.time)), Member("publishedBy", \Self.publishedBy),
    Member("changes", \Self.changes, "The paths of what it changes, such as screens/home."),
    Member("drafts", \Self.drafts, "Routes of drafts in the set, which are not published with it."))
}

/// The change sets of a server, by name.
package struct ChangeSetPage: APIObject {
  package let changeSets: [ChangeSetSummary]

  package init(changeSets: [ChangeSetSummary]) { self.changeSets = changeSets }

  package static let members = MemberList(
    Self.init, Member("changeSets", \Self.changeSets))
}
