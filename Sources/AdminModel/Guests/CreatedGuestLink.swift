/// A link that shows a change set to people without a token.
package struct CreatedGuestLink: APIObject {
  package let id: Int
  package let url: String
  package let expiresAt: String

  package init(id: Int, url: String, expiresAt: String) {
    self.id = id
    self.url = url
    self.expiresAt = expiresAt
  }

  package static let members = MemberList(
    named: "GuestLink", Self.init,
    Member("id", \Self.id, "Identifies the link in its set."),
    Member("url", \Self.url, "The address of the page; whoever has it sees the set."),
    Member("expiresAt", \Self.expiresAt, as: .time))
}
