/// A kind of change that a webhook reports. The raw value is its name in requests and messages.
package enum WebhookEvent: String, Sendable, CaseIterable {
  /// A version was published, by a person, a file or a schedule.
  case published
  case rolledBack = "rolled-back"
  /// A screen was deleted.
  case deleted
  /// A draft was scheduled.
  case scheduled
  case scheduleCancelled = "schedule-cancelled"
  /// A draft was due and could not be published.
  case scheduleFailed = "schedule-failed"
  case viewTypeChanged = "view-type-changed"
  case formatChanged = "format-changed"
  case previewTemplateChanged = "preview-template-changed"
  case groupChanged = "group-changed"
  case releaseChanged = "release-changed"
  case clientKeyChanged = "client-key-changed"
  case rolloutStarted = "rollout-started"
  case rolloutAdvanced = "rollout-advanced"
  /// A rollout stays at its step until somebody resumes it.
  case rolloutHeld = "rollout-held"
  case rolloutResumed = "rollout-resumed"
  /// The new version is everybody's.
  case rolloutFinished = "rollout-finished"
  /// The old version is everybody's again.
  case rolloutRolledBack = "rollout-rolled-back"
  /// Another version was published while a rollout was open.
  case rolloutSuperseded = "rollout-superseded"
  /// A mock rule or the scenario of the server was changed.
  case mockChanged = "mock-changed"
  /// A test message was requested. It needs no entry in a webhook's list of events.
  case test

  /// The names that a webhook may list.
  package static let listed = allCases.filter { $0 != .test }

  /// The event of an audit entry; nil for changes of drafts, tokens, webhooks and change sets, which no webhook
  /// reports.
  /// - Parameter isRollback: whether a publication brought an earlier version back.
  init?(_ action: AuditEntry.Action, isRollback: Bool) {
    switch action {
    case .publish: self = isRollback ? .rolledBack : .published
    case .deleteScreen: self = .deleted
    case .schedule: self = .scheduled
    case .cancelSchedule: self = .scheduleCancelled
    case .failSchedule: self = .scheduleFailed
    case .setMockRule, .deleteMockRule, .setMockScenario, .clearMockScenario, .setMockEndpoint,
      .deleteMockEndpoint, .setMockState, .resetMockState:
      self = .mockChanged
    default:
      if let decision = RolloutDecision.Action.allCases.first(where: { action == .decide($0) }) {
        self.init(decision)
        return
      }
      let kind = DocumentKind.allCases.first { action == .set($0) || action == .delete($0) }
      guard let event = kind?.event else { return nil }
      self = event
    }
  }

  private init(_ decision: RolloutDecision.Action) {
    self =
      switch decision {
      case .start: .rolloutStarted
      case .advance: .rolloutAdvanced
      case .hold: .rolloutHeld
      case .resume: .rolloutResumed
      case .finish: .rolloutFinished
      case .rollback: .rolloutRolledBack
      case .supersede: .rolloutSuperseded
      }
  }
}
