/// Which version of a screen with an open rollout a unit gets.
package struct RolloutPlacement: APIObject {
  package let id: String
  package let side: String
  package let reason: String
  package let step: Double
  package let bucket: Int?
  package let versions: RolloutSummary.Versions

  package init(
    id: String, side: String, reason: String, step: Double, bucket: Int?, versions: RolloutSummary.Versions
  ) {
    self.id = id
    self.side = side
    self.reason = reason
    self.step = step
    self.bucket = bucket
    self.versions = versions
  }

  package static let members = MemberList(
    named: "RolloutPlacement", Self.init, Member("id", \Self.id),
    Member("side", \Self.side, as: .choice(["old", "new"])),
    Member(
      "reason", \Self.reason,
      "bucket: the bucket decides. The others take no part: no-unit, version, variant, and forced.",
      as: .choice(["bucket", "no-unit", "version", "variant", "forced"])),
    Member("step", \Self.step, "The share of units with the new version, in per cent."),
    Member(
      optional: "bucket", \Self.bucket, "The unit's bucket of 10,000: below the step, it has the new version."
    ),
    Member("versions", \Self.versions))
}
