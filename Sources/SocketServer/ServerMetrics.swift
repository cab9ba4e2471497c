/// The counters of a server since its start, summed over all loops.
package struct ServerMetrics: Sendable, Equatable {
  package var accepted: UInt64 = 0
  package var closed: UInt64 = 0
  /// Connections over the limit, answered with a 503.
  package var refused: UInt64 = 0
  package var bytesRead: UInt64 = 0
  package var bytesWritten: UInt64 = 0
  /// Malformed requests, without those that timed out.
  package var malformed: UInt64 = 0
  /// Connections closed by a timeout.
  package var timedOut: UInt64 = 0
  /// Connections closed and requests refused because of the memory limit.
  package var shed: UInt64 = 0
  /// Failed attempts to accept a connection because a resource was exhausted.
  package var acceptFailures: UInt64 = 0
  /// Responses by status.
  package var responses: [Int: UInt64] = [:]
  /// A histogram of latencies: entry n counts responses of 2ⁿ⁻¹ to 2ⁿ − 1 microseconds; the last entry also counts all
  /// longer ones.
  package var latency = [UInt64](repeating: 0, count: LoopCounters.buckets)
  /// The sum of all latencies.
  package var latencyMicroseconds: UInt64 = 0

  /// The number of open connections.
  package var open: UInt64 { accepted >= closed ? accepted - closed : 0 }
}
