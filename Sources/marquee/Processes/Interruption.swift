import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Cleans up when a signal ends the program: processes that it has started have process groups of their own, which the
/// terminal's signal does not reach.
final class Interruption {
  private static let signals = [SIGINT, SIGTERM]

  private static let hasBegun = Atomic<Bool>(false)

  private let sources: [any DispatchSourceSignal]

  /// - Parameter cleanUp: is called before the program ends by the signal.
  init(_ cleanUp: @escaping @Sendable () -> Void) {
    sources = Self.signals.map { number in
      // The source sees the signal also if it is ignored, and the default action would end the program first.
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

  /// Waits for the end of the program if a signal ends it. What has failed since then has failed because of the cleaning.
  static func waitForEnd() {
    while hasBegun.load(ordering: .acquiring) { sleep(1) }
  }

  /// Ends the program as the signal would have done, so that a shell sees its status.
  private static func end(by number: Int32) {
    _ = signal(number, SIG_DFL)
    // The queue's thread has the signal blocked.
    var mask = sigset_t()
    _ = unsafe sigemptyset(&mask)
    _ = unsafe sigaddset(&mask, number)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    raise(number)
    // The first process of a container has no default action.
    _exit(128 + number)
  }

  /// Gives the signals their default action back.
  func end() {
    for source in sources { source.cancel() }
    for number in Self.signals { _ = signal(number, SIG_DFL) }
  }
}
