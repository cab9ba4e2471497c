import HTTPWire
import Screens

/// The latest unit in a rollout. Hashing a unit and making its token are most of what a request costs more during a rollout.
extension ConnectionMemory {
  /// The placement of the unit with a name; nil if it is not the latest one of this step.
  func placement(
    _ name: UnitName, _ bytes: Bytes, in rollout: OpenRollout, at second: Int
  ) -> RollingScreen.Placement? {
    guard name == unit.name, rollout.number == unit.rollout, rollout.step == unit.step,
      rollout.threshold == unit.threshold, unit.bytes.map({ $0 == bytes }) ?? false
    else { return nil }
    if second == unit.second, let report = unit.report {
      return RollingScreen.Placement(report: report, member: unit.member)
    }
    return placement(in: rollout, at: second)
  }

  /// Makes a unit the latest one.
  func place(
    _ bytes: Bytes, named name: UnitName, _ nameBytes: Bytes, in rollout: OpenRollout, at second: Int
  ) -> RollingScreen.Placement {
    unit.member = bytes.withSpan { rollout.member($0) }
    (unit.name, unit.bytes) = (name, ShortBytes(nameBytes))
    (unit.rollout, unit.step, unit.threshold) = (rollout.number, rollout.step, rollout.threshold)
    return placement(in: rollout, at: second)
  }

  private func placement(in rollout: OpenRollout, at second: Int) -> RollingScreen.Placement {
    unit.second = second
    let placement = RollingScreen.Placement(
      unit.member, in: rollout, at: second, inPlaceOf: unit.report.take())
    unit.report = placement.report
    return placement
  }
}
