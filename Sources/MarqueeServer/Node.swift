import Foundation
import Logging
import NodeStore
import Prometheus
import ScreenAPI
import Screens

/// One of several nodes: its log lines, metrics and health.
final class Node: Sendable {
  let follower: NodeFollower
  private let store: NodeStore

  init(store: NodeStore, logger: Logger) {
    self.store = store
    follower = NodeFollower(store: store) { Self.log($0, revision: store.revision ?? 0, logger) }
  }

  /// Connects to the store and brings this node's copy up to date. Without the store, the node serves its copy.
  /// - Parameter requiresStore: whether the start fails without the store.
  func join(requiresStore: Bool) throws(StartError) {
    guard let reason = follower.start(), requiresStore else { return }
    throw StartError("the store cannot be used: \(reason)")
  }

  /// Tells the other nodes who uses the console of this one, and learns who uses theirs.
  func share(_ presence: Presence) {
    store.exchange(presence.messages { [weak store] in store?.checkNow() })
  }

  /// Whether there is anything to serve.
  var hasCopy: Bool { store.position != nil }

  var isWritable: Bool { store.status.reasonForRefusal == nil }

  /// The seconds by which the database's clock is ahead of this machine's.
  var clockOffset: Double { store.withState { $0.status.clockOffset } }

  var health: StoreHealth {
    let status = store.status
    return StoreHealth(isAvailable: status.reasonForRefusal == nil, staleness: status.staleness(at: .now))
  }

  func addMetrics(to text: inout PrometheusText) { store.status.add(to: &text) }

  private static func log(_ notice: NodeNotice, revision: Int, _ logger: Logger) {
    switch notice {
    case .lost(let reason, let hasCopy):
      logger.warning(
        hasCopy
          ? "the store is unavailable: screens are served from memory, writes are refused"
          : "the store is unavailable, and this node has no copy of the screens yet",
        metadata: ["reason": .string(reason), "revision": .stringConvertible(revision)])
    case .available(let seconds):
      logger.notice(
        "the store is available again",
        metadata: [
          "revision": .stringConvertible(revision),
          "unavailableFor": .string("\((seconds * 1000).rounded() / 1000) s"),
        ])
    case .readOnly:
      logger.warning(
        "the store was written by a newer Marquee: this node serves what it has and refuses writes")
    case .reloaded: logger.warning("the store has another history: everything was loaded again")
    case .damaged(let reason):
      logger.error(
        "rows of the database cannot be read and are left out", metadata: ["reason": .string(reason)])
    case .copyFailed(let reason):
      logger.error("the copy of the store could not be written", metadata: ["reason": .string(reason)])
    case .writeFailed(let reason):
      logger.error(
        "the store answers, and does not store a change", metadata: ["reason": .string(reason)])
    case .followFailed(let reason):
      logger.error("changes of other nodes cannot be applied", metadata: ["reason": .string(reason)])
    }
  }
}
