import DequeModule
import Dispatch
import Synchronization

/// Runs pieces of work, a few at a time, in the order in which they were added.
///
/// Each lane has a thread of its own. Dispatch's concurrent queues share few threads: if all of them waited for a
/// database that does not answer, they would run nothing else.
final class WorkLanes: Sendable {
  private typealias Work = @Sendable () -> Void

  private struct State {
    var idle: [DispatchQueue]
    /// Work that no lane has taken, oldest first. Empty while a lane is idle.
    var waiting: Deque<Work> = []
  }

  private let state: Mutex<State>
  private let maximumWaiting: Int

  /// - Parameters:
  ///   - label: the name of the threads.
  ///   - width: the number of pieces that run at a time.
  ///   - maximumWaiting: the number of pieces that can wait.
  init(_ label: String, width: Int, maximumWaiting: Int = .max) {
    let lanes = (0..<max(1, width)).map { DispatchQueue(label: "\(label).\($0)") }
    state = Mutex(State(idle: lanes.reversed()))
    self.maximumWaiting = maximumWaiting
  }

  /// Runs work on the first lane that is idle.
  /// - Returns: whether the work will run; false if too much waits.
  @discardableResult
  func add(_ work: @escaping @Sendable () -> Void) -> Bool {
    let (lane, isTaken) = state.withLock { state -> (DispatchQueue?, Bool) in
      if let lane = state.idle.popLast() { return (lane, true) }
      guard state.waiting.count < maximumWaiting else { return (nil, false) }
      state.waiting.append(work)
      return (nil, true)
    }
    if let lane { run(work, on: lane) }
    return isTaken
  }

  private func run(_ work: @escaping Work, on lane: DispatchQueue) {
    lane.async {
      work()
      let next = self.state.withLock { state -> Work? in
        if let next = state.waiting.popFirst() { return next }
        state.idle.append(lane)
        return nil
      }
      if let next { self.run(next, on: lane) }
    }
  }
}
