internal import Dispatch
package import Screens
internal import Synchronization

/// Keeps a node up to date with the shared store.
package final class NodeFollower: Sendable {
  /// How long a start waits for the first response of the store.
  private static let startTimeout = DispatchTimeInterval.seconds(10)
  /// How long to copy older versions after a report. Short, so that copying does not delay new changes.
  private static let copyTime = Duration.milliseconds(50)

  /// The maximum number of reasons to report of one loss. Texts of the database could differ each time.
  private static let maximumReasons = 20

  /// The publisher that takes over changes, and callbacks.
  private struct Target {
    let publisher: Publisher
    let didCatchUp: @Sendable () -> Void
    let didReach: @Sendable (Bool) -> Void
  }

  private let store: NodeStore
  private let notify: @Sendable (NodeNotice) -> Void
  private let target = Mutex<Target?>(nil)
  private let firstReport = DispatchSemaphore(value: 0)
  /// Why the store was lost, since it was reached last. Each reason is reported once.
  private let reportedReasons = Mutex<Set<String>>([])
  /// Whether the next call of `didReach` is the first one since the start or since the store was lost.
  private let isNextFirst = Atomic<Bool>(true)
  /// The last error of following, so that it is reported once.
  private let lastFailure = Mutex<String?>(nil)

  /// - Parameter notify: called on the thread that noticed.
  package init(store: NodeStore, notify: @escaping @Sendable (NodeNotice) -> Void) {
    self.store = store
    self.notify = notify
  }

  /// Begins to follow, and waits until the store has answered or failed once. Brings the copy up to date.
  /// - Returns: why the store cannot be used; nil if it can.
  package func start() -> String? {
    store.follow { [self] event in handle(event) }
    guard firstReport.wait(timeout: .now() + Self.startTimeout) == .success else {
      return "the database does not answer"
    }
    if let loss = store.status.reasonOfLoss { return loss }
    defer { notifyOfStore() }
    do throws(StoreError) {
      _ = try store.catchUp()
    } catch {
      return error.message
    }
    // A store of a newer release can be read, so a node without a copy serves it from its start.
    return store.status.reasonForRefusal
  }

  /// Sets the publisher that takes over changes from now on.
  /// - Parameters:
  ///   - didCatchUp: called after each report for which the publisher has all changes.
  ///   - didReach: called after `didCatchUp` if the store is writable. The argument is true for the first call, and for
  ///     the first one after the store was lost.
  package func attach(
    _ publisher: Publisher, didCatchUp: @escaping @Sendable () -> Void,
    didReach: @escaping @Sendable (Bool) -> Void
  ) {
    target.withLock {
      $0 = Target(publisher: publisher, didCatchUp: didCatchUp, didReach: didReach)
    }
    // The last report came before this call, and the next one is due in a second.
    store.checkNow()
  }

  package func detach() { target.withLock { $0 = nil } }

  // MARK: Reports

  private func handle(_ event: PrimaryEvent) {
    defer { firstReport.signal() }
    switch event {
    case .lost(let reason): didLose(reason)
    case .reached(let position, let isWritable, let clockOffset):
      if let own = store.position, own.store != position.store {
        didLose(
          "the database belongs to another installation of Marquee than this node's copy; correct --store, or start "
            + "the node with an empty data folder")
      } else {
        didReach(position, isWritable: isWritable, clockOffset: clockOffset)
      }
    }
    // This includes the notices of writers, which catch up before they retry a write.
    notifyOfStore()
  }

  private func didLose(_ reason: String) {
    store.status.didLose(reason)
    let isNew = reportedReasons.withLock { reasons in
      reasons.count < Self.maximumReasons && reasons.insert(reason).inserted
    }
    if isNew { notify(.lost(reason: reason, hasCopy: store.position != nil)) }
  }

  private func didReach(_ position: StorePosition, isWritable: Bool, clockOffset: Double) {
    let target = target.withLock { $0 }
    let commits = store.commitCount
    var isCurrent = store.position == position
    // The state in memory is behind the copy if changes could not be taken over.
    if let target, target.publisher.revision != position.revision { isCurrent = false }
    if !isCurrent, let target {
      // The report may be of this node's own commit, whose writer has not returned yet. A commit succeeds only if the
      // node had every change before it.
      isCurrent = follow(target.publisher) { [store] in
        guard let own = store.position else { return false }
        return own == position || own.revision >= position.revision && store.commitCount != commits
      }
    }
    // Notify before copying older versions, which takes a while.
    notifyOfStore()
    let transition = store.status.didReach(
      isWritable: isWritable, clockOffset: clockOffset, isCurrent: isCurrent)
    if transition.isRefused { notify(.readOnly) }
    if isCurrent {
      store.markCurrent()
      copyHistory()
    }
    if let outage = transition.foundAfter {
      // The first report after the start of the program ends no outage.
      let wasReported = reportedReasons.withLock { reasons in
        defer { reasons = [] }
        return !reasons.isEmpty
      }
      if wasReported { notify(.available(after: outage)) }
      isNextFirst.store(true, ordering: .relaxed)
    }
    guard let target, isCurrent else { return }
    target.didCatchUp()
    guard isWritable else { return }
    target.didReach(isNextFirst.exchange(false, ordering: .relaxed))
  }

  /// Takes over what other nodes have changed.
  /// - Returns: whether this node has everything now.
  private func follow(_ publisher: Publisher, unless isCurrent: () -> Bool) -> Bool {
    do throws(ScreensError) {
      try publisher.follow(unless: isCurrent)
    } catch {
      let message = if case .store(let error) = error { error.message } else { "\(error)" }
      let isNew = lastFailure.withLock { last in
        defer { last = message }
        return last != message
      }
      if isNew { notify(.followFailed(reason: message)) }
      return false
    }
    lastFailure.withLock { $0 = nil }
    return true
  }

  /// Copies older versions for a while.
  private func copyHistory() {
    let deadline = ContinuousClock.now + Self.copyTime
    do throws(StoreError) {
      while try store.copyHistory(), ContinuousClock.now < deadline {}
    } catch {
      // The next report tries again.
    }
  }

  private func notifyOfStore() {
    for notice in store.status.takeNotices() { notify(notice) }
  }
}
