package import JSONText

/// The result of deleting a draft.
package struct DeletedDraft: APIObject {
  package let route: String
  package let dryRun: Bool?

  package init(route: String, dryRun: Bool?) {
    self.route = route
    self.dryRun = dryRun
  }

  package static let members = MemberList(
    Self.init, Member("route", \Self.route), Member(dryRun: \Self.dryRun))
}

/// The result of scheduling the publication of a draft.
package struct ScheduledDraft: APIObject {
  package let route: String
  package let schedule: Schedule
  package let dryRun: Bool?

  package init(route: String, schedule: Schedule, dryRun: Bool?) {
    self.route = route
    self.schedule = schedule
    self.dryRun = dryRun
  }

  package static let members = MemberList(
    named: "Scheduled", Self.init,
    Member("route", \Self.route), Member("schedule", \Self.schedule), Member(dryRun: \Self.dryRun))
}

/// The result of cancelling the publication of a draft.
package struct UnscheduledDraft: APIObject {
  package let route: String
  /// Null: nothing is scheduled.
  let schedule: JSONValue
  package let dryRun: Bool?

  package init(route: String, schedule: JSONValue = .null, dryRun: Bool?) {
    self.route = route
    self.schedule = schedule
    self.dryRun = dryRun
  }

  package static let members = MemberList(
    Self.init,
    Member("route", \Self.route), Member("schedule", \Self.schedule, as: .null),
    Member(dryRun: \Self.dryRun))
}
