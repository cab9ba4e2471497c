/// A draft without its definition, for the list of drafts.
package struct DraftSummary: Sendable, Equatable {
  package let route: Route
  package let baseVersion: Int
  /// Seconds since 1970 UTC.
  package let savedAt: Double
  package let by: String
  package let message: String?
  package let schedule: Draft.Schedule?

  package init(
    route: Route, baseVersion: Int, savedAt: Double, by: String, message: String?, schedule: Draft.Schedule?
  ) {
    self.route = route
    self.baseVersion = baseVersion
    self.savedAt = savedAt
    self.by = by
    self.message = message
    self.schedule = schedule
  }

  package init(_ draft: Draft) {
    self.init(
      route: draft.route, baseVersion: draft.baseVersion, savedAt: draft.savedAt, by: draft.by,
      message: draft.message, schedule: draft.schedule)
  }
}
