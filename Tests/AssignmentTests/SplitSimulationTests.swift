import Foundation
import SeededRandom
import Testing

@testable import Assignment

/// Sound experiments with two equal variants, checked after every 100 units until they have 200,000 units.
/// SPLIT_EXPERIMENTS sets the number of experiments; by hand 4,000.
@Suite struct SplitSimulationTests {
  private static let experiments =
    ProcessInfo.processInfo.environment["SPLIT_EXPERIMENTS"].flatMap { Int($0) } ?? 200
  private static let looks = 2000

  /// The number of 100 units that a fair coin assigns to the first variant.
  private func hundredUnits(_ random: inout SplitMix64) -> Int {
    random.next().nonzeroBitCount + (random.next() >> 28).nonzeroBitCount
  }

  @Test func `at most 0.33 % of sound experiments ever show a mismatch`() {
    var alarms = 0
    var repeatedAlarms = 0
    for seed in 0..<Self.experiments {
      var random = SplitMix64(seed: UInt64(seed))
      var counts = [0, 0]
      var (isAlarm, isRepeatedAlarm) = (false, false)
      for _ in 0..<Self.looks {
        let first = hundredUnits(&random)
        counts[0] += first
        counts[1] += 100 - first
        isAlarm = isAlarm || SplitTest(counts: counts, shares: [0.5, 0.5]).isMismatch
        let difference = Double(counts[0] - counts[1])
        // The value of chi-squared with a p-value of 0.001.
        isRepeatedAlarm =
          isRepeatedAlarm || difference * difference / Double(counts[0] + counts[1]) > 10.827566170662733
      }
      alarms += isAlarm ? 1 : 0
      repeatedAlarms += isRepeatedAlarm ? 1 : 0
    }
    print(
      "of \(Self.experiments) sound experiments \(alarms) ever show a mismatch, "
        + "\(repeatedAlarms) with a chi-squared test at each look")
    #expect(Double(alarms) <= 0.0033 * Double(Self.experiments))
    // Otherwise the simulation has too few looks to find anything.
    #expect(Double(repeatedAlarms) >= 0.01 * Double(Self.experiments))
  }
}
