import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Cleans up before a signal ends the program. The processes that the program has started are in their own process
/// groups, which signals of the terminal do not reach.
final class Interruption {
  private static let signals = [SIGINT, SIGTERM]

  private static let hasBegun = Atomic<Bool>(false)

  private let sources: [any DispatchSourceSignal]

  /// - Parameter cleanUp: called before the signal ends the program.
  init(_ cleanUp: @escaping @Sendable () -> Void) {
    sources = Self.signals.map { number in
      // A Dispatch source receives ignored signals, too; the default action would end the program before `cleanUp`.
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        Self.hasBegun.store(true, ordering: .releasing)
        cleanUp()
        Self.end(by: number)
      }
      source.resume()
      return source
    }
  }

  /// Does not return once a signal has arrived: the clean-up causes failures, which the caller must not report.
  static func waitForEnd() {
    while hasBegun.load(ordering: .acquiring) { sleep(1) }
  }

  /// Ends the program by the signal, so that a shell sees the status of that signal.
  private static func end(by number: Int32) {
    _ = signal(number, SIG_DFL)
    // The queue's thread has the signal blocked.
    var mask = sigset_t()
    _ = unsafe sigemptyset(&mask)
    _ = unsafe sigaddset(&mask, number)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    raise(number)
    // The kernel drops signals with the default action in process 1 of a container.
    _exit(128 + number)
  }

  /// Restores the default action of the signals.
  func end() {
    for source in sources { source.cancel() }
    for number in Self.signals { _ = signal(number, SIG_DFL) }
  }
}
