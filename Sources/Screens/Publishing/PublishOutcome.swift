/// The result of publishing or deleting a screen.
package struct PublishOutcome: Sendable {
  package enum Effect: Sendable, Equatable {
    /// The route had no screen.
    case created
    case updated
    /// The content equals the current version, so nothing was published.
    case unchanged
  }

  package let route: Route
  /// The version that is current after the operation; in a dry run, the version that would be current.
  package let version: Int
  package let effect: Effect
  /// The effects on supported releases.
  package var impact = Impact.none
  /// The effects on the units of experiments that both versions have.
  package var reassignments: [Reassignment] = []
  /// The rollout that the publication has started, or an unchanged one of the screen; nil if all units get the version.
  package var rollout: Rollout?
  /// Findings that do not prevent publication.
  package var warnings = Diagnostics()
}
