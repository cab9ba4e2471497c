/// The arm of a user, and a URL that a cache may keep for all users of the arm.
package struct Arm: APIObject {
  package let route: String
  package let version: Int
  package let arm: String
  package let url: String?

  package init(route: String, version: Int, arm: String, url: String?) {
    self.route = route
    self.version = version
    self.arm = arm
    self.url = url
  }

  package static let members = MemberList(
    named: "Arm", Self.init, Member("route", \Self.route), Member("version", \Self.version),
    Member("arm", \Self.arm, "EXPERIMENT:VARIANT pairs, separated by commas, or default."),
    Member(
      "url", \Self.url, "What all users of the arm get; null if the content depends on more than the arm."))
}
