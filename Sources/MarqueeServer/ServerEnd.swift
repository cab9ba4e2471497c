import Synchronization

/// The end of a server, which happens once and for which several tasks can wait.
final class ServerEnd: Sendable {
  private struct State {
    var hasBegun = false
    var isOver = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Begins the end.
  /// - Returns: whether the caller is the first, which then stops the server and calls ``finish()``.
  func begin() -> Bool {
    state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
  }

  func finish() {
    let waiters = state.withLock { state in
      state.isOver = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits for ``finish()``, also in a task that is cancelled.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.waiters.append(continuation) }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }
}
