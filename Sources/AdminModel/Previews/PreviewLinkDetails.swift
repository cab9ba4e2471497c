/// A link to a preview.
package struct PreviewLinkDetails: APIObject {
  package let url: String
  package let expiresAt: String

  package init(url: String, expiresAt: String) {
    self.url = url
    self.expiresAt = expiresAt
  }

  package static let members = MemberList(
    named: "PreviewLink", Self.init, Member("url", \Self.url), Member("expiresAt", \Self.expiresAt, as: .time)
  )
}

/// The errors of a definition that no preview can show.
package struct PreviewErrors: APIObject {
  package let errors: [Finding]

  package init(errors: [Finding]) { self.errors = errors }

  package static let members = MemberList(
    Self.init, Member("errors", \Self.errors))
}
