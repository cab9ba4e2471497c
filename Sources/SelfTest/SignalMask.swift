import Foundation

/// The signal mask of a thread.
enum SignalMask {
  /// Runs `work` with all signals unblocked. A new process inherits the mask of the thread (posix_spawn(3)), and the
  /// threads of a Dispatch pool block nearly all signals, so the process would not receive SIGTERM.
  static func cleared<Value>(_ work: () throws -> Value) rethrows -> Value {
    var none = sigset_t()
    var before = sigset_t()
    // SAFETY: both sets are valid during all calls.
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try work()
  }
}
