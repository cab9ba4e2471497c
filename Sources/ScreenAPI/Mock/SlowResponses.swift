import HTTPWire
import Synchronization

/// The responses that clients without a token have asked the mock to delay, or to send slowly. Each of them occupies a
/// connection, so their number is bounded, for all clients together and for each network.
final class SlowResponses: Sendable {
  /// A tenth of all connections.
  static let maximumCount = 2000
  static let maximumForNetwork = 500
  /// A delayed request keeps its body in memory. It counts as one, and as one more for every 16,384 bytes of the body.
  static let bodyBytes = 16_384

  private struct Counts {
    var all = 0
    var networks: [NumericAddress?: Int] = [:]
  }

  private let counts = Mutex(Counts())

  /// The place of one response. It becomes free with the last reference to it.
  final class Slot: Sendable {
    private let responses: SlowResponses
    private let network: NumericAddress?
    private let weight: Int

    fileprivate init(_ responses: SlowResponses, _ network: NumericAddress?, _ weight: Int) {
      self.responses = responses
      self.network = network
      self.weight = weight
    }

    deinit { responses.add(-weight, for: network) }
  }

  /// - Parameters:
  ///   - network: the network of the client; nil if it is not known.
  ///   - bytes: the size of the request's body.
  /// - Returns: nil if all places are taken.
  func take(for network: NumericAddress?, bodyBytes bytes: Int) -> Slot? {
    let weight = 1 + bytes / Self.bodyBytes
    return add(weight, for: network) ? Slot(self, network, weight) : nil
  }

  /// Adds to the counts, if they stay within the limits.
  @discardableResult
  private func add(_ weight: Int, for network: NumericAddress?) -> Bool {
    counts.withLock { counts in
      let (all, ofNetwork) = (counts.all + weight, counts.networks[network, default: 0] + weight)
      guard weight < 0 || all <= Self.maximumCount && ofNetwork <= Self.maximumForNetwork else {
        return false
      }
      counts.all = all
      counts.networks[network] = ofNetwork > 0 ? ofNetwork : nil
      return true
    }
  }
}

/// Work that runs at most once: at the first call of `run()`.
final class PendingWork: Sendable {
  private let work: Mutex<(@Sendable () -> Void)?>

  init(_ work: @escaping @Sendable () -> Void) { self.work = Mutex(work) }

  func run() {
    let work = work.withLock { work in
      defer { work = nil }
      return work
    }
    work?()
  }
}

extension Problem {
  static var tooManyDelays: Problem {
    var problem = Problem(
      .tooManyDelays,
      "\(SlowResponses.maximumForNetwork) delayed or slow responses to this address, or "
        + "\(SlowResponses.maximumCount) in all, have not ended; try again later, or send a token")
    problem.fields = [HTTPField("Retry-After", "1")]
    return problem
  }
}
