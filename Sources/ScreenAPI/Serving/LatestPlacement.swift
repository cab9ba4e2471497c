import HTTPWire
import Screens

/// The unit of a rollout that a connection has asked for last. An app asks over one connection for the screens of one user,
/// several of them when it starts. Hashing the unit and making the token are most of what a request costs more during a
/// rollout. A proxy that uses few connections for all users gains nothing from it.
///
/// It holds a unit and a token, never a key, until the connection ends or asks for another unit.
final class LatestPlacement {
  // Longer units are hashed for each request. A UUID has 36 bytes.
  private var unit: Bytes.Words = (0, 0, 0, 0, 0, 0)
  private var count = 0
  // The rollout, and what changes in it. A reference would keep the key of an ended one.
  private var rollout: UInt64 = 0
  private var step = 0
  private var threshold = 0
  private var second = 0
  private var placement: RollingScreen.Placement?

  /// The one that the connection of a request keeps; made if there is none.
  static func kept(for request: borrowing HTTPRequest) -> LatestPlacement {
    if let latest = request.kept as? LatestPlacement { return latest }
    let latest = LatestPlacement()
    request.keep(latest)
    return latest
  }

  /// The placement of a unit: this one for the same unit, rollout, step and second, else a new one, which stays.
  func placement(of unit: Bytes, in rollout: OpenRollout, at second: Int) -> RollingScreen.Placement {
    guard let words = unit.words else {
      return RollingScreen.Placement(unit.withSpan { rollout.member($0) }, in: rollout, at: second)
    }
    let isKnown =
      words == self.unit && unit.count == count && rollout.number == self.rollout && rollout.step == step
      && rollout.threshold == threshold
    if isKnown, second == self.second, let placement { return placement }
    let member = isKnown ? placement?.member : nil
    let placement = RollingScreen.Placement(
      member ?? unit.withSpan { rollout.member($0) }, in: rollout, at: second)
    (self.unit, count) = (words, unit.count)
    (self.rollout, step, threshold) = (rollout.number, rollout.step, rollout.threshold)
    (self.second, self.placement) = (second, placement)
    return placement
  }
}
