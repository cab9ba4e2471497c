import Dispatch
import Foundation
import Logging
import NodeStore
import ScreenAPI
import Screens
import Synchronization

/// Keeps a node in step with the store that it shares with others.
final class Node: Sendable {
  /// How long a start waits for the first answer of the database.
  private static let startSeconds = 10.0

  /// The parts of the server that follow the store.
  private struct Followers {
    let publisher: Publisher
    /// Called after each report of a store that can be used. The argument is true for the first one, and after the
    /// store was lost.
    let didReach: @Sendable (Bool) -> Void
  }

  let store: NodeStore
  private let logger: Logger
  private let followers = Mutex<Followers?>(nil)
  private let firstReport = DispatchSemaphore(value: 0)
  /// Whether the loss of the store was logged once.
  private let hasReportedLoss = Atomic<Bool>(false)
  /// Whether a report has reached the followers.
  private let hasReported = Atomic<Bool>(false)
  /// The last error of following, so that it is logged once.
  private let lastFailure = Mutex<String?>(nil)

  init(store: NodeStore, logger: Logger) {
    self.store = store
    self.logger = logger
  }

  /// Whether there is anything to serve.
  var hasCopy: Bool { store.position != nil }

  var isWritable: Bool { store.status.reasonForRefusal == nil }

  /// The database's clock, in seconds since 1970 UTC.
  var now: Double { Date().timeIntervalSince1970 + store.status.clockOffset }

  var health: StoreHealth {
    let status = store.status
    return StoreHealth(isAvailable: isWritable, staleness: status.staleness)
  }

  /// Begins to follow, and waits until the database has answered or failed once. Brings the copy up to date.
  /// - Returns: why the database cannot be used; nil if it can.
  func start() -> String? {
    store.follow { [self] event in handle(event) }
    guard firstReport.wait(timeout: .now() + Self.startSeconds) == .success else {
      return "the database does not answer"
    }
    if let reason = store.status.reasonForRefusal { return reason }
    do throws(StoreError) {
      _ = try store.catchUp()
      return nil
    } catch {
      return error.message
    }
  }

  /// Sets what follows the store from now on.
  func attach(_ publisher: Publisher, didReach: @escaping @Sendable (Bool) -> Void) {
    followers.withLock { $0 = Followers(publisher: publisher, didReach: didReach) }
    // What was reported before may be all that will be for a second.
    store.checkNow()
  }

  func detach() { followers.withLock { $0 = nil } }

  private func handle(_ event: PrimaryEvent) {
    defer { firstReport.signal() }
    let followers = followers.withLock { $0 }
    switch event {
    case .lost(let reason):
      // A node that has never reached the store says so once.
      let isFirst = !hasReportedLoss.exchange(true, ordering: .relaxed)
      guard store.status.didLose(reason).isLost || isFirst else { return }
      logger.warning(
        "the store is unavailable: screens are served from memory, writes are refused",
        metadata: ["reason": .string(reason), "revision": .stringConvertible(store.position?.revision ?? 0)])
    case .reached(let position, let isWritable, let clockOffset):
      var isCurrent = store.position == position
      // The state in memory is behind the copy if changes could not be taken over.
      if let followers, followers.publisher.revision != position.revision { isCurrent = false }
      if !isCurrent, let followers { isCurrent = follow(followers.publisher) }
      let transition = store.status.didReach(
        isWritable: isWritable, clockOffset: clockOffset, isCurrent: isCurrent)
      if transition.isRefused {
        logger.warning(
          "the store was written by a newer Marquee: this node serves what it has and refuses writes")
      }
      if isCurrent { copyHistory() }
      guard let followers else { return }
      let isFirst = !hasReported.exchange(true, ordering: .relaxed)
      if let outage = transition.foundAfter {
        logger.notice(
          "the store is available again",
          metadata: [
            "revision": .stringConvertible(store.position?.revision ?? 0),
            "unavailableFor": .string("\((outage * 1000).rounded() / 1000) s"),
          ])
      }
      if isWritable, isCurrent { followers.didReach(isFirst || transition.foundAfter != nil) }
    }
  }

  /// How long to copy older versions after a report, so that changes are not followed late.
  private static let copyTime = Duration.milliseconds(50)

  /// Copies older versions for a while.
  private func copyHistory() {
    let deadline = ContinuousClock.now + Self.copyTime
    do throws(StoreError) {
      while try store.copyHistory(), ContinuousClock.now < deadline {}
    } catch {
      // The next report tries again.
    }
  }

  /// Takes over what other nodes have changed.
  /// - Returns: whether this node has everything now.
  private func follow(_ publisher: Publisher) -> Bool {
    let reloads = store.status.reloadCount
    do throws(ScreensError) {
      try publisher.follow()
    } catch {
      let message = if case .store(let error) = error { error.message } else { "\(error)" }
      let isNew = lastFailure.withLock { last in
        defer { last = message }
        return last != message
      }
      if isNew {
        logger.error("changes of other nodes cannot be taken over", metadata: ["reason": .string(message)])
      }
      return false
    }
    lastFailure.withLock { $0 = nil }
    if store.status.reloadCount > reloads {
      logger.warning("the store has another history: everything was loaded again")
    }
    if let damage = store.status.takeDamage() {
      logger.error(
        "rows of the database cannot be read and are left out", metadata: ["reason": .string(damage)])
    }
    if let failure = store.status.takeCopyFailure() {
      logger.error("the copy of the store could not be written", metadata: ["reason": .string(failure)])
    }
    return true
  }

  /// Adds the metrics of the shared store.
  func add(to text: inout PrometheusText) {
    let status = store.status
    func count(_ value: Int) -> [PrometheusText.Sample] { [.init([], UInt64(max(value, 0)))] }
    text.add(
      "marquee_store_reconnects_total", .counter, "How often the shared store was lost.",
      count(status.lossCount))
    text.add(
      "marquee_store_catch_ups_total", .counter, "How often changes of other nodes were taken over.",
      count(status.catchUpCount))
    text.add(
      "marquee_store_conflicts_total", .counter,
      "Writes that were validated again, because another node was first.", count(status.conflictCount))
  }
}
