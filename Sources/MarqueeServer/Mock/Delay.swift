import ScreenMock

extension Marquee {
  /// The delay of responses with screens, at most ``maximum``.
  public enum Delay: Sendable, Hashable, CustomStringConvertible {
    case fixed(Duration)
    /// Uniformly distributed, both ends included.
    case range(ClosedRange<Duration>)
    /// Log-normally distributed, like the latency of networks. A sigma of 0 is no spread, and 10 the largest.
    case lognormal(median: Duration, sigma: Double)

    /// The longest delay, two minutes: the connection stays open meanwhile, and clients time out earlier.
    public static let maximum = Duration.milliseconds(MockDelay.maximum)

    /// The largest spread of ``lognormal(median:sigma:)``.
    private static let maximumSigma = 10.0

    /// What a delay can be, for messages.
    static let rule =
      "write a delay from 0 to \(maximum.components.seconds) seconds, and a sigma from 0 to \(Int(maximumSigma))"

    /// The delay in words, such as `0.2 seconds to 0.8 seconds`.
    public var description: String {
      switch self {
      case .fixed(let time): "\(time)"
      case .range(let range): "\(range.lowerBound) to \(range.upperBound)"
      case .lognormal(let median, let sigma): "\(median) with a sigma of \(sigma)"
      }
    }

    /// Reads milliseconds (`800`) or a range of them (`200..800`); nil for another text.
    package init?(_ text: String) {
      switch MockDelay(text) {
      case .fixed(let time): self = .fixed(.milliseconds(time))
      case .range(let from, let to) where from <= to: self = .range(.milliseconds(from) ... .milliseconds(to))
      case .range, .lognormal, nil: return nil
      }
    }

    /// The delay for the mock; nil if a value is out of range.
    var checked: MockDelay? {
      switch self {
      case .fixed(let time): Self.milliseconds(time).map { .fixed($0) }
      case .range(let range):
        Self.milliseconds(range.lowerBound).flatMap { from in
          Self.milliseconds(range.upperBound).map { .range(from, $0) }
        }
      case .lognormal(let median, let sigma):
        Self.isPossible(median) && (0...Self.maximumSigma).contains(sigma)
          ? .lognormal(median: median / .milliseconds(1), sigma: sigma) : nil
      }
    }

    private static func isPossible(_ time: Duration) -> Bool { (.zero...maximum).contains(time) }

    /// Whole milliseconds; nil if they are out of range.
    private static func milliseconds(_ time: Duration) -> Int? {
      isPossible(time) ? Int((time / .milliseconds(1)).rounded()) : nil
    }
  }
}
