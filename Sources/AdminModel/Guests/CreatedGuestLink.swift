/// A link that shows a change set to people without a token.
package struct CreatedGuestLink: APIObject {
  package let url: String
  package let expiresAt: String

  package init(url: String, expiresAt: String) {
    self.url = url
    self.expiresAt = expiresAt
  }

  package static let members = MemberList(
    named: "GuestLink", Self.init,
    Member("url", \Self.url, "The address of the page; whoever has it sees the set."),
    Member("expiresAt", \Self.expiresAt, as: .time))
}
