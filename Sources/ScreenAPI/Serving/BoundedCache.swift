import DequeModule
import Synchronization

/// A cache with limits of memory and count. Beyond them it evicts the oldest values, which its users can make again.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Kept {
    let value: Value
    let bytes: Int
  }

  private struct State {
    var values: [Key: Kept] = [:]
    /// The keys, oldest first.
    var order: Deque<Key> = []
    var bytes = 0
  }

  private let maximumBytes: Int
  private let maximumCount: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - maximumBytes: the limit of the estimated memory of all values.
  ///   - maximumCount: the limit of values.
  init(maximumBytes: Int, maximumCount: Int = .max) {
    self.maximumBytes = maximumBytes
    self.maximumCount = maximumCount
  }

  func value(_ key: Key) -> Value? { state.withLock { $0.values[key]?.value } }

  /// Caches a value unless the key has one already, so that threads that make the same value share the first one.
  /// - Parameter bytes: the estimated memory of the value.
  /// - Returns: the cached value.
  @discardableResult
  func keep(_ value: Value, bytes: Int, for key: Key) -> Value {
    state.withLock { state in
      if let known = state.values[key] { return known.value }
      state.values[key] = Kept(value: value, bytes: bytes)
      state.order.append(key)
      state.bytes += bytes
      while state.bytes > maximumBytes || state.order.count > maximumCount,
        let oldest = state.order.popFirst()
      {
        state.bytes -= state.values.removeValue(forKey: oldest)?.bytes ?? 0
      }
      return value
    }
  }

  func removeAll() { state.withLock { $0 = State() } }
}
