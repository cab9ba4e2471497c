/// A kind of change that a webhook reports. The raw value is its name in requests and messages.
package enum WebhookEvent: String, Sendable, CaseIterable {
  /// A version was published, by a person, a file or a schedule.
  case published
  case rolledBack = "rolled-back"
  /// A screen was deleted.
  case deleted
  /// A draft is to be published at a time.
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
  /// A mock rule or the scenario of the server was changed.
  case mockChanged = "mock-changed"
  /// Somebody asked for a test message. Every webhook receives it.
  case test

  /// The names that a webhook may list.
  package static let listed = allCases.filter { $0 != .test }

  /// The event of an audit entry; nil for what no webhook reports: drafts, tokens and webhooks.
  /// - Parameter isRollback: whether a publication brought an earlier version back.
  init?(_ action: AuditEntry.Action, isRollback: Bool) {
    switch action {
    case .publish: self = isRollback ? .rolledBack : .published
    case .deleteScreen: self = .deleted
    case .schedule: self = .scheduled
    case .cancelSchedule: self = .scheduleCancelled
    case .failSchedule: self = .scheduleFailed
    case .setViewType, .deleteViewType: self = .viewTypeChanged
    case .setFormat, .deleteFormat: self = .formatChanged
    case .setPreview, .deletePreview: self = .previewTemplateChanged
    case .setGroup, .deleteGroup: self = .groupChanged
    case .setRelease, .deleteRelease: self = .releaseChanged
    case .setClientKey, .deleteClientKey: self = .clientKeyChanged
    case .setMockRule, .deleteMockRule, .setMockScenario, .clearMockScenario: self = .mockChanged
    default: return nil
    }
  }
}
