/// A release by its name.
package struct ReleaseReference: APIObject {
  package let release: String

  package init(release: String) { self.release = release }

  package static let members = MemberList(
    named: "ReleaseReference", Self.init, Member("release", \Self.release))
}
