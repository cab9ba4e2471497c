import Foundation

/// The signals that a thread holds back.
enum SignalMask {
  /// Does the work with no signal held back. A process that is started inherits the mask of the thread that
  /// starts it (posix_spawn(3)), and the threads of a Dispatch pool, where tasks run, hold back nearly all:
  /// the new process would never hear of SIGTERM.
  static func cleared<Value>(_ work: () throws -> Value) rethrows -> Value {
    var none = sigset_t()
    var before = sigset_t()
    // SAFETY: both sets live on this stack frame through all calls.
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try work()
  }
}
