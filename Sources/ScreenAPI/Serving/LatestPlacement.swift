import HTTPWire
import Screens

/// The unit of a rollout that a connection has asked for last. An app asks over one connection for the screens of one user,
/// several of them when it starts. Hashing the unit and making the token are most of what a request costs more during a
/// rollout. A proxy that uses few connections for all users gains nothing from it.
///
/// It holds the name of a unit and a token, never a key, until the connection ends or asks for another unit.
final class LatestPlacement {
  /// What names the unit of a request: its query, or the unit itself.
  enum Name { case query, unit }

  // Nil before the first one, and for a longer name, whose unit is hashed for each request. A UUID takes 36 bytes.
  private var bytes: ShortBytes?
  private var name = Name.unit
  // The rollout, and what changes in it. A reference would keep the key of an ended one.
  private var rollout: UInt64 = 0
  private var step = 0
  private var threshold = 0
  private var second = 0
  private var member = OpenRollout.Member.none
  private var report: RenderedField?

  /// The placement of the unit with a name; nil if it is not the latest one of this step.
  func placement(
    _ name: Name, _ bytes: Bytes, in rollout: OpenRollout, at second: Int
  ) -> RollingScreen.Placement? {
    guard name == self.name, rollout.number == self.rollout, rollout.step == step,
      rollout.threshold == threshold, let report, self.bytes.map({ $0 == bytes }) ?? false
    else { return nil }
    return second == self.second
      ? RollingScreen.Placement(report: report, member: member) : placement(in: rollout, at: second)
  }

  /// Makes a unit the latest one.
  func place(
    _ unit: Bytes, named name: Name, _ bytes: Bytes, in rollout: OpenRollout, at second: Int
  ) -> RollingScreen.Placement {
    member = unit.withSpan { rollout.member($0) }
    (self.name, self.bytes) = (name, ShortBytes(bytes))
    (self.rollout, step, threshold) = (rollout.number, rollout.step, rollout.threshold)
    return placement(in: rollout, at: second)
  }

  private func placement(in rollout: OpenRollout, at second: Int) -> RollingScreen.Placement {
    self.second = second
    let placement = RollingScreen.Placement(member, in: rollout, at: second, inPlaceOf: report.take())
    report = placement.report
    return placement
  }
}
