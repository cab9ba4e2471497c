/// The others who look at or edit a screen now.
package struct Visitors: APIObject {
  package let others: [Visitor]

  package init(others: [Visitor]) { self.others = others }

  package static let members = MemberList(Self.init, Member("others", \Self.others))
}

/// Somebody who looks at or edits a screen.
package struct Visitor: APIObject, Equatable {
  package let name: String
  package let item: String?
  package let isEditing: Bool

  package init(name: String, item: String?, isEditing: Bool) {
    self.name = name
    self.item = item
    self.isEditing = isEditing
  }

  package static let members = MemberList(
    named: "Visitor", Self.init, Member("name", \Self.name, "The name of the token."),
    Member("item", \Self.item, "The id of the selected item; null for none."),
    Member("isEditing", \Self.isEditing, "Whether it was changed in the last seconds."))
}
