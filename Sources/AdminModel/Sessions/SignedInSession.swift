/// The session of somebody who is signed in to the console.
package struct SignedInSession: APIObject {
  package let name: String
  package let scope: String
  package let expiresAt: String

  package init(name: String, scope: String, expiresAt: String) {
    self.name = name
    self.scope = scope
    self.expiresAt = expiresAt
  }

  package static let members = MemberList(
    named: "ConsoleSession", Self.init, Member("name", \Self.name, "The name of the token."),
    Member("scope", \Self.scope, as: .choice(scopes)), Member("expiresAt", \Self.expiresAt, as: .time))

  /// What tokens may do, in the order of their rights.
  package static let scopes = ["read", "edit", "publish", "administer"]
}
