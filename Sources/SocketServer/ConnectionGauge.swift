import Synchronization

/// How many connections all loops have together, and a bell for the acceptor when it waits for one to end.
final class ConnectionGauge: Sendable {
  private let served = Atomic<Int>(0)
  private let refused = Atomic<Int>(0)
  private let waiting = Atomic<Bool>(false)
  private let bell = Mutex<(@Sendable () -> Void)?>(nil)

  /// Connections that are served.
  var servedCount: Int { served.load(ordering: .relaxed) }
  /// Connections that are being told to come back.
  var refusedCount: Int { refused.load(ordering: .relaxed) }

  func opened(refused isRefused: Bool) {
    if isRefused { refused.add(1, ordering: .relaxed) } else { served.add(1, ordering: .relaxed) }
  }

  func closed(refused isRefused: Bool) {
    if isRefused { refused.subtract(1, ordering: .relaxed) } else { served.subtract(1, ordering: .relaxed) }
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
