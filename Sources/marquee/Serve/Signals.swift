import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// SIGTERM and SIGINT, which stop the server.
///
/// Both are blocked in every thread, and one thread waits for them (sigwait(3)), so that no signal is lost. A signal
/// handler or a Dispatch source would miss signals before it is installed.
final class Signals: Sendable {
  private static let numbers = [SIGTERM, SIGINT]

  private let isStarted = Mutex(false)
  private let ended = DispatchSemaphore(value: 0)

  /// Must be called before other threads are created, because threads inherit the signal mask.
  init() {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in Self.numbers { unsafe sigaddset(&set, number) }
    _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    // The parent process may have ignored these signals, and a signal that is ignored may not stay pending.
    for number in Self.numbers { _ = signal(number, SIG_DFL) }
    let signals = set
    Thread.detachNewThread { self.wait(for: signals) }
  }

  private func wait(for signals: sigset_t) {
    var signals = signals
    var number: Int32 = 0
    _ = unsafe sigwait(&signals, &number)
    // Before the start there are no requests to finish, and the next start repairs incomplete writes.
    guard isStarted.withLock({ $0 }) else { _exit(0) }
    ended.signal()
    // The second signal ends the process at once, by its default action.
    _ = unsafe sigwait(&signals, &number)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }

  /// Marks the server as started: the next signal ends ``waitForEnd()``. A signal before this call ends the
  /// process with the exit code 0.
  func didStart() { isStarted.withLock { $0 = true } }

  /// Waits for the first signal.
  func waitForEnd() { ended.wait() }
}
