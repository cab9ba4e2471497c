import Synchronization

/// Counts the open connections of all loops and notifies the acceptor when one closes.
final class ConnectionGauge: Sendable {
  private let served = Atomic<Int>(0)
  private let refused = Atomic<Int>(0)
  private let hasCloseHandler = Atomic<Bool>(false)
  private let closeHandler = Mutex<(@Sendable () -> Void)?>(nil)

  /// The number of connections that are served.
  var servedCount: Int { served.load(ordering: .relaxed) }
  /// The number of connections over the limit, which receive a 503.
  var refusedCount: Int { refused.load(ordering: .relaxed) }

  func opened(refused isRefused: Bool) {
    if isRefused { refused.add(1, ordering: .relaxed) } else { served.add(1, ordering: .relaxed) }
  }

  func closed(refused isRefused: Bool) {
    if isRefused { refused.subtract(1, ordering: .relaxed) } else { served.subtract(1, ordering: .relaxed) }
    guard hasCloseHandler.load(ordering: .relaxed),
      hasCloseHandler.exchange(false, ordering: .acquiringAndReleasing)
    else { return }
    closeHandler.withLock { $0 }?()
  }

  /// Calls `action` when the next connection closes.
  func onNextClose(_ action: @escaping @Sendable () -> Void) {
    closeHandler.withLock { $0 = action }
    hasCloseHandler.store(true, ordering: .releasing)
  }
}
