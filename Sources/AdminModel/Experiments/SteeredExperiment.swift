/// The result of changing how an experiment runs.
package struct SteeredExperiment: APIObject {
  package let route: String
  package let version: Int
  package let experiment: String
  package let shares: ReassignedShares
  package let rollout: RolloutDetails?
  package let estimate: RolloutEstimate?
  package let dryRun: Bool?

  package init(
    route: String, version: Int, experiment: String, shares: ReassignedShares, rollout: RolloutDetails?,
    estimate: RolloutEstimate?, dryRun: Bool?
  ) {
    self.route = route
    self.version = version
    self.experiment = experiment
    self.shares = shares
    self.rollout = rollout
    self.estimate = estimate
    self.dryRun = dryRun
  }

  package static let members = MemberList(
    named: "SteeredExperiment", Self.init, Member("route", \Self.route), Member("version", \Self.version),
    Member("experiment", \Self.experiment), Member("shares", \Self.shares),
    Member(optional: "rollout", \Self.rollout, "The rollout of the version, if it has a guard."),
    Member(optional: "estimate", \Self.estimate, "Of a dry run with a guard: how fast it would notice harm."),
    Member(dryRun: \Self.dryRun))
}
