import FaultInjection
import NodeStore
import Screens
import SeededRandom

/// A client that publishes. It sends a request with a key again while it does not know the outcome.
struct SimulatedClient {
  struct Write {
    /// The history of the store to which the write was sent first.
    let history: WriteHistory
    let operation: WriteHistory.OperationID
    let route: Int
    let marker: Int
    /// Whether it has an Idempotency-Key.
    let hasKey: Bool
    var attempts = 0
  }

  var write: Write?
}

extension ClusterSimulation {
  private static let maximumAttempts = 10

  /// Begins a write, or sends it again.
  func write(_ client: Int) {
    let node = random.next(below: Self.nodeCount)
    if clients[client].write == nil {
      guard time < Self.faultsEnd else { return }
      markerCount += 1
      let route = random.next(below: SimulatedStore.routeCount)
      let operation = history.startWrite(
        writer: "client-\(client)", node: "node-\(node)", route: SimulatedStore.name(route),
        marker: SimulatedStore.name(marker: markerCount))
      clients[client].write = SimulatedClient.Write(
        history: history, operation: operation, route: route, marker: markerCount,
        hasKey: SimulatedVersion.hasKey(markerCount))
    }
    clients[client].write?.attempts += 1
    schedule(.arrival(client: client, node: node), after: 1_000)
  }

  func receiveWrite(of client: Int, on node: Int) {
    guard let write = clients[client].write else { return }
    guard nodes[node].phase == .serving else { return didEnd(client, .unknown) }
    log(node, "client \(client) writes \(write.marker) to \(write.route)")
    run(
      SimulatedNode.WriterTask(purpose: .write(client: client, route: write.route, marker: write.marker)),
      on: node)
  }

  /// Takes a response, or notices that there is none.
  func didEnd(_ client: Int, _ outcome: WriteOperation.Outcome) {
    guard let write = clients[client].write else { return }
    switch outcome {
    case .acknowledged: break
    // Only the first response can promise that nothing was written.
    case .refused where write.attempts == 1: break
    case .refused, .unknown:
      if write.hasKey, write.attempts < Self.maximumAttempts {
        return schedule(.write(client: client), after: 20_000 + random.next(below: 1_000_000))
      }
    }
    let isAcknowledged = if case .acknowledged = outcome { true } else { false }
    let isRefused = !isAcknowledged && write.attempts == 1
    if isAcknowledged { writeCount += 1 }
    write.history.endWrite(write.operation, isAcknowledged || isRefused ? outcome : .unknown)
    clients[client].write = nil
    schedule(.write(client: client), after: 1_000 + random.next(below: 600_000))
  }

  /// Reads from one node.
  func read() {
    let node = random.next(below: Self.nodeCount)
    if nodes[node].phase == .serving, nodes[node].pausedUntil <= time {
      history.recordRevision(
        nodes[node].visible.revision, of: "node-\(node)",
        life: nodes[node].life * 1_000 + nodes[node].reloadCount, since: history.now())
      checkStaleness(of: node)
    }
    if time < Self.faultsEnd { schedule(.read, after: random.next(below: 200_000)) }
  }
}
