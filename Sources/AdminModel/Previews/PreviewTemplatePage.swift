/// The preview templates, or a page of them.
package struct PreviewTemplatePage: APIObject {
  package let previews: [Entry]

  package init(previews: [Entry]) { self.previews = previews }

  package static let members = MemberList(
    Self.init, Member("previews", \Self.previews))

  package struct Entry: APIObject {
    package let viewType: String

    package init(viewType: String) { self.viewType = viewType }

    package static let members = MemberList(
      Self.init, Member("viewType", \Self.viewType))
  }
}

/// The result of changing or deleting a preview template.
package struct PreviewTemplateChange: APIObject {
  package let viewType: String
  package let dryRun: Bool?

  package init(viewType: String, dryRun: Bool?) {
    self.viewType = viewType
    self.dryRun = dryRun
  }

  package static let members = MemberList(
    Self.init, Member("viewType", \Self.viewType), Member(dryRun: \Self.dryRun))
}
