import Synchronization

/// How many connections all loops have together, and a bell for the acceptor when it waits for one to end.
final class ConnectionGauge: Sendable {
  private let open = Atomic<Int>(0)
  private let waiting = Atomic<Bool>(false)
  private let bell = Mutex<(@Sendable () -> Void)?>(nil)

  var count: Int { open.load(ordering: .relaxed) }

  func opened() { open.add(1, ordering: .relaxed) }

  func closed() {
    open.subtract(1, ordering: .relaxed)
    guard waiting.load(ordering: .relaxed), waiting.exchange(false, ordering: .acquiringAndReleasing) else {
      return
    }
    bell.withLock { $0 }?()
  }

  /// Calls `action` when the next connection ends.
  func whenClosed(_ action: @escaping @Sendable () -> Void) {
    bell.withLock { $0 = action }
    waiting.store(true, ordering: .releasing)
  }
}
