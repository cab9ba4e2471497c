#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The processor time of this thread. Other load on the machine does not count.
enum ThreadClock {
  static var nanoseconds: UInt64 {
    var time = timespec()
    // SAFETY: the call only writes to its argument.
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
