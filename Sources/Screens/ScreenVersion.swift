package import JSONText

/// One published state of a screen, as it is stored. It is never changed.
package struct ScreenVersion: Sendable, Equatable {
  package let route: Route
  /// 1, 2, 3 … for each route.
  package let number: Int
  /// The definition with all ids; nil for the deletion of the screen.
  package let definition: JSONValue?
  package let record: PublicationRecord

  package init(route: Route, number: Int, definition: JSONValue?, record: PublicationRecord) {
    self.route = route
    self.number = number
    self.definition = definition
    self.record = record
  }

  /// How many items the definition has.
  package var itemCount: Int {
    guard let definition else { return 0 }
    let sections = definition["sections"]?.arrayValue ?? []
    return sections.reduce(definition["items"]?.arrayValue?.count ?? 0) {
      $0 + ($1["items"]?.arrayValue?.count ?? 0)
    }
  }
}

/// When a version was published, by whom, through what and why.
package struct PublicationRecord: Sendable, Equatable {
  /// Through what a version was published.
  package enum Path: String, Sendable {
    case file, put, order, patch, item, delete, rollback, draft, schedule, experiment
  }

  /// Seconds since 1970 UTC, in thousandths.
  package let publishedAt: Double
  /// Who: the name of a token, or `screens/` for a file.
  package let by: String
  package let via: Path
  /// Why, in the author's words.
  package let message: String?

  package init(publishedAt: Double, by: String, via: Path, message: String?) {
    self.publishedAt = publishedAt
    self.by = by
    self.via = via
    self.message = message
  }
}
