/// A picture that was uploaded.
package struct UploadedPicture: APIObject {
  package let uri: String

  package init(uri: String) { self.uri = uri }

  package static let members = MemberList(
    named: "UploadedPicture", Self.init,
    Member("uri", \Self.uri, "What content refers to it with. The same bytes have the same."))
}

/// An uploaded picture that was deleted.
package struct DeletedPicture: APIObject {
  package let name: String

  package init(name: String) { self.name = name }

  package static let members = MemberList(Self.init, Member("name", \Self.name))
}
