import Synchronization

/// A value that is made when it is first needed. All copies of what holds it share it.
final class LazyValue<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)

  func value(_ make: () -> Value) -> Value {
    made.withLock { known in
      let value = known ?? make()
      known = value
      return value
    }
  }
}
