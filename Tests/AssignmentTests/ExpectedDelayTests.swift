import Testing

@testable import Assignment

@Suite struct ExpectedDelayTests {
  private func seconds(
    alpha: Double = 0.01, units: Double = 1000, share: Double = 0.01, from old: Double = 0.001,
    to new: Double = 0.01
  ) -> Double? {
    ExpectedDelay(alpha: alpha, unitsPerSecond: units, newShare: share, oldRate: old, newRate: new).seconds
  }

  @Test func `the delay has the values of the formula`() {
    #expect(abs((seconds() ?? 0) / 49.034443678106776 - 1) < 1e-9)
    #expect(abs((seconds(share: 0.1) ?? 0) / 6.171952621464626 - 1) < 1e-9)
    #expect(abs((seconds(alpha: 0.01 / 9, units: 10) ?? 0) / 6515.201178450929 - 1) < 1e-9)
  }

  @Test func `without a rise, units or a valid parameter there is no estimate`() {
    #expect(seconds(to: 0.001) == nil && seconds(to: 0.0001) == nil && seconds(to: 1.5) == nil)
    #expect(seconds(from: 0) == nil && seconds(from: .nan) == nil && seconds(from: -1) == nil)
    #expect(seconds(share: 0) == nil && seconds(share: 1) == nil && seconds(share: .nan) == nil)
    #expect(seconds(alpha: 0) == nil && seconds(alpha: 1) == nil && seconds(units: 0) == nil)
    #expect(seconds(from: 1e-300, to: 1) != nil)
    #expect(seconds(units: .infinity) == nil)
  }
}
