import Synchronization

/// What was made, kept by a key within bounds: beyond them the oldest go, and are made again when they are asked for.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Kept {
    let value: Value
    let bytes: Int
  }

  private struct State {
    var values: [Key: Kept] = [:]
    /// Oldest first.
    var order: [Key] = []
    var bytes = 0
  }

  private let maximumBytes: Int
  private let maximumCount: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - maximumBytes: of all that is kept, as it is reckoned.
  ///   - maximumCount: how many are kept.
  init(maximumBytes: Int, maximumCount: Int = .max) {
    self.maximumBytes = maximumBytes
    self.maximumCount = maximumCount
  }

  func value(_ key: Key) -> Value? { state.withLock { $0.values[key]?.value } }

  /// Keeps a value, unless there is one: who makes the same at once gets the first one that was made.
  /// - Returns: the one that is there from then on.
  @discardableResult
  func keep(_ value: Value, bytes: Int, for key: Key) -> Value {
    state.withLock { state in
      if let known = state.values[key] { return known.value }
      state.values[key] = Kept(value: value, bytes: bytes)
      state.order.append(key)
      state.bytes += bytes
      while state.bytes > maximumBytes || state.order.count > maximumCount, !state.order.isEmpty {
        state.bytes -= state.values.removeValue(forKey: state.order.removeFirst())?.bytes ?? 0
      }
      return value
    }
  }

  func removeAll() { state.withLock { $0 = State() } }
}
