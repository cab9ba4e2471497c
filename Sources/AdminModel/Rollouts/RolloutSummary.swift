/// A version on its way to everybody.
package struct RolloutSummary: APIObject {
  package let id: String
  package let state: String
  package let screen: String?
  package let changeSet: String?
  package let step: Double
  package let steps: [Double]
  package let versions: Versions?
  package let screens: [Screen]
  package let by: String
  package let startedAt: String
  package let stepStartedAt: String
  package let serial: Int

  package init(
    id: String, state: String, screen: String?, changeSet: String?, step: Double, steps: [Double],
    versions: Versions?, screens: [Screen], by: String, startedAt: String, stepStartedAt: String, serial: Int
  ) {
    self.id = id
    self.state = state
    self.screen = screen
    self.changeSet = changeSet
    self.step = step
    self.steps = steps
    self.versions = versions
    self.screens = screens
    self.by = by
    self.startedAt = startedAt
    self.stepStartedAt = stepStartedAt
    self.serial = serial
  }

  package static let members = MemberList(
    named: "RolloutSummary", Self.init, Member("id", \Self.id),
    Member(
      "state", \Self.state, as: .choice(["running", "held", "finished", "rolled-back", "superseded"])),
    Member(optional: "screen", \Self.screen, "The route; of a change set, there is changeset instead."),
    Member(optional: "changeset", \Self.changeSet),
    Member("step", \Self.step, "The share of units with the new version, in per cent."),
    Member("steps", \Self.steps, "All steps of the guard."),
    Member(optional: "versions", \Self.versions, "Those of the only screen."),
    Member("screens", \Self.screens), Member("by", \Self.by, "Who has published it."),
    Member("startedAt", \Self.startedAt, as: .time),
    Member("stepStartedAt", \Self.stepStartedAt, as: .time),
    Member("serial", \Self.serial, "Rises with each decision. It is the entity tag."))

  package struct Versions: APIObject {
    package let old: Int
    package let new: Int

    package init(old: Int, new: Int) {
      self.old = old
      self.new = new
    }

    package static let members = MemberList(
      named: "RolloutVersions", Self.init, Member("old", \Self.old), Member("new", \Self.new))
  }

  package struct Screen: APIObject {
    package let route: String
    package let versions: Versions

    package init(route: String, versions: Versions) {
      self.route = route
      self.versions = versions
    }

    package static let members = MemberList(
      Self.init, Member("route", \Self.route), Member("versions", \Self.versions))
  }
}

/// All rollouts that are kept.
package struct RolloutPage: APIObject {
  package let rollouts: [RolloutSummary]

  package init(rollouts: [RolloutSummary]) { self.rollouts = rollouts }

  package static let members = MemberList(
    named: "Rollouts", Self.init, Member("rollouts", \Self.rollouts, "Newest first."))
}
