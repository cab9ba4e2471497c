/// The links that show a change set to people without a token.
package struct GuestList: APIObject {
  package let guests: [Guest]

  package init(guests: [Guest]) { self.guests = guests }

  package static let members = MemberList(
    named: "GuestList", Self.init, Member("guests", \Self.guests, "Oldest first."))

  /// A link without its address, which is shown only once.
  package struct Guest: APIObject {
    package let id: Int
    package let by: String
    package let expiresAt: String
    package let mayComment: Bool

    package init(id: Int, by: String, expiresAt: String, mayComment: Bool) {
      self.id = id
      self.by = by
      self.expiresAt = expiresAt
      self.mayComment = mayComment
    }

    package static let members = MemberList(
      named: "Guest", Self.init,
      Member("id", \Self.id, "Identifies the link in its set."),
      Member("by", \Self.by, "The name of the token that made the link."),
      Member("expiresAt", \Self.expiresAt, as: .time), Member("mayComment", \Self.mayComment))
  }
}

/// A guest link that was revoked.
package struct RevokedGuest: APIObject {
  package let id: Int

  package init(id: Int) { self.id = id }

  package static let members = MemberList(Self.init, Member("id", \Self.id))
}
