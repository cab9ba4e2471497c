#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import HTTPWire

/// The clock of an event loop: a monotonic time for timeouts, and the date for responses.
final class LoopClock {
  /// The monotonic time of the last `tick`, in nanoseconds.
  private(set) var now: UInt64 = LoopClock.monotonic()
  private(set) var date = HTTPDate.Text(second: 0)
  /// Nanoseconds by which this clock is ahead of the system's. Tests raise it to let time pass. They can't make
  /// connections older instead, because the system's clock starts at boot.
  var offset: UInt64 = 0

  func tick() { now = Self.monotonic() &+ offset }

  /// Formats the date again if the second has changed.
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
