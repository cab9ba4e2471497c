/// A mistake that a test builds into the nodes, to see that the simulation finds it.
package enum SimulationFlaw: CaseIterable, Sendable {
  /// A publisher takes over the revision of an update without one of its screens.
  case skippedChange
  /// A follower takes every report for one of what the node has already.
  case ignoredReport
  /// A node acknowledges a write whose outcome is not known.
  case falseAcknowledgement
  /// A commit without a response can happen after the node has learned that it did not.
  case missingFence
  /// The store compares only the revision of a write's base. After a failover, another change can have it.
  case comparedRevisions
  /// A publisher adds an update of the copy to a change that the copy lacks.
  case mergedCopy
  /// A copy takes over a position without the screens.
  case emptyCopy
  /// A node asks for the head only once.
  case endedFollowing
  /// A node does not measure the offset of its clock again.
  case oldClockOffset
}
