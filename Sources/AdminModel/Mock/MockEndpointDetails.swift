package import JSONText

/// An endpoint of the mock, with where it comes from.
package struct MockEndpointDetails: APIObject {
  package let name: String
  package let source: String
  package let methods: [String]
  package let path: String
  package let kind: String
  package let document: JSONObject

  package init(
    name: String, source: String, methods: [String], path: String, kind: String, document: JSONObject
  ) {
    self.name = name
    self.source = source
    self.methods = methods
    self.path = path
    self.kind = kind
    self.document = document
  }

  package static let members = MemberList(
    named: "MockEndpoint", Self.init, Member("name", \Self.name),
    Member(
      "source", \Self.source, "`file` for one of `_endpoints/`, `api` for one that a request has set.",
      as: .choice(["file", "api"])),
    Member("methods", \Self.methods), Member("path", \Self.path),
    Member("kind", \Self.kind, as: .choice(["responses", "collection", "screen", "proxy"])),
    Member("document", \Self.document, "As in `_endpoints/NAME.json`."))
}
