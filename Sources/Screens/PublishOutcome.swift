/// What came of a write.
package struct PublishOutcome: Sendable, Equatable {
  package enum Effect: Sendable, Equatable {
    /// The route had no screen before.
    case created
    case updated
    /// The content is that of the current version: nothing was published.
    case unchanged
  }

  package let route: Route
  /// The version in force afterwards; in a dry run, the one there would be.
  package let version: Int
  package let effect: Effect
}
