package import JSONText

/// A stored, immutable version of a screen. State: published screen.
package struct ScreenVersion: Sendable, Equatable {
  package let route: Route
  /// The version's number: 1, 2, 3 … for each route.
  package let number: Int
  /// The definition with all ids filled in; nil for the deletion of the screen.
  package let definition: JSONValue?
  package let record: PublicationRecord

  package init(route: Route, number: Int, definition: JSONValue?, record: PublicationRecord) {
    self.route = route
    self.number = number
    self.definition = definition
    self.record = record
  }

  /// The number of items in the definition.
  package var itemCount: Int {
    guard let definition else { return 0 }
    let sections = definition["sections"]?.arrayValue ?? []
    return sections.reduce(definition["items"]?.arrayValue?.count ?? 0) {
      $0 + ($1["items"]?.arrayValue?.count ?? 0)
    }
  }
}

/// When, by whom, how and why a version was published.
package struct PublicationRecord: Sendable, Equatable {
  /// How a version was published.
  package enum Path: String, Sendable {
    case file, put, order, patch, item, delete, rollback, draft, schedule, experiment
    case changeSet = "changeset"
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
