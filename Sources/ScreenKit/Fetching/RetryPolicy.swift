import Foundation

/// How often and when a request is made again that the server had no time for (503, and 429).
public struct RetryPolicy: Hashable, Sendable {
  /// Tries after the first one.
  public var maximumRetries: Int
  /// Seconds before the first retry, at most; twice as many before each further one.
  public var firstDelay: Double
  /// Seconds that nobody waits longer than; a server that asks for more is not asked again.
  public var maximumDelay: Double

  /// A policy; the defaults wait up to 0.5, 1 and 2 seconds.
  public init(maximumRetries: Int = 3, firstDelay: Double = 0.5, maximumDelay: Double = 30) {
    self.maximumRetries = maximumRetries
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
  }

  /// The seconds to wait before a retry; nil when there is to be none.
  ///
  /// Anywhere from nothing to the whole of the delay, so that those who failed together do not come back together. What
  /// the server asks for is the least; up to a second more is added to it.
  /// - Parameters:
  ///   - attempt: 0 for the first retry.
  ///   - retryAfter: what the server asked for, in seconds.
  ///   - random: from 0 to 1.
  func delay(attempt: Int, retryAfter: Double?, random: Double) -> Double? {
    guard attempt < maximumRetries else { return nil }
    if let retryAfter { return retryAfter <= maximumDelay ? retryAfter + random * min(1, firstDelay) : nil }
    return min(maximumDelay, firstDelay * pow(2, Double(min(attempt, 30)))) * random
  }

  static func isBusy(_ status: Int) -> Bool { status == 503 || status == 429 }
}
