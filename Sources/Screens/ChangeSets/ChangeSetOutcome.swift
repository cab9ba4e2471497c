/// The result of publishing or rolling back a set.
package struct ChangeSetOutcome: Sendable {
  package let plan: ChangeSetPlan
  /// The resulting versions of the screens that changed.
  package let versions: [(route: Route, version: Int)]
  package let revision: Int
}
