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
