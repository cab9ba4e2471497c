/// How fast a client takes what waits for it, judged by what its side has acknowledged: what lies in the kernel's
/// buffer has not been taken by anyone, and that buffer has room again only now and then.
struct OutputPace: Equatable {
  /// When output began to wait, in nanoseconds of the loop's clock.
  var since: UInt64 = 0
  /// The last time that more had been acknowledged than before.
  var tookAt: UInt64 = 0
  /// Bytes acknowledged since the connection began; nil before the first look.
  private var first: UInt64?
  private var last: UInt64 = 0

  mutating func begin(now: UInt64) { self = OutputPace(since: now, tookAt: now) }

  init() {}

  private init(since: UInt64, tookAt: UInt64) {
    self.since = since
    self.tookAt = tookAt
  }

  /// A look at how far the client has come. `acknowledged`: bytes since the connection began. Whether the client is
  /// too slow: it took nothing for `patience` nanoseconds, or after that long on average less than `rate` bytes a
  /// second.
  mutating func isTooSlow(acknowledged: UInt64, now: UInt64, patience: UInt64, rate: Int) -> Bool {
    if first == nil {
      first = acknowledged
      last = acknowledged
    } else if acknowledged > last {
      tookAt = now
      last = acknowledged
    }
    if now >= tookAt, now - tookAt >= patience { return true }
    guard let first, now >= since, now - since > patience else { return false }
    let milliseconds = (now - since - patience) / 1_000_000
    let (wanted, overflow) = milliseconds.multipliedReportingOverflow(by: UInt64(max(rate, 0)))
    return overflow || last - first < wanted / 1000
  }
}
