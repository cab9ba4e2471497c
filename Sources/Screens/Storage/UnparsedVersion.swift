import JSONText

/// The newest version of a route as a store loads it: its definition is not parsed. State: published screen.
package struct UnparsedVersion: Sendable, Equatable {
  package let route: Route
  package let number: Int
  /// The definition as compact JSON text; nil for the deletion of the screen.
  package let definition: [UInt8]?

  package init(route: Route, number: Int, definition: [UInt8]?) {
    self.route = route
    self.number = number
    self.definition = definition
  }

  /// Serialises a version.
  package init(_ version: ScreenVersion) {
    self.init(route: version.route, number: version.number, definition: version.definition?.serialized())
  }
}
