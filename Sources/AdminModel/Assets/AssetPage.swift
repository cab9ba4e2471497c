/// The files that content can refer to.
package struct AssetPage: APIObject {
  package let assets: [Asset]

  package init(assets: [Asset]) { self.assets = assets }

  package static let members = MemberList(Self.init, Member("assets", \Self.assets))

  package struct Asset: APIObject {
    package let name: String
    package let bytes: Int?

    package init(name: String, bytes: Int? = nil) {
      self.name = name
      self.bytes = bytes
    }

    package static let members = MemberList(
      Self.init, Member("name", \Self.name),
      Member(optional: "bytes", \Self.bytes, "The size of an upload; files of the folder have none."))
  }
}
