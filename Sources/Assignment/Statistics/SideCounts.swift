/// The units that had an event at one step of a rollout, by the side that they were on.
package struct SideCounts: Sendable, Equatable {
  /// The units whose first event was on the new side.
  package let new: Int
  /// The units whose first event was on the old side.
  package let old: Int
  /// The nominal share of all units that were on the new side, from 0 to 1.
  package let newShare: Double

  /// Clamps a count below 0 to 0, and a share to 0…1. A share that is not a number is 0.
  package init(new: Int, old: Int, newShare: Double) {
    self.new = max(0, new)
    self.old = max(0, old)
    self.newShare = newShare > 0 ? min(1, newShare) : 0
  }
}
