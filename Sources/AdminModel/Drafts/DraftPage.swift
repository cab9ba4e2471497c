/// The drafts of all screens, by route.
package struct DraftPage: APIObject {
  package let drafts: [Entry]

  package init(drafts: [Entry]) { self.drafts = drafts }

  package static let members = MemberList(Self.init, Member("drafts", \Self.drafts))

  package struct Entry: APIObject {
    package let route: String
    package let baseVersion: Int
    package let savedAt: String
    package let by: String
    package let message: String?
    package let schedule: Schedule?

    package init(
      route: String, baseVersion: Int, savedAt: String, by: String, message: String?,
      schedule: Schedule?
    ) {
      self.route = route
      self.baseVersion = baseVersion
      self.savedAt = savedAt
      self.by = by
      self.message = message
      self.schedule = schedule
    }

    package static let members = MemberList(
      named: "DraftSummary", Self.init,
      Member("route", \Self.route), Member("baseVersion", \Self.baseVersion),
      Member("savedAt", \Self.savedAt, as: .time), Member("by", \Self.by),
      Member("message", \Self.message), Member("schedule", \Self.schedule))
  }
}
