import Foundation
import Testing

@testable import Assignment

@Suite struct MixtureTests {
  @Test func `the evidence is the weighted mean`() {
    let mixture = Mixture([(0.5, log(4)), (0.25, log(100)), (0.25, log(0.01))])
    #expect(abs(mixture.logEvidence - log(27.0025)) < 1e-12)
    #expect(mixture.parts.count == 3 && abs(mixture.parts[1] - log(25)) < 1e-12)
    #expect(mixture.cause == 1)
  }

  @Test func `evidence beyond the range of a double is added`() {
    #expect(abs(Mixture([(0.5, 5000), (0.5, 5000)]).logEvidence - 5000) < 1e-9)
    #expect(abs(Mixture([(0.5, -5000), (0.5, -5000)]).logEvidence + 5000) < 1e-9)
    #expect(Mixture([(0.5, .infinity), (0.5, 1)]).logEvidence == .infinity)
    #expect(Mixture([(0, .infinity), (1, 2)]).logEvidence == 2)
  }

  @Test func `the first test names the cause in a tie`() {
    #expect(Mixture([(0.2, 1), (0.4, 7), (0.4, 7)]).cause == 1)
  }

  @Test func `no test is no alarm`() {
    #expect(Mixture([]).logEvidence == -.infinity && Mixture([]).cause == nil)
    #expect(Mixture([(0, 3)]).logEvidence == -.infinity)
  }

  @Test func `slow draws are the mean over the thresholds`() {
    let slow = SlowDraws.thresholds.indices.map {
      EventShares([SideCounts(new: $0 == 3 ? 20 : 1, old: 100, newShare: 0.01)])
    }
    let values = slow.map { exp($0.logEvidence(of: .bad, tolerating: 1.25)) }
    let draws = SlowDraws(slow, tolerating: 1.25)
    #expect(abs(draws.logEvidence - log(values.reduce(0, +) / 6)) < 1e-12)
    #expect(draws.worstThreshold == 1)
    // A missing threshold has an evidence of 1.
    let one = SlowDraws([slow[3]], tolerating: 1.25)
    #expect(abs(one.logEvidence - log((values[3] + 5) / 6)) < 1e-12)
    #expect(one.worstThreshold == 0.1)
  }
}
