import DequeModule
import Synchronization

/// Runs work that must not run at the same time one after the other. Work that waits occupies no thread.
final class Turns: Sendable {
  enum Key: Hashable, Sendable {
    /// A request with an `Idempotency-Key`. Its repetition waits for the first one, because the store does not have that
    /// one or its response yet.
    case request(id: String)
    /// A change set: each write starts from the view that the previous one left.
    case changeSet(String)
    /// The view of a change set: the first request makes it, and the next ones find it.
    case view(of: String)
    /// Responses with chaos, which are made one at a time: each takes up to a second, and copies of the screen.
    case chaos
  }

  /// Work that waits for its first key.
  struct Waiting: Sendable {
    fileprivate let number: Int
    fileprivate let key: Key
  }

  private struct Job: Sendable {
    let number: Int
    let keys: [Key]
    let queue: APIEnvironment.Offload
    let work: @Sendable () -> Void
  }

  private struct State {
    var jobs = 0
    /// For each key in use, the jobs that wait for it, oldest first, with the number of keys that they have already.
    var waiting: [Key: Deque<(job: Job, held: Int)>] = [:]
  }

  private let state = Mutex(State())

  /// Runs work while no other work has one of its keys: now if they are free, otherwise later on a queue.
  /// - Parameter keys: in the order in which all work takes them.
  /// - Returns: the work if it waits for its first key; otherwise nil.
  func run(
    _ keys: [Key], on queue: @escaping APIEnvironment.Offload, _ work: @escaping @Sendable () -> Void
  ) -> Waiting? {
    let number = state.withLock { state in
      state.jobs += 1
      return state.jobs
    }
    let missing = start(Job(number: number, keys: keys, queue: queue, work: work), holding: 0)
    guard let missing, missing == keys.first else { return nil }
    return Waiting(number: number, key: missing)
  }

  /// Removes work that still waits.
  /// - Returns: false if its turn has come.
  func giveUp(_ waiting: Waiting) -> Bool {
    state.withLock { state in
      guard let place = state.waiting[waiting.key]?.firstIndex(where: { $0.job.number == waiting.number })
      else { return false }
      state.waiting[waiting.key]?.remove(at: place)
      return true
    }
  }

  /// Takes the keys of a job one by one, and runs it when it has all.
  /// - Returns: the key that it waits for; nil if it has run.
  private func start(_ job: Job, holding held: Int) -> Key? {
    let missing = state.withLock { state -> Key? in
      for (place, key) in job.keys.enumerated().dropFirst(held) {
        guard state.waiting[key] == nil else {
          state.waiting[key]?.append((job, place))
          return key
        }
        state.waiting[key] = []
      }
      return nil
    }
    if let missing { return missing }
    job.work()
    for key in job.keys.reversed() { pass(key) }
    return nil
  }

  /// Passes a key to the job that has waited longest.
  private func pass(_ key: Key) {
    let next = state.withLock { state -> (job: Job, held: Int)? in
      if let next = state.waiting[key]?.popFirst() { return next }
      state.waiting[key] = nil
      return nil
    }
    guard let next else { return }
    next.job.queue { _ = self.start(next.job, holding: next.held + 1) }
  }
}
