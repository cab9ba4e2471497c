import Dispatch
import Synchronization

/// Work that runs once after a delay, unless it is cancelled before.
///
/// A source, because a cancelled `DispatchWorkItem` would stay in the queue until its time.
final class DelayTimer: Sendable {
  private let source: Mutex<any DispatchSourceTimer>

  /// Starts the timer, which keeps itself until it has fired or is cancelled.
  /// - Parameter milliseconds: the delay; a negative one counts as 0.
  init(milliseconds: Int, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    source = Mutex(DispatchSource.makeTimerSource(queue: queue))
    source.withLock { source in
      source.setEventHandler {
        self.cancel()
        work()
      }
      source.schedule(deadline: .now() + .milliseconds(max(milliseconds, 0)))
      source.activate()
    }
  }

  func cancel() { source.withLock { $0.cancel() } }
}
