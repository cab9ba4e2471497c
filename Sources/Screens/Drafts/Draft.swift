package import JSONText

/// A definition that is not published yet and may be invalid. State: definition.
package struct Draft: Sendable, Equatable {
  package let route: Route
  package let definition: JSONValue
  /// The version that the draft began from; 0 if there was none.
  package let baseVersion: Int
  /// A number that rises with every change of a draft. No two drafts ever have the same one.
  package let revision: Int
  /// Seconds since 1970 UTC.
  package let savedAt: Double
  /// The name of the author's token.
  package let by: String
  package let message: String?
  package var schedule: Schedule?

  /// When a draft or a change set is published automatically.
  package struct Schedule: Sendable, Equatable {
    /// Seconds since 1970 UTC.
    package let at: Double
    package let by: String
    package let message: String?
    /// The guard as it was when the publication was scheduled, and whether the publication ends an open rollout.
    package let rollout: RolloutOptions
    /// Why the publication failed; nil before it is attempted. It is not retried.
    package var failure: String?

    package init(
      at: Double, by: String, message: String?, rollout: RolloutOptions = .none, failure: String? = nil
    ) {
      self.at = at
      self.by = by
      self.message = message
      self.rollout = rollout
      self.failure = failure
    }
  }

  package init(
    route: Route, definition: JSONValue, baseVersion: Int, revision: Int, savedAt: Double, by: String,
    message: String?, schedule: Schedule? = nil
  ) {
    self.route = route
    self.definition = definition
    self.baseVersion = baseVersion
    self.revision = revision
    self.savedAt = savedAt
    self.by = by
    self.message = message
    self.schedule = schedule
  }

  /// The text that identifies this revision in preconditions.
  package var tag: String { "draft-\(revision)" }

  /// When the draft is published, in seconds since 1970 UTC; nil without a schedule, and after a failed attempt.
  package var dueAt: Double? { schedule.flatMap { $0.failure == nil ? $0.at : nil } }
}

/// A draft with its errors and warnings.
package struct CheckedDraft: Sendable {
  package let draft: Draft
  package let diagnostics: Diagnostics
  package let warnings: Diagnostics
  /// Whether the screen had no draft before.
  package var isNew = false
}

/// The conflict of a draft whose base is not the current version: the changes from the base on both sides.
package struct DraftConflict: Sendable {
  package let route: Route
  package let base: Int
  package let current: Int
  /// The difference from the base to the draft.
  package let ours: DefinitionDifference
  /// The difference from the base to the current version.
  package let theirs: DefinitionDifference

  /// The ids of items that both sides changed.
  package var conflicts: [String] {
    ours.touchedIDs.intersection(theirs.touchedIDs).sorted().map(\.text)
  }
}
