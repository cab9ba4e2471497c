import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// SIGTERM and SIGINT, which ask the server to end. They are listened for from the first moment on: one that
/// comes while the server starts ends it as soon as it has.
struct Signals {
  private let ended: DispatchSemaphore
  private let sources: [any DispatchSourceSignal]

  /// From now on the signals do not end the process by themselves. A parent may have left them blocked, so they
  /// are let through.
  init() {
    let ended = DispatchSemaphore(value: 0)
    self.ended = ended
    var mask = sigset_t()
    unsafe sigemptyset(&mask)
    sources = [SIGTERM, SIGINT].map { number in
      _ = signal(number, SIG_IGN)
      unsafe sigaddset(&mask, number)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { ended.signal() }
      source.activate()
      return source
    }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }

  /// Waits for the first signal; a second one ends the process at once.
  func waitForEnd() {
    ended.wait()
    for source in sources { source.cancel() }
    for number in [SIGTERM, SIGINT] { _ = signal(number, SIG_DFL) }
  }
}
