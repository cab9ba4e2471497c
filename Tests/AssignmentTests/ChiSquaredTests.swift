import Testing

@testable import Assignment

@Suite struct ChiSquaredTests {
  // Critical values from the usual tables, and the closed forms for 1, 2 and 3 degrees of freedom.
  @Test(arguments: [
    (3.841458820694124, 1, 0.05), (10.827566170662733, 1, 0.001), (5.991464547107979, 2, 0.05),
    (13.815510557964274, 2, 0.001), (7.814727903251179, 3, 0.05), (18.307038053275146, 10, 0.05),
    (124.34211340400407, 100, 0.05), (1, 1, 0.31731050786291115), (0.5, 3, 0.9188914116546758),
    (50, 3, 7.989179244951495e-11), (1000, 7, 1.2044267735190072e-211),
  ])
  func `the p-value is that of the published tables`(statistic: Double, degrees: Int, p: Double) {
    let value = chiSquaredPValue(statistic: statistic, degreesOfFreedom: degrees)
    #expect(abs(value - p) <= 1e-12 * p + 1e-300 || abs(value / p - 1) < 1e-10)
  }

  @Test func `the p-value of 0 is 1 and that of infinity is 0`() {
    #expect(chiSquaredPValue(statistic: 0, degreesOfFreedom: 3) == 1)
    #expect(chiSquaredPValue(statistic: -1, degreesOfFreedom: 3) == 1)
    #expect(chiSquaredPValue(statistic: 5, degreesOfFreedom: 0) == 1)
    #expect(chiSquaredPValue(statistic: .infinity, degreesOfFreedom: 3) == 0)
    #expect(chiSquaredPValue(statistic: 1e6, degreesOfFreedom: 1) == 0)
  }

  @Test func `the p-value falls as the statistic grows`() {
    for degrees in [1, 2, 5, 30, 99] {
      let values = (0...400).map { chiSquaredPValue(statistic: Double($0) / 2, degreesOfFreedom: degrees) }
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 >= $1 })
      #expect(values.allSatisfy { (0...1).contains($0) })
    }
  }

  @Test func `the series and the continued fraction meet`() {
    for a in [0.5, 1, 1.5, 7, 50] {
      let below = upperRegularizedGamma(a, a + 1 - 1e-9)
      let above = upperRegularizedGamma(a, a + 1 + 1e-9)
      #expect(abs(below - above) < 1e-8)
    }
  }
}
