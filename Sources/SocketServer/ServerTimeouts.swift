/// The timeouts of a connection.
package struct ServerTimeouts: Sendable, Equatable {
  /// From the first byte of a request to the end of its head. Beyond it: 408. A head fits one or two packets; TCP
  /// sends a lost packet again three times within ten seconds.
  package var head = Duration.seconds(10)
  /// The time before `bodyRate` applies to a body. As long as `head`.
  package var bodyGrace = Duration.seconds(10)
  /// The minimum average rate of a body after `bodyGrace`, in bytes per second. Below it: 408. Even a bad mobile
  /// connection reaches 2,000.
  package var bodyRate = 500
  /// Between requests. Beyond it the connection closes without a response. Longer than the 60 s of common load
  /// balancers, so that they close first.
  package var idle = Duration.seconds(75)
  /// The time in which a client must acknowledge at least one byte of a pending response. Beyond it the connection is
  /// reset. Longer than the handover of a phone between cells.
  package var write = Duration.seconds(30)
  /// The minimum average rate at which a client receives pending output after `write`, in bytes per second. Below it
  /// the connection is reset. The same as `bodyRate`.
  package var writeRate = 500
  /// How long to wait, after the last response, for the client to close. Each byte from the client is dropped and
  /// restarts the time, up to four times this time in total. Closing earlier could destroy the response in transit.
  package var linger = Duration.seconds(5)
  /// How long an idle connection may still send a request while the server drains. Longer than most round trips, and
  /// short compared with the termination grace period of orchestrators.
  package var drainIdle = Duration.milliseconds(500)
  /// The interval of the timeout checks, and so their precision. Checking 10,000 connections takes less than a
  /// millisecond.
  package var tick = Duration.seconds(1)

  package init() {}
}

extension Duration {
  /// Whole nanoseconds, clamped to 0…`Int64.max`.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < 9_000_000_000 else { return UInt64(Int64.max) }
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }
}
