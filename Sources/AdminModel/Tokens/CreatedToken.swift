/// A new token with its secret.
package struct CreatedToken: APIObject {
  package let token: Token
  package let secret: String

  package init(token: Token, secret: String) {
    self.token = token
    self.secret = secret
  }

  package static let members = MemberList(
    named: "CreatedToken", Self.init,
    Member(flattening: \Self.token),
    Member("token", \Self.secret, "The secret. No later response contains it."))
}
