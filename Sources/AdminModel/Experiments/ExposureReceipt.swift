/// The result of reporting exposures.
package struct ExposureReceipt: APIObject {
  package let accepted: Int
  package let ignored: [Ignored]

  package init(accepted: Int, ignored: [Ignored]) {
    self.accepted = accepted
    self.ignored = ignored
  }

  package static let members = MemberList(
    named: "ExposureReceipt", Self.init, Member("accepted", \Self.accepted), Member("ignored", \Self.ignored))

  package struct Ignored: APIObject {
    package let id: String
    package let reason: String

    package init(id: String, reason: String) {
      self.id = id
      self.reason = reason
    }

    package static let members = MemberList(
      Self.init, Member("id", \Self.id), Member("reason", \Self.reason, as: .choice(reasons)))

    /// Why an exposure is not counted.
    package static let reasons = [
      "unknown-experiment", "unknown-variant", "not-measured", "duplicate", "too-old",
    ]
  }
}
