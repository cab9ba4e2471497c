import Foundation
import Testing

@testable import Assignment

@Suite struct EventSharesTests {
  private func evidence(
    _ sides: [(Int, Int, Double)], of kind: EventKind = .bad, tolerating ratio: Double = 1.25
  ) -> Double {
    EventShares(sides.map { SideCounts(new: $0.0, old: $0.1, newShare: $0.2) })
      .logEvidence(of: kind, tolerating: ratio)
  }

  // The values are those of another program, with 50 digits.
  @Test func `the evidence has the values of the formula`() {
    #expect(abs(evidence([(9, 42, 0.01)]) - 14.324745301711538) < 1e-9)
    #expect(abs(evidence([(9, 42, 0.01)], tolerating: 1) - 16.20569637341148) < 1e-9)
    #expect(abs(evidence([(2, 400, 0.1), (30, 300, 0.5)], of: .good) - 123.69695291086144) < 1e-9)
  }

  @Test func `nothing counted is no evidence`() {
    for kind in [EventKind.bad, .good] {
      #expect(evidence([], of: kind) == 0)
      #expect(abs(evidence([(0, 0, 0.01)], of: kind)) < 1e-12)
    }
  }

  @Test func `only harm is evidence`() {
    #expect(evidence([(100, 100, 0.1)]) > 50)
    #expect(evidence([(100, 100, 0.1)], of: .good) < -10)
    #expect(evidence([(1, 500, 0.1)]) < -10)
    #expect(evidence([(1, 500, 0.1)], of: .good) > 10)
  }

  @Test(arguments: [EventKind.bad, .good], [1, 1.25, 1.5, 3, 99])
  func `the mean of the evidence is 1 at the tolerated ratio`(kind: EventKind, ratio: Double) {
    for share in [0.01, 0.1, 0.5, 0.99] {
      let odds = (kind == .bad ? ratio : 1 / ratio) * share
      let mean = expectedEvidence(units: 40, probability: odds / (1 - share + odds)) { new in
        evidence([(new, 40 - new, share)], of: kind, tolerating: ratio)
      }
      #expect(abs(mean - 1) < 1e-9, "\(share)")
    }
  }

  @Test func `alternatives are larger than the tolerated ratio`() {
    // 50 is dropped, so that 100 alone is left.
    let rise = EventShares([SideCounts(new: 3, old: 5, newShare: 0.1)]).logLikelihoodRise(
      from: log(50), to: log(100))
    #expect(abs(evidence([(3, 5, 0.1)], tolerating: 50) - rise) < 1e-12)
    #expect(evidence([(300, 5, 0.1)], tolerating: 100) == 0)
    #expect(evidence([(300, 5, 0.1)], tolerating: 0) == evidence([(300, 5, 0.1)], tolerating: 1))
  }

  @Test func `extreme counts give a number`() {
    for sides in extremeSides {
      for kind in [EventKind.bad, .good] {
        for ratio in [-1, 0, 1, 1.25, 1e300, .infinity] {
          let value = EventShares([sides, sides]).logEvidence(of: kind, tolerating: ratio)
          #expect(!value.isNaN, "\(sides) \(kind) \(ratio)")
        }
      }
      let interval = RatioInterval(of: EventShares([sides]), alpha: 0.05)
      #expect(interval.low >= 0 && interval.low <= interval.high ?? .infinity, "\(sides)")
    }
  }
}
