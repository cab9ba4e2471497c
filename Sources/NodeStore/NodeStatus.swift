/// Whether a node reaches the shared store, since when, and what has happened.
///
/// A value without a clock: its caller says what time it is.
package struct NodeStatus: Sendable {
  /// A failure that is reported when its reason is new, or after a success.
  private struct Failure {
    private var reason: String?
    private var isReported = true

    mutating func set(_ new: String) {
      if new != reason { isReported = false }
      reason = new
    }

    /// Notes a success. A failure that was not reported yet still is.
    mutating func didEnd() { if isReported { reason = nil } }

    mutating func forget() { self = Failure() }

    /// The reason, if it was not reported yet.
    mutating func take() -> String? {
      defer { isReported = true }
      return isReported ? nil : reason
    }
  }

  /// The time after which a report is overdue. A store that answers is reported once a second.
  private static let reportInterval = Duration.milliseconds(2500)

  /// Why the store cannot be read; nil if it can.
  private(set) var reasonOfLoss: String? = "the store has not been reached yet"
  /// Whether the store allows this program to write.
  private var isWritable = true
  /// Whether the node has everything that the store had at its last response.
  private var isCurrent = false
  /// When the node last knew that it had everything, or else when it started.
  private var lastCurrent: ContinuousClock.Instant
  /// The seconds from when the copy last had everything, in an earlier process, to the start; 0 once the node has
  /// everything again.
  private var stalenessAtStart: Double
  private var isReloadUnnoticed = false
  private var copyFailure = Failure()
  private var writeFailure = Failure()
  private var damage: String?
  private var lastConflict: ContinuousClock.Instant?

  /// The offset of the store's clock from this machine's, in seconds.
  package private(set) var clockOffset = 0.0
  /// How often the store was lost.
  package private(set) var lossCount = 0
  /// How often changes of other nodes were taken over.
  package private(set) var catchUpCount = 0
  /// How many writes had to be validated again, because another node was first.
  package private(set) var conflictCount = 0
  /// How often everything was loaded again: the node was far behind, or the store has another history.
  private(set) var completeLoadCount = 0
  /// How many changes the store did not store: it refused them, for missing rights or room or a lock that is held, or
  /// the connection broke.
  package private(set) var writeFailureCount = 0

  /// - Parameter staleness: the seconds since the node last knew, in an earlier process, that it had everything.
  init(staleness: Double, at now: ContinuousClock.Instant) {
    stalenessAtStart = staleness
    lastCurrent = now
  }

  package var isReachable: Bool { reasonOfLoss == nil }

  /// Why writes are refused; nil if they are not.
  package var reasonForRefusal: String? {
    if let reasonOfLoss { return reasonOfLoss }
    return isWritable ? nil : "the store was written by a newer Marquee, so this node only reads"
  }

  /// The seconds since the node last knew that it had everything; 0 while it knows.
  package func staleness(at now: ContinuousClock.Instant) -> Double {
    let age = now - lastCurrent
    if isReachable, isCurrent, age < Self.reportInterval { return 0 }
    return age / .seconds(1) + stalenessAtStart
  }

  /// Whether another node was first within the last second.
  package func isContended(at now: ContinuousClock.Instant) -> Bool {
    lastConflict.map { now - $0 < .seconds(1) } ?? false
  }

  // MARK: Events

  mutating func didCatchUp() { catchUpCount += 1 }

  /// Notes that another node was first.
  mutating func didConflict(at now: ContinuousClock.Instant) {
    conflictCount += 1
    lastConflict = now
  }

  /// Notes that everything was loaded again.
  mutating func didLoadCompletely(hasOtherHistory: Bool) {
    completeLoadCount += 1
    if hasOtherHistory { isReloadUnnoticed = true }
  }

  package mutating func didFailCopy(_ message: String) { copyFailure.set(message) }

  package mutating func didWriteCopy() { copyFailure.didEnd() }

  mutating func didFailWrite(_ message: String) {
    writeFailureCount += 1
    // A loss of the store has its own notice.
    if isReachable { writeFailure.set(message) }
  }

  mutating func didWrite() { writeFailure.didEnd() }

  mutating func didFindDamage(_ message: String, count: Int) {
    damage = count == 1 ? message : "\(message), and \(count - 1) more"
  }

  /// What a report changed.
  package struct Transition: Sendable {
    /// The seconds for which the store was lost; nil if it was not.
    package var foundAfter: Double?
    package var isRefused = false
  }

  /// Notes that the store answers.
  /// - Parameter isCurrent: whether the node has everything that the store has.
  package mutating func didReach(
    isWritable: Bool, clockOffset: Double, isCurrent: Bool, at now: ContinuousClock.Instant
  ) -> Transition {
    var transition = Transition()
    if !isReachable { transition.foundAfter = (now - lastCurrent) / .seconds(1) }
    transition.isRefused = self.isWritable && !isWritable
    reasonOfLoss = nil
    self.isWritable = isWritable
    self.clockOffset = clockOffset
    self.isCurrent = isCurrent
    if isCurrent {
      lastCurrent = now
      stalenessAtStart = 0
    }
    return transition
  }

  /// Notes that the store does not answer.
  package mutating func didLose(_ reason: String) {
    if isReachable { lossCount += 1 }
    // A write that failed at the same time failed for the same reason.
    writeFailure.forget()
    reasonOfLoss = reason
  }

  /// The notices since the last call.
  package mutating func takeNotices() -> [NodeNotice] {
    var notices: [NodeNotice] = []
    if isReloadUnnoticed { notices.append(.reloaded) }
    if let damage { notices.append(.damaged(reason: damage)) }
    if let reason = copyFailure.take() { notices.append(.copyFailed(reason: reason)) }
    if let reason = writeFailure.take() { notices.append(.writeFailed(reason: reason)) }
    isReloadUnnoticed = false
    damage = nil
    return notices
  }
}
