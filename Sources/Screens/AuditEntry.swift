/// One change of what the server holds: who, when, what. Entries are only ever added.
package struct AuditEntry: Sendable, Equatable {
  package enum Action: String, Sendable, CaseIterable {
    case publish
    case deleteScreen = "delete-screen"
    case saveDraft = "save-draft"
    case deleteDraft = "delete-draft"
    case schedule
    case cancelSchedule = "cancel-schedule"
    case failSchedule = "fail-schedule"
    case setViewType = "set-view-type"
    case setFormat = "set-format"
    case setGroup = "set-group"
    case setRelease = "set-release"
    case deleteRelease = "delete-release"
    case createToken = "create-token"
    case revokeToken = "revoke-token"
  }

  /// Rises by one; 0 until it is stored.
  package let id: Int
  /// Seconds since 1970 UTC.
  package let at: Double
  /// The name of a token, or `screens/` for a file.
  package let by: String
  package let action: Action
  /// A route, or the name of a view type, format, group, release or token.
  package let subject: String
  package let version: Int?
  package let message: String?

  package init(
    id: Int = 0, at: Double, by: String, action: Action, subject: String, version: Int? = nil,
    message: String? = nil
  ) {
    self.id = id
    self.at = at
    self.by = by
    self.action = action
    self.subject = subject
    self.version = version
    self.message = message
  }
}
