/// What a server has counted since it began, over all loops.
package struct ServerMetrics: Sendable, Equatable {
  package var accepted: UInt64 = 0
  package var closed: UInt64 = 0
  /// Told to come back: more connections than allowed.
  package var refused: UInt64 = 0
  package var bytesRead: UInt64 = 0
  package var bytesWritten: UInt64 = 0
  /// Requests that could not be read.
  package var malformed: UInt64 = 0
  /// Connections closed because a time ran out.
  package var timedOut: UInt64 = 0
  /// Connections let go, and requests refused, because all of them together held too much.
  package var shed: UInt64 = 0
  /// Attempts to take a new connection that failed because the process or the machine had run out of something.
  package var acceptFailures: UInt64 = 0
  /// Answers by status.
  package var responses: [Int: UInt64] = [:]
  /// Answers by the time they took: entry n counts those of less than 2ⁿ microseconds that entry n − 1 does not; the
  /// last one holds all that took longer.
  package var latency = [UInt64](repeating: 0, count: LoopCounters.buckets)
  package var latencyMicroseconds: UInt64 = 0

  /// Connections open now.
  package var open: UInt64 { accepted >= closed ? accepted - closed : 0 }
}
