/// The client keys of a server.
package struct ClientKeyPage: APIObject {
  package let clientKeys: [Entry]

  package init(clientKeys: [Entry]) { self.clientKeys = clientKeys }

  package static let members = MemberList(
    Self.init, Member("clientKeys", \Self.clientKeys))

  package struct Entry: APIObject {
    package let key: String
    /// Nil for all experiments.
    package let experiments: [String]?

    package init(key: String, experiments: [String]?) {
      self.key = key
      self.experiments = experiments
    }

    package static let members = MemberList(
      named: "ListedClientKey", Self.init, Member("key", \Self.key), Member("experiments", \Self.experiments))
  }
}

/// A client key by its name.
package struct ClientKeyReference: APIObject {
  package let key: String

  package init(key: String) { self.key = key }

  package static let members = MemberList(
    named: "ClientKeyReference", Self.init, Member("key", \Self.key))
}
