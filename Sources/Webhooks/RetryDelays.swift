/// The delays between the attempts to deliver a message.
enum RetryDelays {
  /// The seconds after each failed attempt. The last attempt is about a day after the first.
  static let all: [Double] = [5, 60, 300, 1800, 7200, 18_000, 28_800, 28_800]
  /// The share by which each delay varies, so that the messages of an outage do not arrive all at once.
  private static let jitter = 0.1

  /// The delay after an attempt; nil after the last.
  /// - Parameter attempts: the number of attempts so far.
  static func delay(after attempts: Int) -> Double? {
    guard all.indices.contains(attempts - 1) else { return nil }
    return all[attempts - 1] * Double.random(in: 1 - jitter...1 + jitter)
  }
}
