/// The result of publishing or rolling back a set.
package struct ChangeSetOutcome: Sendable {
  package let plan: ChangeSetPlan
  /// The resulting versions of the screens that changed.
  package let versions: [(route: Route, version: Int)]
  package let revision: Int
  /// The rollout that the publication has started; nil if all units get the versions.
  package var rollout: Rollout?
}
