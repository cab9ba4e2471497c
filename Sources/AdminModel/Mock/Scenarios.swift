/// The active scenario, and all others.
package struct Scenarios: APIObject {
  package let name: String?
  package let scenarios: [Entry]

  package init(name: String?, scenarios: [Entry]) {
    self.name = name
    self.scenarios = scenarios
  }

  package static let members = MemberList(
    named: "Scenarios", Self.init, Member("name", \Self.name, "The active scenario; null if there is none."),
    Member("scenarios", \Self.scenarios))

  package struct Entry: APIObject {
    package let name: String
    package let description: String?

    package init(name: String, description: String?) {
      self.name = name
      self.description = description
    }

    package static let members = MemberList(
      named: "Scenario", Self.init, Member("name", \Self.name),
      Member(optional: "description", \Self.description))
  }
}
