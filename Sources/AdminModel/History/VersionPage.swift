/// A page of the versions of a screen, newest first.
package struct VersionPage: APIObject {
  package let versions: [Version]

  package init(versions: [Version]) { self.versions = versions }

  package static let members = MemberList(Self.init, Member("versions", \Self.versions))

  package struct Version: APIObject {
    package let version: Int
    package let publishedAt: String
    package let by: String
    package let via: String
    package let message: String?
    package let items: Int

    package init(version: Int, publishedAt: String, by: String, via: String, message: String?, items: Int) {
      self.version = version
      self.publishedAt = publishedAt
      self.by = by
      self.via = via
      self.message = message
      self.items = items
    }

    package static let members = MemberList(
      named: "Version", Self.init,
      Member("version", \Self.version), Member("publishedAt", \Self.publishedAt, as: .time),
      Member("by", \Self.by, "The name of a token, or screens/ for a file."),
      Member("via", \Self.via, "How it was published, such as put, patch, order, rollback or file."),
      Member("message", \Self.message), Member("items", \Self.items, "The number of items."))
  }
}
