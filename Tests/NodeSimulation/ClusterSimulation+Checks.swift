import NodeStore
import Screens

/// The promises of a node.
extension ClusterSimulation {
  /// Readers of a node see the screens of one revision of the store, whole.
  func checkScreens(of node: Int, after change: String) {
    let expected = store.screens(after: change)
    guard nodes[node].screens != expected else { return }
    find(
      "node-\(node) shows \(nodes[node].screens) after change \(change), which made \(expected ?? [])"
    )
  }

  /// After a report, readers see at least what it reported, of the same history.
  func checkCatchUp(of node: Int, to reported: StorePosition?) {
    guard let reported, store.contains(reported) else { return }
    let (visible, shown) = (nodes[node].visible.revision, nodes[node].shown)
    guard visible < reported.revision || !store.contains(shown) else { return }
    find("node-\(node) announced that it has \(reported), but shows \(shown) as revision \(visible)")
  }

  /// A node that counts as up to date has had a report within the last seconds.
  func checkStaleness(of node: Int) {
    guard nodes[node].state.status.staleness(at: now) == 0 else { return }
    let age = time - nodes[node].lastCurrent
    if age > 2_500_000 { find("node-\(node) counts as up to date, \(age) µs after it last had everything") }
  }

  /// A loss is reported once for each reason, and its end once.
  func checkNotice(_ notice: NodeNotice, of node: Int) {
    switch notice {
    case .lost(let reason, let hasCopy):
      if !nodes[node].reportedReasons.insert(reason).inserted {
        find("node-\(node) reported “\(reason)” again")
      }
      if hasCopy != (nodes[node].disk.position != nil) {
        find("node-\(node) does not know that it has a copy")
      }
    case .available(let seconds):
      if nodes[node].reportedReasons.isEmpty { find("node-\(node) reported the end of no loss") }
      if seconds < 0 { find("node-\(node) reported a loss of \(seconds) s") }
      nodes[node].reportedReasons = []
    case .readOnly, .reloaded, .damaged, .writeFailed, .copyFailed, .followFailed: break
    }
  }

  /// A node that may write says so, and whether it is the first time since it last could not.
  func checkWritable(_ node: Int, isFirst: Bool) {
    if let reason = nodes[node].state.status.reasonForRefusal {
      find("node-\(node) announced that it can write, but refuses: \(reason)")
    }
    if isFirst != nodes[node].isNextFirst { find("node-\(node) announced as first: \(isFirst)") }
    nodes[node].isNextFirst = false
  }

  /// A node knows the store's time as exactly as the time of a response allows.
  func checkClock(after request: Request) {
    let node = request.node
    let tolerance = Double(time - request.sentAt) / 2_000_000
    // The clock may have jumped meanwhile.
    guard abs(wallClock(of: node) - request.clock - 2 * tolerance) < 0.001 else { return }
    // A report that still waits for changes has not been noted yet.
    if case .handling = nodes[node].follower { return }
    let difference = wallClock(of: node) + nodes[node].state.status.clockOffset - seconds
    if abs(difference) > tolerance + 0.000_001 {
      find("node-\(node) is \(difference) s away from the store's time")
    }
  }

  /// Whether every node has everything, may write, and has nothing to do.
  var isHealed: Bool {
    clients.allSatisfy { $0.write == nil }
      && nodes.allSatisfy { node in
        node.phase == .serving && node.task == nil && node.queue.isEmpty
          && node.state.position == store.position
          && node.visible.revision == store.position.revision && node.screens == store.screens
          && node.state.status.reasonForRefusal == nil && node.state.status.staleness(at: now) == 0
      }
  }

  func describe(_ node: SimulatedNode) -> String {
    let status = node.state.status
    return
      "\(node.phase) at \(node.visible.revision) of \(store.position.revision), copy \(node.state.position?.revision ?? -1), "
      + "\(status.reasonForRefusal ?? "writable"), \(status.staleness(at: now)) s behind, \(node.queue.count) tasks"
  }
}
