#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import HTTPWire

/// The times that a loop needs: one that only goes forward, and the date for answers.
final class LoopClock {
  /// Nanoseconds; as of the last `tick`.
  private(set) var now: UInt64 = LoopClock.monotonic()
  private(set) var date = HTTPDate.Text(second: 0)

  func tick() { now = Self.monotonic() }

  /// The date is written anew when its second is over.
  func refreshDate() {
    let second = Int(time(nil))
    if second != date.second { date = HTTPDate.Text(second: second) }
  }

  private static func monotonic() -> UInt64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
