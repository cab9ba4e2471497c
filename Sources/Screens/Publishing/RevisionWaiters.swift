import Synchronization

/// Functions to call once a revision is reached.
package final class RevisionWaiters: Sendable {
  /// Identifies a waiting function.
  package struct Token: Sendable {
    fileprivate let number: Int
  }

  private struct Waiter {
    let revision: Int
    let body: @Sendable () -> Void
  }

  private struct State {
    var waiters: [Int: Waiter] = [:]
    var count = 0
    /// No waiter waits for a smaller revision.
    var smallest = Int.max
  }

  /// The maximum number of functions that wait.
  private static let maximumCount = 10_000

  private let state = Mutex(State())

  init() {}

  /// - Returns: nil if too many wait already.
  func add(_ revision: Int, _ body: @escaping @Sendable () -> Void) -> Token? {
    state.withLock { state in
      guard state.waiters.count < Self.maximumCount else { return nil }
      state.count += 1
      state.waiters[state.count] = Waiter(revision: revision, body: body)
      state.smallest = min(state.smallest, revision)
      return Token(number: state.count)
    }
  }

  /// - Returns: whether the function was still waiting.
  func remove(_ token: Token) -> Bool {
    state.withLock { $0.waiters.removeValue(forKey: token.number) != nil }
  }

  func notify(reached revision: Int) {
    let due = state.withLock { state in
      guard state.smallest <= revision else { return [Waiter]() }
      let due = state.waiters.filter { $0.value.revision <= revision }
      for number in due.keys { state.waiters[number] = nil }
      state.smallest = state.waiters.values.reduce(.max) { min($0, $1.revision) }
      return due.sorted { $0.key < $1.key }.map(\.value)
    }
    for waiter in due { waiter.body() }
  }
}
