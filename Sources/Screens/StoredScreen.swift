import JSONText

/// The newest version of a route as a store gives it back: not yet read.
package struct StoredScreen: Sendable, Equatable {
  package let route: Route
  package let number: Int
  /// The definition as compact JSON; nil for the deletion of the screen.
  package let definition: [UInt8]?

  package init(route: Route, number: Int, definition: [UInt8]?) {
    self.route = route
    self.number = number
    self.definition = definition
  }

  /// The same of a version that has been read.
  package init(_ version: ScreenVersion) {
    self.init(route: version.route, number: version.number, definition: version.definition?.serialized())
  }
}
