/// The result of changing how an experiment runs.
package struct SteeredExperiment: APIObject {
  package let route: String
  package let version: Int
  package let experiment: String
  package let shares: ReassignedShares
  package let dryRun: Bool?

  package init(route: String, version: Int, experiment: String, shares: ReassignedShares, dryRun: Bool?) {
    self.route = route
    self.version = version
    self.experiment = experiment
    self.shares = shares
    self.dryRun = dryRun
  }

  package static let members = MemberList(
    named: "SteeredExperiment", Self.init, Member("route", \Self.route), Member("version", \Self.version),
    Member("experiment", \Self.experiment), Member("shares", \Self.shares), Member(dryRun: \Self.dryRun))
}
