/// A session: a view of the server of its own, for a test.
package struct SessionDetails: APIObject {
  package let id: String
  package let path: String
  package let expiresAt: String

  package init(id: String, path: String, expiresAt: String) {
    self.id = id
    self.path = path
    self.expiresAt = expiresAt
  }

  package static let members = MemberList(
    named: "Session", Self.init, Member("id", \Self.id),
    Member("path", \Self.path, "The prefix of all paths in the session."),
    Member("expiresAt", \Self.expiresAt, as: .time))
}

/// The sessions of a server, by when they end.
package struct SessionPage: APIObject {
  package let sessions: [SessionDetails]

  package init(sessions: [SessionDetails]) { self.sessions = sessions }

  package static let members = MemberList(
    Self.init, Member("sessions", \Self.sessions))
}

/// A session that has ended.
package struct EndedSession: APIObject {
  package let id: String

  package init(id: String) { self.id = id }

  package static let members = MemberList(
    Self.init, Member("id", \Self.id))
}
