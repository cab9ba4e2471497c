package import SeededRandom

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The delay of a response, in milliseconds.
package enum MockDelay: Sendable, Equatable {
  case fixed(Int)
  /// Uniformly distributed, both ends included.
  case range(Int, Int)
  /// Log-normally distributed, like the latency of networks.
  case lognormal(median: Double, sigma: Double)

  /// The longest delay. It is bounded because the connection stays open meanwhile; clients time out earlier.
  package static let maximum = 120_000

  /// `800`, or `200..800`.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Self.number($0) }
    if parts.count == 1, let time = numbers.first {
      self = .fixed(time)
    } else if parts.count == 3, parts[1].isEmpty, numbers.count == 2, numbers[0] <= numbers[1] {
      self = .range(numbers[0], numbers[1])
    } else {
      return nil
    }
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
      number <= maximum
    else { return nil }
    return number
  }

  /// The syntax, for messages.
  static let rule = "milliseconds up to \(maximum), such as 800 or 200..800"

  /// A delay of this distribution.
  package func milliseconds(_ random: inout SplitMix64) -> Int {
    switch self {
    case .fixed(let time): time
    case .range(let from, let to): Int.random(in: from...max(from, to), using: &random)
    case .lognormal(let median, let sigma):
      Int(min(max(median * exp(sigma * Self.normal(&random)), 0), Double(Self.maximum)))
    }
  }

  /// A random number of the standard normal distribution (Box–Muller transform).
  private static func normal(_ random: inout SplitMix64) -> Double {
    let first = Double.random(in: Double.leastNonzeroMagnitude..<1, using: &random)
    let second = Double.random(in: 0..<1, using: &random)
    return (-2 * log(first)).squareRoot() * cos(2 * Double.pi * second)
  }
}
