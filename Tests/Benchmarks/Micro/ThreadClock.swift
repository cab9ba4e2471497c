#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The processor time of this thread: what others do on the machine is not in it.
enum ThreadClock {
  static var nanoseconds: UInt64 {
    var time = timespec()
    // SAFETY: the call fills in what it is given.
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
