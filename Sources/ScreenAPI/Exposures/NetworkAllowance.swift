import HTTPWire
import Synchronization

/// How much each network may send: some at once, and then so much a second.
final class NetworkAllowance: Sendable {
  /// The maximum number of networks to remember. With more, the one that has sent least is forgotten.
  private static let maximumNetworks = 10_000

  private struct Sent {
    /// What counts against the burst.
    var count: Double
    /// Seconds since 1970 UTC.
    var at: Double
  }

  let burst: Double
  let perSecond: Double
  private let sent = Mutex<[NumericAddress?: Sent]>([:])

  init(burst: Double, perSecond: Double) {
    self.burst = burst
    self.perSecond = perSecond
  }

  /// Counts what a network sends.
  /// - Returns: the seconds after which the network may send it; nil if it may now.
  func wait(_ network: NumericAddress?, for count: Int, now: Double) -> Int? {
    sent.withLock { sent in
      var known = sent[network] ?? Sent(count: 0, at: now)
      // A clock that was set back counts as no time: the count neither falls nor rises.
      known.count = max(0, known.count - max(0, now - known.at) * perSecond)
      known.at = now
      let total = known.count + Double(max(1, count))
      guard total <= burst else {
        sent[network] = known
        return Int(((total - burst) / perSecond).rounded(.up))
      }
      if sent[network] == nil, sent.count >= Self.maximumNetworks {
        sent = sent.filter { $0.value.count > max(0, now - $0.value.at) * perSecond }
      }
      if sent[network] == nil, sent.count >= Self.maximumNetworks,
        let least = sent.min(by: { $0.value.count < $1.value.count })
      {
        sent[least.key] = nil
      }
      known.count = total
      sent[network] = known
      return nil
    }
  }
}
