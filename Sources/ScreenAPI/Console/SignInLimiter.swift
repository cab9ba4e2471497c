import HTTPWire
import Synchronization

/// Limits failed sign-ins for each client network, against guessing tokens.
final class SignInLimiter: Sendable {
  private struct Failures {
    var count: Int
    /// Seconds since 1970 UTC.
    let since: Double
  }

  static let maximumFailures = 10
  /// The time over which failures count, in seconds.
  static let period = 15.0 * 60
  /// The maximum number of addresses to remember. With more, the oldest is forgotten.
  static let maximumAddresses = 10_000

  private let failures = Mutex<[NumericAddress?: Failures]>([:])

  /// The seconds until an address may try again; nil if it may now.
  func wait(_ address: NumericAddress?, now: Double) -> Int? {
    failures.withLock { failures in
      guard let known = failures[address], known.count >= Self.maximumFailures else { return nil }
      let left = known.since + Self.period - now
      guard left > 0, left <= Self.period else { return nil }
      return Int(left.rounded(.up))
    }
  }

  /// Records a failure.
  func fail(_ address: NumericAddress?, now: Double) {
    failures.withLock { failures in
      if let known = failures[address], (0..<Self.period).contains(now - known.since) {
        failures[address]?.count += 1
        return
      }
      if failures.count >= Self.maximumAddresses {
        failures = failures.filter { (0..<Self.period).contains(now - $0.value.since) }
        if failures.count >= Self.maximumAddresses,
          let oldest = failures.min(by: { $0.value.since < $1.value.since })
        {
          failures[oldest.key] = nil
        }
      }
      failures[address] = Failures(count: 1, since: now)
    }
  }

  /// Forgets the failures of an address.
  func succeed(_ address: NumericAddress?) { failures.withLock { $0[address] = nil } }
}
