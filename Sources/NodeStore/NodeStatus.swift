internal import Synchronization

/// Whether a node reaches the shared store, since when, and what has happened.
package final class NodeStatus: Sendable {
  private struct State {
    /// Why the store cannot be used; nil if it answers.
    var loss: String? = "the store has not been reached yet"
    /// Whether the store allows this program to write.
    var isWritable = true
    /// Whether the node has everything that the store had at its last response.
    var isCurrent = false
    /// When the node last knew that it had everything, or else when it started.
    var lastCurrent = ContinuousClock.now
    /// The seconds from when the copy last had everything, in an earlier process, to the start; 0 once the node has
    /// everything again.
    var stalenessAtStart: Double
    var clockOffset = 0.0
    var isReloadUnnoticed = false
    var copyFailure = Failure()
    var writeFailure = Failure()
    var damage: String?
    var lastConflict: ContinuousClock.Instant?
  }

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

  private let state: Mutex<State>
  private let losses = Atomic<Int>(0)
  private let catchUps = Atomic<Int>(0)
  private let conflicts = Atomic<Int>(0)
  private let completeLoads = Atomic<Int>(0)
  private let writeFailures = Atomic<Int>(0)

  /// The time after which a report is overdue. A store that answers is reported once a second.
  private static let reportInterval = Duration.milliseconds(2500)

  /// - Parameter staleness: the seconds since the node last knew, in an earlier process, that it had everything.
  init(staleness: Double) { state = Mutex(State(stalenessAtStart: staleness)) }

  package var isReachable: Bool { state.withLock { $0.loss == nil } }

  /// Why the store cannot be read; nil if it can.
  var reasonOfLoss: String? { state.withLock { $0.loss } }

  /// Why writes are refused; nil if they are not.
  package var reasonForRefusal: String? {
    state.withLock { state in
      if let loss = state.loss { return loss }
      return state.isWritable ? nil : "the store was written by a newer Marquee, so this node only reads"
    }
  }

  /// The offset of the store's clock from this machine's, in seconds.
  package var clockOffset: Double { state.withLock { $0.clockOffset } }

  /// The seconds since the node last knew that it had everything; 0 while it knows.
  package var staleness: Double {
    state.withLock { state in
      let age = ContinuousClock.now - state.lastCurrent
      let isCurrent = state.loss == nil && state.isCurrent && age < Self.reportInterval
      return isCurrent ? 0 : age / .seconds(1) + state.stalenessAtStart
    }
  }

  /// How often the store was lost.
  package var lossCount: Int { losses.load(ordering: .relaxed) }
  /// How often changes of other nodes were taken over.
  package var catchUpCount: Int { catchUps.load(ordering: .relaxed) }
  /// How many writes had to be validated again, because another node was first.
  package var conflictCount: Int { conflicts.load(ordering: .relaxed) }
  /// How often everything was loaded again: the node was far behind, or the store has another history.
  var completeLoadCount: Int { completeLoads.load(ordering: .relaxed) }

  /// How many changes the store did not store: it refused them, for missing rights or room or a lock that is held, or
  /// the connection broke.
  package var writeFailureCount: Int { writeFailures.load(ordering: .relaxed) }

  func didCatchUp() { catchUps.add(1, ordering: .relaxed) }

  func didConflict() {
    conflicts.add(1, ordering: .relaxed)
    state.withLock { $0.lastConflict = .now }
  }

  /// Whether another node was first within the last second.
  var isContended: Bool {
    state.withLock { state in state.lastConflict.map { ContinuousClock.now - $0 < .seconds(1) } ?? false }
  }

  /// Notes that everything was loaded again.
  func didLoadCompletely(hasOtherHistory: Bool) {
    completeLoads.add(1, ordering: .relaxed)
    if hasOtherHistory { state.withLock { $0.isReloadUnnoticed = true } }
  }

  func didFailCopy(_ message: String) { state.withLock { $0.copyFailure.set(message) } }

  func didWriteCopy() { state.withLock { $0.copyFailure.didEnd() } }

  func didFailWrite(_ message: String) {
    writeFailures.add(1, ordering: .relaxed)
    // A loss of the store has its own notice.
    state.withLock { if $0.loss == nil { $0.writeFailure.set(message) } }
  }

  func didWrite() { state.withLock { $0.writeFailure.didEnd() } }

  func didFindDamage(_ message: String, count: Int) {
    state.withLock { $0.damage = count == 1 ? message : "\(message), and \(count - 1) more" }
  }

  /// The notices since the last call.
  package func takeNotices() -> [NodeNotice] {
    state.withLock { state in
      var notices: [NodeNotice] = []
      if state.isReloadUnnoticed { notices.append(.reloaded) }
      if let reason = state.damage { notices.append(.damaged(reason: reason)) }
      if let reason = state.copyFailure.take() { notices.append(.copyFailed(reason: reason)) }
      if let reason = state.writeFailure.take() { notices.append(.writeFailed(reason: reason)) }
      state.isReloadUnnoticed = false
      state.damage = nil
      return notices
    }
  }

  /// What a report changed.
  package struct Transition: Sendable {
    /// The seconds for which the store was lost; nil if it was not.
    package var foundAfter: Double?
    package var isRefused = false
  }

  /// Notes that the store answers.
  /// - Parameter isCurrent: whether the node has everything that the store has.
  package func didReach(isWritable: Bool, clockOffset: Double, isCurrent: Bool) -> Transition {
    state.withLock { state in
      var transition = Transition()
      if state.loss != nil {
        transition.foundAfter = (ContinuousClock.now - state.lastCurrent) / .seconds(1)
      }
      transition.isRefused = state.isWritable && !isWritable
      state.loss = nil
      state.isWritable = isWritable
      state.clockOffset = clockOffset
      state.isCurrent = isCurrent
      if isCurrent {
        state.lastCurrent = .now
        state.stalenessAtStart = 0
      }
      return transition
    }
  }

  /// Notes that the store does not answer.
  package func didLose(_ reason: String) {
    state.withLock { state in
      if state.loss == nil { losses.add(1, ordering: .relaxed) }
      // A write that failed at the same time failed for the same reason.
      state.writeFailure.forget()
      state.loss = reason
    }
  }
}
