package import JSONText

/// The result of publishing a change set, or of taking that back.
package struct PublishedChangeSet: APIObject {
  package let name: String
  package let revision: Int
  package let screens: [Screen]
  package let documents: [String]
  package let rollout: RolloutDetails?
  package let estimate: RolloutEstimate?
  package let dryRun: Bool?

  package init(
    name: String, revision: Int, screens: [Screen], documents: [String], rollout: RolloutDetails?,
    estimate: RolloutEstimate?, dryRun: Bool?
  ) {
    self.name = name
    self.revision = revision
    self.screens = screens
    self.documents = documents
    self.rollout = rollout
    self.estimate = estimate
    self.dryRun = dryRun
  }

  package static let members = MemberList(
    named: "PublishedChangeSet", Self.init, Member("name", \Self.name), Member("revision", \Self.revision),
    Member("screens", \Self.screens), Member("documents", \Self.documents),
    Member(optional: "rollout", \Self.rollout),
    Member(optional: "estimate", \Self.estimate, "Of a dry run with a guard: how fast it would notice harm."),
    Member(dryRun: \Self.dryRun))

  package struct Screen: APIObject {
    package let route: String
    package let version: Int

    package init(route: String, version: Int) {
      self.route = route
      self.version = version
    }

    package static let members = MemberList(
      Self.init, Member("route", \Self.route), Member("version", \Self.version))
  }
}

/// The result of scheduling the publication of a change set.
package struct ScheduledChangeSet: APIObject {
  package let name: String
  package let schedule: Schedule
  package let dryRun: Bool?

  package init(name: String, schedule: Schedule, dryRun: Bool?) {
    self.name = name
    self.schedule = schedule
    self.dryRun = dryRun
  }

  package static let members = MemberList(
    named: "ScheduledChangeSet", Self.init, Member("name", \Self.name), Member("schedule", \Self.schedule),
    Member(dryRun: \Self.dryRun))
}

/// The result of cancelling the publication of a change set.
package struct UnscheduledChangeSet: APIObject {
  package let name: String
  /// Null: nothing is scheduled.
  package let schedule: JSONValue

  package init(name: String, schedule: JSONValue) {
    self.name = name
    self.schedule = schedule
  }

  package static let members = MemberList(
    Self.init, Member("name", \Self.name), Member("schedule", \Self.schedule, as: .null))
}

/// The result of a rebase: the merged changes, and the remaining conflicts.
package struct RebasedChangeSet: APIObject {
  package let name: String
  package let rebased: [String]
  package let conflicts: [ChangeSetClash]
  package let dryRun: Bool?

  package init(name: String, rebased: [String], conflicts: [ChangeSetClash], dryRun: Bool?) {
    self.name = name
    self.rebased = rebased
    self.conflicts = conflicts
    self.dryRun = dryRun
  }

  package static let members = MemberList(
    named: "RebasedChangeSet", Self.init, Member("name", \Self.name), Member("rebased", \Self.rebased),
    Member("conflicts", \Self.conflicts), Member(dryRun: \Self.dryRun))
}
