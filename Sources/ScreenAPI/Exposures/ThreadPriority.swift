#if os(Linux)
  import Glibc
#endif

/// The priority of threads for background work.
enum ThreadPriority {
  /// Lowers the priority of the calling thread permanently, in favour of threads that serve requests. The thread must
  /// belong to a `.utility` queue: these have their own pool of threads, and a process may not raise a priority again.
  ///
  /// A new thread inherits the priority of its creator, and Dispatch creates threads where work is enqueued. Therefore,
  /// work on a low-priority thread must not enqueue work on other queues, except by a timer.
  ///
  /// On Apple's systems, the quality of service of the queue has this effect, and the function does nothing.
  static func lower() {
    #if os(Linux)
      // On Linux a nice value belongs to a thread (setpriority(2), "C library/kernel differences").
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    #endif
  }
}
