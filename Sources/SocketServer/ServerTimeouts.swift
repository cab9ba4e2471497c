/// How long things may take.
package struct ServerTimeouts: Sendable, Equatable {
  /// From the first byte of a request to the end of its head; 408. A head is one packet, or two: ten seconds are
  /// enough for a lost packet to be sent again three times.
  package var head = Duration.seconds(10)
  /// What a body is given before its rate is looked at, as long as a head; 408.
  package var bodyGrace = Duration.seconds(10)
  /// Bytes per second that a body must bring on average after that; a bad mobile connection brings 2,000.
  package var bodyRate = 500
  /// Between requests; the connection is closed without a word. Longer than the 60 s of common load balancers, so
  /// that it is they who close.
  package var idle = Duration.seconds(75)
  /// Without a byte being taken by a client that has an answer waiting; the connection is cut off. Longer than the
  /// silences of a phone that changes cells.
  package var write = Duration.seconds(30)
  /// Bytes per second that such a client must take on average after that time; the connection is cut off. The same
  /// as `bodyRate`.
  package var writeRate = 500
  /// After the last answer, until the client closes its side: without a byte from it this long, and with it four times
  /// as long. What it sends meanwhile is dropped, since closing would destroy the answer on its way.
  package var linger = Duration.seconds(5)
  /// When draining: for how long an idle connection may still send a request that was on its way. Longer than most
  /// round trips, and short beside the time that orchestrators give to an end.
  package var drainIdle = Duration.milliseconds(500)
  /// How often the times are looked at: none is kept more exactly than that. A look at 10,000 connections costs less
  /// than a thousandth of a second's work.
  package var tick = Duration.seconds(1)

  package init() {}
}

extension Duration {
  /// Whole nanoseconds, brought within 0…`Int64.max`.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < 9_000_000_000 else { return UInt64(Int64.max) }
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }
}
