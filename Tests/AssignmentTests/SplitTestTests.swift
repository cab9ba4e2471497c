import Foundation
import Testing

@testable import Assignment

@Suite struct SplitTestTests {
  /// The evidence by its definition: the product of the predicted shares of one unit after the other, divided by θ.
  private func product(_ counts: [Int], _ shares: [Double]) -> Double {
    var (seen, sum) = (counts.map { _ in 0.0 }, 0.0)
    for (place, count) in counts.enumerated() {
      for _ in 0..<count {
        sum += log((1000 * shares[place] + seen[place]) / (1000 + seen.reduce(0, +)) / shares[place])
        seen[place] += 1
      }
    }
    return sum
  }

  @Test(
    arguments: [
      ([300, 180], [0.5, 0.5]), ([320, 160], [0.5, 0.5]), ([260, 300, 440], [0.2, 0.3, 0.5]),
      ([0, 150], [0.5, 0.5]), ([5, 995], [0.01, 0.99]),
    ] as [([Int], [Double])])
  func `the evidence is that of predicting each unit`(counts: [Int], shares: [Double]) {
    let test = SplitTest(counts: counts, shares: shares)
    #expect(abs(test.logEvidence - product(counts, shares)) < 1e-9)
  }

  @Test func `the alarm begins at 1000`() {
    #expect(abs(SplitTest(counts: [300, 180], shares: [0.5, 0.5]).logEvidence - 4.677406605485885) < 1e-9)
    #expect(!SplitTest(counts: [300, 180], shares: [0.5, 0.5]).isMismatch)
    #expect(SplitTest(counts: [320, 160], shares: [0.5, 0.5]).isMismatch)
    #expect(SplitTest(counts: [10_400, 9600], shares: [0.5, 0.5]).isMismatch)
  }

  @Test(arguments: [0.01, 0.1, 0.5, 0.99]) func `the mean of the evidence is 1`(share: Double) {
    let mean = expectedEvidence(units: 60, probability: share) { new in
      SplitTest(counts: [new, 60 - new], shares: [share, 1 - share]).logEvidence
    }
    #expect(abs(mean - 1) < 1e-9)
  }

  @Test func `a variant with a share of 0 is left out, and may have no units`() {
    let two = SplitTest(counts: [320, 160], shares: [0.5, 0.5])
    #expect(SplitTest(counts: [320, 0, 160], shares: [0.5, 0, 0.5]) == two)
    #expect(SplitTest(counts: [320, 1, 160], shares: [0.5, 0, 0.5]).logEvidence == .infinity)
  }

  @Test func `nothing counted is no evidence`() {
    #expect(SplitTest(counts: [], shares: []).logEvidence == 0)
    #expect(SplitTest(counts: [0, 0], shares: [0.5, 0.5]).logEvidence == 0)
    #expect(SplitTest(counts: [-5, 0], shares: [0.5, 0.5]).logEvidence == 0)
  }

  @Test func `settled units are compared in both directions, step by step`() {
    let steps = [(20, 180, 0.1), (3, 197, 0.1)].map { SideCounts(new: $0.0, old: $0.1, newShare: $0.2) }
    let sum = steps.map { Settled([$0]).logEvidence }.reduce(0, +)
    #expect(Settled(steps).logEvidence == sum)
    #expect(Settled([]).logEvidence == 0)
    for new in [30, 180] {
      #expect(Settled([SideCounts(new: new, old: 900, newShare: 0.1)]).logEvidence > 10, "\(new)")
    }
  }

  @Test func `extreme counts give a number`() {
    for sides in extremeSides {
      #expect(!Settled([sides]).logEvidence.isNaN, "\(sides)")
    }
    for share in [-1, 0, 1e-300, 1, 2, .nan, .infinity] {
      #expect(!SplitTest(counts: [3, .max], shares: [share, 1]).logEvidence.isNaN, "\(share)")
    }
  }
}
