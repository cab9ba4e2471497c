package import Screens

/// What one of several nodes knows: how far its copy is, whether it reaches the shared store, and what it has reported.
///
/// A value without clock, thread or database. Each verb takes an event and the time, and returns what to do.
/// ``NodeStore`` and ``NodeFollower`` do it with a real database. The tests do it with a simulated one.
package struct NodeState: Sendable {
  /// The position of the shared store that the copy has reached; nil until there is a copy. Only the publisher's writer
  /// changes it.
  package private(set) var position: StorePosition?
  /// Whether the shared store can be used, and the counters.
  package var status: NodeStatus
  /// The number of changes that this node has committed and copied.
  private(set) var commitCount = 0
  /// Whether the publisher shows a change of this node that the copy lacks.
  private var hasUncopiedCommit = false
  /// Why the store was lost, since it was reached last. Each reason is reported once.
  var reportedReasons: Set<String> = []
  /// Whether the next ``NodeAction/announceWritable(isFirst:)`` is the first one since the start or since the store was
  /// lost.
  var isNextFirst = true
  /// The last error of following, so that it is reported once.
  var lastFailure: String?

  /// - Parameters:
  ///   - position: that of the copy; nil without a copy.
  ///   - age: the seconds since the copy had everything, in an earlier process; nil if it never had.
  package init(position: StorePosition?, age: Double?, at now: ContinuousClock.Instant) {
    self.position = position
    status = NodeStatus(staleness: position == nil ? 0 : age ?? 0, at: now)
  }

  // MARK: Writing

  /// Checks that a write may go to the shared store.
  /// - Parameter base: the revision that its changes were validated against; nil for any.
  /// - Returns: the position that the changes come after.
  package func admit(base: Int?) throws(StoreError) -> StorePosition {
    try requireWritable()
    guard let position else { throw .outdated }
    // The copy is behind if it could not be written after the last commit.
    if let base, base != position.revision { throw .outdated }
    return position
  }

  func requireWritable() throws(StoreError) {
    if let reason = status.reasonForRefusal { throw .unavailable(reason) }
  }

  func requireReachable() throws(StoreError) {
    if let reason = status.reasonOfLoss { throw .unavailable(reason) }
  }

  /// Notes that the shared store has a change of this node, and that it is durable.
  /// - Returns: the position of a copy with this change; nil if the copy lacks the one before, so that the next catch-up
  ///   has to read both.
  package mutating func didCommit(_ commit: Commit, after base: StorePosition) -> StorePosition? {
    status.didWrite()
    hasUncopiedCommit = true
    guard commit.revision == base.revision + 1 else { return nil }
    return StorePosition(store: base.store, revision: commit.revision, change: commit.change)
  }

  /// Notes that the copy has a change of this node.
  package mutating func didCopyCommit(at position: StorePosition) {
    self.position = position
    commitCount += 1
    hasUncopiedCommit = false
  }

  /// Notes why a step of a write failed.
  package mutating func didFailWrite(_ error: StoreError, at now: ContinuousClock.Instant) {
    switch error {
    case .outdated: status.didConflict(at: now)
    case .full, .unavailable, .damaged, .readOnly, .locked: status.didFailWrite(error.message)
    // The outcome is the request's own, or becomes known after the store was reached again.
    case .conflict, .repeatedRequest, .refused, .outcomeUnknown, .newer: break
    }
  }

  // MARK: Catching up

  /// Notes that the copy has changes of other nodes.
  /// - Returns: whether the publisher has to load the whole copy. Else it only adds the changes to what it shows.
  package mutating func didCopy(_ update: PrimaryUpdate) -> Bool {
    // The store may have lost this node's last change in a failover. Only the publisher has it then.
    defer { hasUncopiedCommit = false }
    position = update.position
    status.didCatchUp()
    if let damage = update.damage.first { status.didFindDamage(damage, count: update.damage.count) }
    if update.isComplete { status.didLoadCompletely(hasOtherHistory: update.hasOtherHistory) }
    return update.isComplete || hasUncopiedCommit
  }
}
