/// What came of a write.
package struct PublishOutcome: Sendable {
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
  /// What it means for the releases that are supported.
  package var impact = Impact.none
  /// What it means for the units of experiments that run on.
  package var reassignments: [Reassignment] = []
}
