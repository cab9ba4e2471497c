package import JSONText

/// A draft with its errors.
package struct DraftDetails: APIObject {
  package let definition: JSONValue
  package let baseVersion: Int
  package let errors: [Finding]
  package let schedule: Schedule?
  package let savedAt: String
  package let by: String
  package let message: String?
  package let warnings: [Finding]?

  package init(
    definition: JSONValue, baseVersion: Int, errors: [Finding], schedule: Schedule?,
    savedAt: String, by: String, message: String?, warnings: [Finding]?
  ) {
    self.definition = definition
    self.baseVersion = baseVersion
    self.errors = errors
    self.schedule = schedule
    self.savedAt = savedAt
    self.by = by
    self.message = message
    self.warnings = warnings
  }

  package static let members = MemberList(
    named: "Draft", Self.init,
    Member("definition", \Self.definition, "A definition, as it was saved."),
    Member("baseVersion", \Self.baseVersion), Member("errors", \Self.errors),
    Member("schedule", \Self.schedule), Member("savedAt", \Self.savedAt, as: .time),
    Member("by", \Self.by), Member("message", \Self.message), Member(warnings: \Self.warnings))
}

/// The result of saving a draft.
package struct SavedDraft: APIObject {
  package let route: String
  package let baseVersion: Int
  package let errors: [Finding]
  package let warnings: [Finding]?
  package let dryRun: Bool?

  package init(
    route: String, baseVersion: Int, errors: [Finding], warnings: [Finding]?, dryRun: Bool?
  ) {
    self.route = route
    self.baseVersion = baseVersion
    self.errors = errors
    self.warnings = warnings
    self.dryRun = dryRun
  }

  package static let members = MemberList(
    named: "SavedDraft", Self.init,
    Member("route", \Self.route), Member("baseVersion", \Self.baseVersion), Member("errors", \Self.errors),
    Member(warnings: \Self.warnings), Member(dryRun: \Self.dryRun))
}
