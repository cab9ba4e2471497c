package import JSONText

/// What endpoints of the mock have stored.
package struct StoredState: APIObject {
  package let state: JSONObject
  package let collections: [Collection]

  package init(state: JSONObject, collections: [Collection]) {
    self.state = state
    self.collections = collections
  }

  package static let members = MemberList(
    named: "MockState", Self.init, Member("state", \Self.state, "The object that responses read and set."),
    Member("collections", \Self.collections))

  package struct Collection: APIObject {
    package let name: String
    package let path: String
    package let items: [JSONObject]

    package init(name: String, path: String, items: [JSONObject]) {
      self.name = name
      self.path = path
      self.items = items
    }

    package static let members = MemberList(
      named: "MockCollection", Self.init, Member("name", \Self.name, "The name of the endpoint."),
      Member("path", \Self.path), Member("items", \Self.items))
  }
}
