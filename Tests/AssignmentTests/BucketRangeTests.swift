import Testing

@testable import Assignment

@Suite struct BucketRangeTests {
  @Test func `ranges are contiguous`() {
    #expect(bucketRanges(count: 2) == [BucketRange(0, 0.5), BucketRange(0.5, 1)])
    #expect(
      bucketRanges(count: 3, weights: [0.25, 0.25, 0.5])
        == [BucketRange(0, 0.25), BucketRange(0.25, 0.5), BucketRange(0.5, 1)])
  }

  @Test func `coverage shortens each range at its end`() {
    #expect(bucketRanges(count: 2, coverage: 0.5) == [BucketRange(0, 0.25), BucketRange(0.5, 0.75)])
    #expect(bucketRanges(count: 2, coverage: 0) == [BucketRange(0, 0), BucketRange(0.5, 0.5)])
  }

  @Test(arguments: [(-3.0, 0.0), (-0.001, 0), (1.001, 1), (9, 1)]) func `coverage is clamped to 0 and 1`(
    given: Double, used: Double
  ) {
    #expect(bucketRanges(count: 3, coverage: given) == bucketRanges(count: 3, coverage: used))
  }

  @Test(arguments: [[0.5], [0.2, 0.2, 0.6], [0.5, 0.48], [0.5, 0.52], [], [0, 0], [-0.5, 0.5]])
  func `equal weights replace weights whose sum is not 1`(weights: [Double]) {
    #expect(bucketRanges(count: 2, weights: weights) == bucketRanges(count: 2))
  }

  @Test(arguments: [[0.5, 0.495], [0.5, 0.505]]) func `weights with a sum near 1 stay unchanged`(
    weights: [Double]
  ) {
    #expect(
      bucketRanges(count: 2, weights: weights) == [BucketRange(0, 0.5), BucketRange(0.5, 0.5 + weights[1])])
  }

  @Test(arguments: [0, -1, Int.min, maximumRangeCount + 1, Int.max])
  func `no variants and too many variants have no ranges`(
    count: Int
  ) {
    #expect(equalWeights(count).isEmpty)
    #expect(bucketRanges(count: count).isEmpty)
  }

  @Test func `the sum of equal weights is 1`() {
    #expect(equalWeights(1) == [1])
    #expect(equalWeights(4) == [0.25, 0.25, 0.25, 0.25])
    #expect(equalWeights(maximumRangeCount).count == maximumRangeCount)
  }

  @Test func `a range contains its start and not its end`() {
    let ranges = bucketRanges(count: 2, coverage: 0.5)
    #expect(chooseVariation(0, ranges) == 0)
    #expect(chooseVariation(0.2499, ranges) == 0)
    #expect(chooseVariation(0.25, ranges) == -1)
    #expect(chooseVariation(0.5, ranges) == 1)
    #expect(chooseVariation(0.75, ranges) == -1)
    #expect(chooseVariation(1, ranges) == -1)
    #expect(chooseVariation(-0.1, ranges) == -1)
    #expect(chooseVariation(.nan, ranges) == -1)
    #expect(chooseVariation(0.5, []) == -1)
  }

  @Test func `an empty range contains nothing, and the first range that contains the value wins`() {
    #expect(chooseVariation(0.5, [BucketRange(0.5, 0.5), BucketRange(0.4, 0.6), BucketRange(0.5, 1)]) == 1)
  }

  @Test(arguments: 2...12) func `full coverage leaves no gap`(count: Int) {
    let ranges = bucketRanges(count: count, weights: normalizedWeights((1...count).map(Double.init)))
    for bucket in 0..<10_000 { #expect(chooseVariation(Double(bucket) / 10_000, ranges) >= 0) }
  }

  @Test func `more coverage moves no unit to another variant`() {
    let weights = normalizedWeights([3, 1, 2, 5])
    var before = bucketRanges(count: 4, coverage: 0, weights: weights)
    for step in 1...20 {
      let after = bucketRanges(count: 4, coverage: Double(step) / 20, weights: weights)
      for bucket in 0..<10_000 {
        let value = Double(bucket) / 10_000
        let old = chooseVariation(value, before)
        #expect(old == -1 || old == chooseVariation(value, after))
      }
      before = after
    }
  }
}

@Suite struct NormalizedWeightTests {
  @Test func `relative weights are scaled to the sum 1`() {
    #expect(normalizedWeights([50, 50]) == [0.5, 0.5])
    #expect(normalizedWeights([10, 90]) == [0.1, 0.9])
    #expect(normalizedWeights([1, 1, 1]) == equalWeights(3))
    #expect(normalizedWeights([0.4, 0.1]) == [0.8, 0.2])
    #expect(normalizedWeights([0, 5]) == [0, 1])
  }

  @Test func `weights with the sum 1 stay unchanged`() {
    let tenths = Array(repeating: 0.1, count: 10)
    #expect(tenths.reduce(0, +) != 1)
    #expect(normalizedWeights(tenths) == tenths)
  }

  @Test func `weights without a positive number become equal`() {
    #expect(normalizedWeights([0, 0]) == [0.5, 0.5])
    #expect(normalizedWeights([-1, .nan, .infinity]) == equalWeights(3))
    #expect(normalizedWeights([]).isEmpty)
  }

  @Test func `huge weights do not overflow`() {
    let most = Double.greatestFiniteMagnitude
    #expect(normalizedWeights([most, most]) == [0.5, 0.5])
    #expect(normalizedWeights([most, most, 1]) == [0.5, 0.5, 1 / most / 2])
  }
}
