import Foundation

/// When a client repeats a request that the server answered with 503 or 429.
public struct RetryPolicy: Hashable, Sendable {
  /// The largest number of retries.
  public var maximumRetries: Int
  /// The upper bound of the delay before the first retry, in seconds. It doubles with each further retry.
  public var firstDelay: Double
  /// The upper bound of any delay, in seconds. A larger `Retry-After` ends the retries.
  public var maximumDelay: Double

  /// Creates a policy.
  /// - Parameters:
  ///   - maximumRetries: The largest number of retries; by default 3.
  ///   - firstDelay: The upper bound of the delay before the first retry, in seconds; by default 0.5.
  ///   - maximumDelay: The upper bound of any delay, in seconds; by default 30.
  public init(maximumRetries: Int = 3, firstDelay: Double = 0.5, maximumDelay: Double = 30) {
    self.maximumRetries = maximumRetries
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
  }

  /// Returns the delay before a retry, in seconds; nil for no retry.
  ///
  /// The delay is random between zero and its upper bound, so that clients which failed together do not retry
  /// together. With `Retry-After`, the delay is that value plus a random part: at most `firstDelay`, and at most one
  /// second.
  /// - Parameters:
  ///   - attempt: The number of retries so far.
  ///   - retryAfter: The server's `Retry-After`, in seconds.
  ///   - random: A random number from 0 to 1.
  func delay(attempt: Int, retryAfter: Double?, random: Double) -> Double? {
    guard attempt < maximumRetries else { return nil }
    if let retryAfter { return retryAfter <= maximumDelay ? retryAfter + random * min(1, firstDelay) : nil }
    return min(maximumDelay, firstDelay * pow(2, Double(min(attempt, 30)))) * random
  }

  /// Whether a request that got this status is repeated.
  static func isRetryable(_ status: Int) -> Bool { status == 503 || status == 429 }
}
