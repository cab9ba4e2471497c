import Testing

@testable import Assignment

@Suite struct SampleRatioCheckTests {
  @Test func `an even split is consistent`() {
    let check = SampleRatioCheck(counts: [5020, 4980], weights: [50, 50])
    #expect(check.expected == [5000, 5000])
    #expect(check.statistic == 0.16)
    #expect(check.degreesOfFreedom == 1)
    #expect(check.verdict == .consistent)
    #expect(abs((check.pValue ?? 0) - 0.6891565167793516) < 1e-12)
  }

  @Test func `a skewed split is a mismatch`() {
    let check = SampleRatioCheck(counts: [5300, 4700], weights: [1, 1])
    #expect(check.statistic == 36)
    #expect(check.verdict == .mismatch)
    #expect((check.pValue ?? 1) < 1e-8)
    #expect(abs((check.logEvidence ?? 0) - 15.174075237475336) < 1e-9)
  }

  @Test func `the verdict is that of the sequential test, not of the p-value`() {
    let check = SampleRatioCheck(counts: [300, 180], weights: [1, 1])
    #expect((check.pValue ?? 1) < 1e-7)
    #expect(check.verdict == .consistent)
    #expect(SampleRatioCheck(counts: [320, 160], weights: [1, 1]).verdict == .mismatch)
  }

  @Test func `the weights give the expected counts`() {
    #expect(SampleRatioCheck(counts: [1000, 9000], weights: [10, 90]).statistic == 0)
    #expect(SampleRatioCheck(counts: [5000, 5000], weights: [10, 90]).verdict == .mismatch)
  }

  @Test func `units in a variant of weight 0 are a mismatch`() {
    #expect(SampleRatioCheck(counts: [500, 0, 500], weights: [1, 0, 1]).degreesOfFreedom == 1)
    let check = SampleRatioCheck(counts: [500, 1, 500], weights: [1, 0, 1])
    #expect(check.verdict == .mismatch && check.pValue == 0)
    #expect(check.statistic == nil && check.logEvidence == nil)
  }

  @Test(
    arguments: [([], []), ([0, 0], [1, 1]), ([5], [1]), ([5, 0], [1, 0]), ([5, 5], [1])]
      as [([Int], [Double])])
  func `too little data is not tested`(counts: [Int], weights: [Double]) {
    let check = SampleRatioCheck(counts: counts, weights: weights)
    #expect(check.verdict == .notEnough && check.pValue == nil && check.logEvidence == nil)
  }
}
