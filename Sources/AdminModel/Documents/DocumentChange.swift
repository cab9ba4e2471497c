/// The result of changing or deleting a document.
package struct DocumentChange: APIObject {
  package let name: String
  package let dryRun: Bool?

  package init(name: String, dryRun: Bool?) {
    self.name = name
    self.dryRun = dryRun
  }

  package static let members = MemberList(
    Self.init, Member("name", \Self.name), Member(dryRun: \Self.dryRun))
}
