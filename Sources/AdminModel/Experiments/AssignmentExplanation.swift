/// How a unit gets its variants of a screen's experiments.
package struct AssignmentExplanation: APIObject {
  package let route: String
  package let version: Int
  /// Those of the only experiment. Without any experiment, those that say so.
  package let only: ExplainedExperiment
  package let experiments: [ExplainedExperiment]
  /// Nil without an open rollout of the screen.
  package let rollout: RolloutPlacement?

  package init(
    route: String, version: Int, only: ExplainedExperiment, experiments: [ExplainedExperiment],
    rollout: RolloutPlacement?
  ) {
    self.route = route
    self.version = version
    self.only = only
    self.experiments = experiments
    self.rollout = rollout
  }

  package static let members = MemberList(
    named: "Explanation", Self.init, Member("route", \Self.route), Member("version", \Self.version),
    Member(flattening: \Self.only),
    Member(
      "experiments", \Self.experiments,
      "Every experiment. If there is only one, its members are in the object itself, too."),
    Member(
      optional: "rollout", \Self.rollout,
      "Which version the unit gets, while a rollout of the screen is open."))
}
