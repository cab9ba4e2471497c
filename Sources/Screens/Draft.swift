package import JSONText

/// A definition that is not published yet. It need not be valid.
package struct Draft: Sendable, Equatable {
  package let route: Route
  package let definition: JSONValue
  /// The version that it began from; 0 where there was none.
  package let baseVersion: Int
  /// Rises with each change of the draft, also from one that was deleted to the next.
  package let revision: Int
  /// Seconds since 1970 UTC.
  package let savedAt: Double
  /// The name of a token.
  package let by: String
  package let message: String?
  package var schedule: Schedule?

  /// When a draft becomes a version by itself.
  package struct Schedule: Sendable, Equatable {
    /// Seconds since 1970 UTC.
    package let at: Double
    package let by: String
    package let message: String?
    /// Why it could not be done when it was due; it is not tried again.
    package var failure: String?

    package init(at: Double, by: String, message: String?, failure: String? = nil) {
      self.at = at
      self.by = by
      self.message = message
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

  /// What an entity tag of the draft holds.
  package var tag: String { "draft-\(revision)" }
}

/// A draft, and what is wrong with it.
package struct CheckedDraft: Sendable {
  package let draft: Draft
  package let diagnostics: Diagnostics
  /// Whether there was none before.
  package var isNew = false
}

/// A draft that began from another version than the current one: what became of the version it began from, on both
/// sides.
package struct DraftConflict: Sendable {
  package let route: Route
  package let base: Int
  package let current: Int
  /// From the base to the draft.
  package let ours: DefinitionDifference
  /// From the base to the current version.
  package let theirs: DefinitionDifference

  /// The ids of items that both have touched.
  package var conflicts: [String] { ours.touchedIDs.intersection(theirs.touchedIDs).sorted() }
}
