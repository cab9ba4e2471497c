/// The effects of publishing a screen on apps and experiments.
package struct PublicationEffects: APIObject {
  /// Nil without supported releases.
  package let impact: [Impact]?
  package let impactCount: Int?
  package let reassignments: [Reassignment]?
  package let warnings: [Finding]?

  package init(
    impact: [Impact]?, impactCount: Int?, reassignments: [Reassignment]?, warnings: [Finding]?
  ) {
    self.impact = impact
    self.impactCount = impactCount
    self.reassignments = reassignments
    self.warnings = warnings
  }

  package static let members = MemberList(
    Self.init,
    Member(optional: "impact", \Self.impact, "Items that supported releases cannot show."),
    Member(
      optional: "impactCount", \Self.impactCount,
      "The number of all effects, if impact does not list all of them."),
    Member(optional: "reassignments", \Self.reassignments), Member(warnings: \Self.warnings))

  /// An item that a release cannot show.
  package struct Impact: APIObject {
    package let release: String
    package let variant: String?
    package let item: String
    package let effect: String

    package init(release: String, variant: String?, item: String, effect: String) {
      self.release = release
      self.variant = variant
      self.item = item
      self.effect = effect
    }

    package static let members = MemberList(
      named: "Impact", Self.init,
      Member("release", \Self.release), Member("variant", \Self.variant), Member("item", \Self.item),
      Member("effect", \Self.effect, as: .choice(["fallback", "dropped"])))
  }

  /// An experiment whose units change their variant.
  package struct Reassignment: APIObject {
    package let experiment: String
    package let shares: ReassignedShares

    package init(experiment: String, shares: ReassignedShares) {
      self.experiment = experiment
      self.shares = shares
    }

    package static let members = MemberList(
      named: "Reassignment", Self.init,
      Member("experiment", \Self.experiment), Member("shares", \Self.shares))
  }
}
