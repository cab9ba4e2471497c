import Synchronization

/// A record of what the clients of several nodes saw, and a check that the nodes kept their promises.
///
/// A client records each operation before its first byte is sent and after the response. A write whose end was never
/// recorded counts as unknown.
package final class WriteHistory: Sendable {
  /// A point in the order of all records. It compares as time does.
  package struct Moment: Comparable, Sendable {
    fileprivate let number: Int

    package static func < (left: Moment, right: Moment) -> Bool { left.number < right.number }
  }

  /// A write that has started.
  package struct OperationID: Hashable, Sendable {
    fileprivate let index: Int
  }

  /// A revision that a node reported.
  struct Observation: Sendable {
    let node: String
    let life: Int
    let revision: Int
    let started: Moment
    let ended: Moment
  }

  struct ReadFailure: Sendable {
    let node: String
    let path: String
    let reason: String
  }

  private struct State {
    var moments = 0
    var operations: [WriteOperation] = []
    var observations: [Observation] = []
    var failures: [ReadFailure] = []

    mutating func now() -> Moment {
      moments += 1
      return Moment(number: moments)
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// The current moment, which is after all earlier ones.
  package func now() -> Moment { state.withLock { $0.now() } }

  /// Records the start of a write. Call it before the request is sent.
  /// - Parameter marker: a text in the content that no other write has.
  package func startWrite(writer: String, node: String, route: String, marker: String) -> OperationID {
    state.withLock { state in
      let started = state.now()
      state.operations.append(
        WriteOperation(writer: writer, node: node, route: route, marker: marker, started: started))
      return OperationID(index: state.operations.count - 1)
    }
  }

  /// Records the end of a write. A later call for the same write replaces an earlier one, for example after a retry
  /// with the same idempotency key.
  package func endWrite(_ operation: OperationID, _ outcome: WriteOperation.Outcome) {
    state.withLock { state in
      state.operations[operation.index].ended = state.now()
      state.operations[operation.index].outcome = outcome
    }
  }

  /// Records the revision that a node reported.
  /// - Parameters:
  ///   - life: the number of the node's process.
  ///   - started: the moment before the request was sent.
  package func recordRevision(_ revision: Int, of node: String, life: Int, since started: Moment) {
    state.withLock { state in
      state.observations.append(
        Observation(node: node, life: life, revision: revision, started: started, ended: state.now()))
    }
  }

  /// Records a read without the expected response.
  /// - Parameter reason: the status and code, or the error.
  package func recordReadFailure(of path: String, on node: String, reason: String) {
    state.withLock { $0.failures.append(ReadFailure(node: node, path: path, reason: reason)) }
  }

  /// All writes in the order of their start.
  package var operations: [WriteOperation] { state.withLock { $0.operations } }

  /// Checks the history.
  /// - Parameter finalVersions: the marker of each version of each route after all nodes have caught up.
  /// - Returns: a sentence for each broken promise; empty if all were kept.
  package func findings(finalVersions: [String: [Int: String]]) -> [String] {
    let (operations, observations, failures) = state.withLock {
      ($0.operations, $0.observations, $0.failures)
    }
    return FinalVersions(finalVersions).findings(operations)
      + RevisionOrder.findings(operations) + RevisionOrder.findings(observations)
      + failures.map { "The read of \($0.path) on \($0.node) failed: \($0.reason)." }
  }
}
