internal import Dispatch
package import Screens
internal import Synchronization

/// Keeps a node up to date with the shared store: does what ``NodeState`` decides after each report.
package final class NodeFollower: Sendable {
  /// How long a start waits for the first response of the store.
  private static let startTimeout = DispatchTimeInterval.seconds(10)
  /// How long to copy older versions after a report. Short, so that copying does not delay new changes.
  private static let copyTime = Duration.milliseconds(50)

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
    let target = target.withLock { $0 }
    let visible = target?.publisher.revision
    perform(store.withState { $0.receive(event, visible: visible, at: .now) }, for: target)
    // This includes the notices of writers, which catch up before they retry a write.
    notifyOfStore()
  }

  /// - Parameter target: the one whose revision the actions were decided for.
  private func perform(_ actions: [NodeAction], for target: Target?) {
    for action in actions {
      switch action {
      case .notify(let notice): notify(notice)
      case .follow(let report):
        guard let target else { continue }
        let failure = follow(target.publisher, to: report)
        perform(store.withState { $0.didFollow(report, failure: failure, at: .now) }, for: target)
      case .markCurrent: store.markCurrent()
      case .copyHistory: copyHistory()
      case .announceCatchUp: target?.didCatchUp()
      case .announceWritable(let isFirst): target?.didReach(isFirst)
      }
    }
  }

  /// Takes over what other nodes have changed.
  /// - Returns: why this node does not have everything now; nil if it has.
  private func follow(_ publisher: Publisher, to report: NodeReport) -> String? {
    do throws(ScreensError) {
      try publisher.follow { [store] in store.withState { $0.hasEverything(of: report) } }
      return nil
    } catch {
      return if case .store(let error) = error { error.message } else { "\(error)" }
    }
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
    for notice in store.withState({ $0.status.takeNotices() }) { notify(notice) }
  }
}
