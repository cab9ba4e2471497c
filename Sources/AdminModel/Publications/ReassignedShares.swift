/// Shares of all units that change their variant, 0…1.
package struct ReassignedShares: APIObject {
  package let entering: Double
  package let leaving: Double
  package let moving: Double
  package let conditionChanged: Bool?

  package init(entering: Double, leaving: Double, moving: Double, conditionChanged: Bool?) {
    self.entering = entering
    self.leaving = leaving
    self.moving = moving
    self.conditionChanged = conditionChanged
  }

  package static let members = MemberList(
    named: "ReassignmentShares", Self.init,
    Member("entering", \Self.entering), Member("leaving", \Self.leaving), Member("moving", \Self.moving),
    Member(optional: "conditionChanged", \Self.conditionChanged))
}
