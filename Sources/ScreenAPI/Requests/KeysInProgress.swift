import Dispatch
import Synchronization

/// The requests with an `Idempotency-Key` that run at the moment. A second request with the same key must
/// wait for the first, because the store does not have the first one or its response yet.
final class KeysInProgress: Sendable {
  /// For each key that runs, the requests that wait for it.
  private let waiting = Mutex<[String: [DispatchSemaphore]]>([:])

  /// Begins a request, which ``end(_:)`` ends. Waits while a request with this key runs.
  /// - Parameters:
  ///   - id: the key, together with its sender.
  ///   - limit: how long to wait.
  /// - Returns: false if a request with this key still runs.
  func begin(_ id: String, waitingFor limit: DispatchTimeInterval) -> Bool {
    let deadline = DispatchTime.now() + limit
    while true {
      let turn = waiting.withLock { waiting -> DispatchSemaphore? in
        guard waiting[id] != nil else {
          waiting[id] = []
          return nil
        }
        let turn = DispatchSemaphore(value: 0)
        waiting[id]?.append(turn)
        return turn
      }
      guard let turn else { return true }
      guard turn.wait(timeout: deadline) == .success else { return false }
    }
  }

  func end(_ id: String) {
    for turn in waiting.withLock({ $0.removeValue(forKey: id) }) ?? [] { turn.signal() }
  }
}
