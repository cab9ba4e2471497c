import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// SIGTERM and SIGINT, which ask the server to end.
enum Signals {
  /// From now on the signals do not end the process. A parent may have left them blocked, so they are let
  /// through.
  static func prepare() {
    var mask = sigset_t()
    unsafe sigemptyset(&mask)
    for number in [SIGTERM, SIGINT] {
      _ = signal(number, SIG_IGN)
      unsafe sigaddset(&mask, number)
    }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }

  static func waitForEnd() {
    let ended = DispatchSemaphore(value: 0)
    let sources = [SIGTERM, SIGINT].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { ended.signal() }
      source.activate()
      return source
    }
    ended.wait()
    for source in sources { source.cancel() }
  }

  static func restore() {
    for number in [SIGTERM, SIGINT] { _ = signal(number, SIG_DFL) }
  }
}
