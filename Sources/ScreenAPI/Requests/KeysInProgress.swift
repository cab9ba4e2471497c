import Synchronization

/// The requests with an `Idempotency-Key` that run at the moment. A second request with the same key must not run beside
/// the first: the store does not know the first one yet, or not its response.
final class KeysInProgress: Sendable {
  private let ids = Mutex<Set<String>>([])

  /// Begins a request, which ``end(_:)`` ends.
  /// - Parameter id: the key, together with its sender.
  /// - Returns: false if a request with this key runs.
  func begin(_ id: String) -> Bool { ids.withLock { $0.insert(id).inserted } }

  func end(_ id: String) { ids.withLock { _ = $0.remove(id) } }
}
