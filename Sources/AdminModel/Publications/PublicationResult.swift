/// The result of publishing a screen.
package struct PublicationResult: APIObject {
  package let route: String
  package let version: Int
  package let effects: PublicationEffects
  package let rollout: RolloutDetails?
  package let estimate: RolloutEstimate?
  package let dryRun: Bool?

  package init(
    route: String, version: Int, effects: PublicationEffects, rollout: RolloutDetails?,
    estimate: RolloutEstimate?, dryRun: Bool?
  ) {
    self.route = route
    self.version = version
    self.effects = effects
    self.rollout = rollout
    self.estimate = estimate
    self.dryRun = dryRun
  }

  package static let members = MemberList(
    named: "Published", Self.init,
    Member("route", \Self.route),
    Member(
      "version", \Self.version,
      "The current version; in a dry run, the version that would be current."),
    Member(flattening: \Self.effects),
    Member(optional: "rollout", \Self.rollout, "The rollout of the version, if it has a guard."),
    Member(optional: "estimate", \Self.estimate, "Of a dry run with a guard: how fast it would notice harm."),
    Member(dryRun: \Self.dryRun))
}
