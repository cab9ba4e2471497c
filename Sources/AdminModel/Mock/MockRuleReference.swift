/// A rule of the mock by its name.
package struct MockRuleReference: APIObject {
  package let name: String

  package init(name: String) { self.name = name }

  package static let members = MemberList(
    named: "MockRuleReference", Self.init, Member("name", \Self.name))
}
