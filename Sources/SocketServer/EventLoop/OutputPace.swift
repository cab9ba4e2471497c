/// Measures how fast a client receives the pending output, by the bytes that its TCP stack has acknowledged. Bytes in
/// the kernel's send buffer don't count: the client has not received them, and that buffer frees space only in large
/// steps.
struct OutputPace: Equatable {
  /// The time when output began to wait, in nanoseconds of the loop's clock.
  var startedAt: UInt64 = 0
  /// The last time when the acknowledged count increased.
  var lastProgress: UInt64 = 0
  /// The acknowledged count at the first measurement; nil before it.
  private var firstCount: UInt64?
  private var lastCount: UInt64 = 0

  mutating func begin(now: UInt64) { self = OutputPace(startedAt: now, lastProgress: now) }

  init() {}

  private init(startedAt: UInt64, lastProgress: UInt64) {
    self.startedAt = startedAt
    self.lastProgress = lastProgress
  }

  /// Takes a measurement. Returns whether the client received nothing for `timeout`, or after that time received less
  /// than `rate` on average.
  /// - Parameters:
  ///   - acknowledged: the bytes acknowledged since the start of the connection.
  ///   - now: nanoseconds of the loop's clock.
  ///   - timeout: nanoseconds.
  ///   - rate: bytes per second.
  mutating func isTooSlow(acknowledged: UInt64, now: UInt64, timeout: UInt64, rate: Int) -> Bool {
    if firstCount == nil {
      firstCount = acknowledged
      lastCount = acknowledged
    } else if acknowledged > lastCount {
      lastProgress = now
      lastCount = acknowledged
    }
    if now >= lastProgress, now - lastProgress >= timeout { return true }
    guard let firstCount, now >= startedAt, now - startedAt > timeout else { return false }
    let milliseconds = (now - startedAt - timeout) / 1_000_000
    let (required, overflow) = milliseconds.multipliedReportingOverflow(by: UInt64(max(rate, 0)))
    return overflow || lastCount - firstCount < required / 1000
  }
}
