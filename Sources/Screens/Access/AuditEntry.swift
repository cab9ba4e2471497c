/// A record of one change: who changed what, and when. Entries are never changed or removed.
package struct AuditEntry: Sendable, Equatable {
  /// The kind of a change.
  ///
  /// Any text is an action, so that the audit stays readable if a newer Marquee has added actions.
  package struct Action: RawRepresentable, Sendable, Hashable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let publish = Action(rawValue: "publish")
    package static let deleteScreen = Action(rawValue: "delete-screen")
    package static let saveDraft = Action(rawValue: "save-draft")
    package static let deleteDraft = Action(rawValue: "delete-draft")
    package static let schedule = Action(rawValue: "schedule")
    package static let cancelSchedule = Action(rawValue: "cancel-schedule")
    package static let failSchedule = Action(rawValue: "fail-schedule")
    /// A document was created or changed.
    package static func set(_ kind: DocumentKind) -> Action { Action(rawValue: "set-" + kind.word) }
    package static func delete(_ kind: DocumentKind) -> Action { Action(rawValue: "delete-" + kind.word) }
    package static let createToken = Action(rawValue: "create-token")
    package static let revokeToken = Action(rawValue: "revoke-token")
    package static let createChangeSet = Action(rawValue: "create-changeset")
    /// Something was written in a change set.
    package static let editChangeSet = Action(rawValue: "edit-changeset")
    package static let rebaseChangeSet = Action(rawValue: "rebase-changeset")
    /// Somebody approved a set, or asked for changes.
    package static let reviewChangeSet = Action(rawValue: "review-changeset")
    package static let publishChangeSet = Action(rawValue: "publish-changeset")
    package static let rollbackChangeSet = Action(rawValue: "rollback-changeset")
    package static let scheduleChangeSet = Action(rawValue: "schedule-changeset")
    package static let cancelChangeSetSchedule = Action(rawValue: "cancel-changeset-schedule")
    package static let failChangeSetSchedule = Action(rawValue: "fail-changeset-schedule")
    /// A link to a change set was made for somebody without a token.
    package static let inviteGuest = Action(rawValue: "invite-guest")
    package static let revokeGuest = Action(rawValue: "revoke-guest")
    package static let deleteChangeSet = Action(rawValue: "delete-changeset")
    /// A comment was added to an item. The subject is the route of the screen.
    package static let comment = Action(rawValue: "comment")
    package static let resolveComment = Action(rawValue: "resolve-comment")
    /// A rollout was started, changed or ended. The subject is its id.
    package static func decide(_ action: RolloutDecision.Action) -> Action {
      Action(rawValue: action.rawValue + "-rollout")
    }
    package static let setMockRule = Action(rawValue: "set-mock-rule")
    package static let deleteMockRule = Action(rawValue: "delete-mock-rule")
    package static let setMockScenario = Action(rawValue: "set-mock-scenario")
    /// Sets an endpoint of the mock. The subject is its name.
    package static let setMockEndpoint = Action(rawValue: "set-mock-endpoint")
    package static let deleteMockEndpoint = Action(rawValue: "delete-mock-endpoint")
    /// Replaces the state of the endpoints, or items of collections.
    package static let setMockState = Action(rawValue: "set-mock-state")
    /// Empties the state of the endpoints, and restores the collections.
    package static let resetMockState = Action(rawValue: "reset-mock-state")
    /// Switches the scenario off. The subject is the scenario that was on.
    package static let clearMockScenario = Action(rawValue: "clear-mock-scenario")
  }

  /// A number that rises by one with each entry; 0 until the entry is stored.
  package let id: Int
  /// Seconds since 1970 UTC.
  package let at: Double
  /// The name of the token, or `screens/` for a file.
  package let by: String
  package let action: Action
  /// The route, or the name of the view type, format, preview, group, release, client key, webhook, token, change set,
  /// rollout, rule or scenario.
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

  /// The same entry as a store numbers it.
  package func with(id: Int) -> AuditEntry {
    AuditEntry(
      id: id, at: at, by: by, action: action, subject: subject, version: version, message: message)
  }
}
