/// A document by its name.
package struct NamedReference: APIObject {
  package let name: String

  package init(name: String) { self.name = name }

  package static let members = MemberList(
    Self.init, Member("name", \Self.name))
}
