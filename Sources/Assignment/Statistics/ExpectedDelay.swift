#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An estimate of how long a rise of an event's frequency goes unnoticed.
package struct ExpectedDelay: Sendable, Equatable {
  /// The expected time from the start of the harm to the alarm, in seconds. Nil if there is no estimate: the frequency
  /// does not rise, the event never occurs on the old side, one side has no units, or a parameter is out of its range.
  package let seconds: Double?

  /// - Parameters:
  ///   - alpha: the α of the event's test, between 0 and 1. With several events, α times the weight of this one.
  ///   - unitsPerSecond: the new units of both sides together in a second.
  ///   - newShare: the share of units on the new side, between 0 and 1.
  ///   - oldRate: the share of units that have the event on the old side, above 0.
  ///   - newRate: the share of units that have the event on the new side, at most 1.
  package init(
    alpha: Double, unitsPerSecond: Double, newShare: Double, oldRate: Double, newRate: Double
  ) {
    guard alpha > 0, alpha < 1, unitsPerSecond > 0, newShare > 0, newShare < 1,
      oldRate > 0, newRate > oldRate, newRate <= 1
    else {
      seconds = nil
      return
    }
    let rise = (newRate - oldRate) / oldRate
    let newEvents = newShare * newRate
    let events = newEvents + (1 - newShare) * oldRate
    // The expected growth of the log-likelihood ratio for each unit.
    let growth = newEvents * log1p(rise) - events * log1p(rise * newShare)
    let delay =
      (log(1 / alpha) + log(Double(EventShares.alternatives.count))) / (unitsPerSecond * growth)
    seconds = delay.isFinite && delay > 0 ? delay : nil
  }
}
