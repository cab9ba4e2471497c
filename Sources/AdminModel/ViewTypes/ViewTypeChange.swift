/// The result of changing a view type.
package struct ViewTypeChange: APIObject {
  package let name: String
  package let compatibility: [Compatibility]?
  package let dryRun: Bool?

  package init(name: String, compatibility: [Compatibility]?, dryRun: Bool?) {
    self.name = name
    self.compatibility = compatibility
    self.dryRun = dryRun
  }

  package static let members = MemberList(
    named: "ViewTypeChange", Self.init, Member("name", \Self.name),
    Member(optional: "compatibility", \Self.compatibility, "What the change means for screens and for apps."),
    Member(dryRun: \Self.dryRun))
}
