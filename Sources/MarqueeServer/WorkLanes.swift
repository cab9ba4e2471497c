import Dispatch
import Synchronization

/// Runs work that waits for the store or for a writer, a few pieces at a time.
///
/// Each lane has a thread of its own. Dispatch's concurrent queues share few threads: if all of them waited for a
/// database that does not answer, they would run nothing else.
final class WorkLanes: Sendable {
  private let lanes: [DispatchQueue]
  /// For each lane, the number of pieces that wait or run.
  private let pending: Mutex<[Int]>

  /// - Parameters:
  ///   - label: the name of the threads.
  ///   - width: the number of pieces that run at a time.
  init(_ label: String, width: Int) {
    let width = max(1, width)
    lanes = (0..<width).map { DispatchQueue(label: "\(label).\($0)") }
    pending = Mutex(Array(repeating: 0, count: width))
  }

  /// Runs work on the lane that has least to do.
  func add(_ work: @escaping @Sendable () -> Void) {
    let lane = pending.withLock { pending in
      let lane = pending.indices.min { pending[$0] < pending[$1] } ?? 0
      pending[lane] += 1
      return lane
    }
    lanes[lane].async {
      work()
      self.pending.withLock { $0[lane] -= 1 }
    }
  }
}
