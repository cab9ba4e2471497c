/// How a unit gets its variants of a screen's experiments.
package struct AssignmentExplanation: APIObject {
  package let route: String
  package let version: Int
  /// Those of the only experiment. Without any experiment, those that say so.
  package let only: ExplainedExperiment
  package let experiments: [ExplainedExperiment]

  package init(route: String, version: Int, only: ExplainedExperiment, experiments: [ExplainedExperiment]) {
    self.route = route
    self.version = version
    self.only = only
    self.experiments = experiments
  }

  package static let members = MemberList(
    named: "Explanation", Self.init, Member("route", \Self.route), Member("version", \Self.version),
    Member(flattening: \Self.only),
    Member(
      "experiments", \Self.experiments,
      "Every experiment. If there is only one, its members are in the object itself, too."))
}
