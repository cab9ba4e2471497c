/// A rollout of a screen at a time: some units get the new version, all others the old one.
package struct RolloutAtTime: Sendable {
  /// How the time is related to now.
  package enum Relation: Sendable {
    /// The share has changed since, or the rollout has ended.
    case past
    /// The share is still the same.
    case present
    /// The share is that of now, because the later ones are not decided.
    case future
  }

  package let rollout: Rollout
  package let old: Int
  package let new: Int
  /// The share of units with the new version, in per cent; nil if the decision that says it is no longer kept.
  package let share: Double?
  package let relation: Relation
}

/// The rollout that a schedule will start.
package struct ScheduledRollout: Sendable {
  /// Seconds since 1970 UTC.
  package let startsAt: Double
  /// The share of units that get the new version first, in per cent.
  package let share: Double
  /// The version that the others keep.
  package let old: PublishedScreen
}

extension Guard {
  /// The share of units that are served the new version at a step, in per cent: at a step of 100 not all of them.
  static func servedShare(of step: Double) -> Double { min(step, largestShare) }
}

extension Rollout {
  /// The share of units that are served the new version now, in per cent.
  package var servedShare: Double { Guard.servedShare(of: share) }

  /// The two versions of a screen in the rollout, with the share of now; nil if the screen is not in the rollout.
  func current(of route: Route) -> RolloutAtTime? {
    screens.first { $0.route == route }.map {
      RolloutAtTime(rollout: self, old: $0.old, new: $0.new, share: servedShare, relation: .present)
    }
  }

  /// The two versions of a screen in the rollout, with the share at a time; nil if all units got the same version then.
  func at(_ time: Double, now: Double, of route: Route) -> RolloutAtTime? {
    guard let screen = screens.first(where: { $0.route == route }), startedAt <= time,
      state.isOpen || time < endedAt ?? startedAt
    else { return nil }
    let share = knownShare(at: time)
    let relation: RolloutAtTime.Relation =
      if !state.isOpen {
        .past
      } else if time > now {
        .future
      } else {
        share == servedShare ? .present : .past
      }
    return RolloutAtTime(
      rollout: self, old: screen.old, new: screen.new, share: share, relation: relation)
  }

  /// The share at a time of the rollout, in per cent; nil if the decision that says it is no longer kept.
  private func knownShare(at time: Double) -> Double? {
    // Each decision has the step before it.
    guard let next = decisions.firstIndex(where: { $0.at > time }) else { return servedShare }
    let step = decisions[next].step
    // What is dropped stood after the first decision. Shares only rise.
    let isComplete = decisions.count == serial
    guard next > 1 || isComplete || step == rule.steps.first else { return nil }
    return Guard.servedShare(of: step)
  }
}
