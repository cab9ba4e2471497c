/// When, by whom, how and why a version was published.
package struct PublicationRecord: Sendable, Equatable {
  /// How a version was published.
  package enum Path: String, Sendable {
    case file, put, order, patch, item, delete, rollback, draft, schedule, experiment
    case translation
    case changeSet = "changeset"
    /// A rollout was rolled back, by its guard or by hand.
    case `guard`
  }

  /// Seconds since 1970 UTC, with milliseconds.
  package let publishedAt: Double
  /// The name of the author's token, or `screens/` for a file.
  package let by: String
  package let via: Path
  /// The author's message.
  package let message: String?

  package init(publishedAt: Double, by: String, via: Path, message: String?) {
    self.publishedAt = publishedAt
    self.by = by
    self.via = via
    self.message = message
  }
}
