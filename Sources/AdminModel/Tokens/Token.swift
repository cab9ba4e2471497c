/// A token for the admin API, without its secret.
package struct Token: APIObject {
  package let name: String
  package let scope: String
  package let createdAt: String

  package init(name: String, scope: String, createdAt: String) {
    self.name = name
    self.scope = scope
    self.createdAt = createdAt
  }

  package static let members = MemberList(
    named: "Token", Self.init,
    Member("name", \Self.name), Member("scope", \Self.scope), Member("createdAt", \Self.createdAt, as: .time))
}

/// The tokens of a server, by name.
package struct TokenPage: APIObject {
  package let tokens: [Token]

  package init(tokens: [Token]) { self.tokens = tokens }

  package static let members = MemberList(Self.init, Member("tokens", \Self.tokens))
}
