/// The place of an item in a screen.
package struct Place: APIObject {
  package let section: String?
  package let parent: String?
  package let at: String?
  package let index: Int

  package init(section: String?, parent: String?, at: String?, index: Int) {
    self.section = section
    self.parent = parent
    self.at = at
    self.index = index
  }

  package static let members = MemberList(
    named: "Place", Self.init, Member(optional: "section", \Self.section),
    Member(optional: "parent", \Self.parent, "The item that it is inside of."),
    Member(optional: "at", \Self.at, "The place in the content of that item, as a JSON Pointer."),
    Member("index", \Self.index))
}
