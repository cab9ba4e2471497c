import Foundation
import Testing

@testable import Assignment

@Suite struct RatioIntervalTests {
  private func interval(_ sides: [(Int, Int, Double)], alpha: Double = 0.05) -> RatioInterval {
    RatioInterval(
      of: EventShares(sides.map { SideCounts(new: $0.0, old: $0.1, newShare: $0.2) }), alpha: alpha)
  }

  private func isClose(_ value: Double?, _ expected: Double) -> Bool {
    abs((value ?? .infinity) / expected - 1) < 1e-9
  }

  @Test func `the interval has the values of the formula`() {
    let tripled = interval([(30, 970, 0.01)])
    #expect(isClose(tripled.low, 1.4807215737930544) && isClose(tripled.high, 5.535193387297224))
    let steps = interval([(12, 300, 0.01), (80, 400, 0.1)], alpha: 0.01)
    #expect(isClose(steps.low, 1.2531255522074616) && isClose(steps.high, 2.9515820084370046))
    let large = interval([(100_000, 9_900_000, 0.01)])
    #expect(isClose(large.low, 0.9894735321536275) && isClose(large.high, 1.0106016105348168))
  }

  @Test func `events on one side alone bound the ratio on one side`() {
    let onlyOld = interval([(0, 36, 0.5)])
    #expect(onlyOld.low == 0 && isClose(onlyOld.high, 0.5228796162456817))
    let onlyNew = interval([(36, 0, 0.5)])
    #expect(isClose(onlyNew.low, 1.9124861037423486) && onlyNew.high == nil)
  }

  @Test func `nothing counted excludes nothing`() {
    for sides in [[], [(0, 0, 0.01)]] as [[(Int, Int, Double)]] {
      #expect(interval(sides).low == 0 && interval(sides).high == nil)
    }
  }

  @Test func `the sides' exchange is the reciprocal`() {
    let one = interval([(40, 160, 0.1)])
    let other = interval([(160, 40, 0.9)])
    #expect(isClose(other.low, 1 / (one.high ?? 0)) && isClose(other.high, 1 / one.low))
  }
}
