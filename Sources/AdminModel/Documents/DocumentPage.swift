/// A view type or a wire format in a list.
package struct ListedDocument: APIObject {
  package let name: String
  package let title: String?
  package let description: String?

  package init(name: String, title: String?, description: String?) {
    self.name = name
    self.title = title
    self.description = description
  }

  package static let members = MemberList(
    named: "ListedDocument", Self.init, Member("name", \Self.name), Member(optional: "title", \Self.title),
    Member(optional: "description", \Self.description))
}

/// The view types, or a page of them.
package struct ViewTypePage: APIObject {
  package let viewTypes: [ListedDocument]

  package init(viewTypes: [ListedDocument]) { self.viewTypes = viewTypes }

  package static let members = MemberList(
    Self.init, Member("viewTypes", \Self.viewTypes))
}

/// The wire formats, or a page of them.
package struct FormatPage: APIObject {
  package let formats: [ListedDocument]

  package init(formats: [ListedDocument]) { self.formats = formats }

  package static let members = MemberList(
    Self.init, Member("formats", \Self.formats))
}
