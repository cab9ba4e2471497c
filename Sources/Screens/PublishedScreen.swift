/// A version of a screen, read and applied: all that is needed to serve it.
package final class PublishedScreen: Sendable {
  package let route: Route
  package let version: Int
  package let definition: Definition
  /// The definition as it is, then the variants in their order.
  package let arms: [Arm]

  package init(route: Route, version: Int, definition: Definition, arms: [Arm]) {
    self.route = route
    self.version = version
    self.definition = definition
    self.arms = arms
  }
}
