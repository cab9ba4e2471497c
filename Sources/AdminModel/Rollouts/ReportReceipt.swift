/// The response to a report.
package struct ReportReceipt: APIObject {
  package let accepted: Int
  package let ignored: Int

  package init(accepted: Int, ignored: Int) {
    self.accepted = accepted
    self.ignored = ignored
  }

  package static let members = MemberList(
    named: "ReportReceipt", Self.init,
    Member("accepted", \Self.accepted, "The reports about a rollout that is open."),
    Member(
      "ignored", \Self.ignored,
      "The reports whose token is forged, of another server, or of a rollout that has ended."))
}
