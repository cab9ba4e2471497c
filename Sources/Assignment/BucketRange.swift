/// A half-open range of hash values: a unit is in it from `start` up to, not including, `end`.
package struct BucketRange: Sendable, Equatable {
  package var start: Double
  package var end: Double

  package init(_ start: Double, _ end: Double) {
    self.start = start
    self.end = end
  }

  @inline(__always)
  package func contains(_ value: Double) -> Bool { value >= start && value < end }
}

/// More variants than this have no ranges; no experiment comes near, and a number from outside asks for no
/// more memory than this.
package let maximumRangeCount = 10_000

/// The same weight for each of so many variants, adding up to 1. None for a count below 1 or above
/// ``maximumRangeCount``.
package func equalWeights(_ count: Int) -> [Double] {
  guard count > 0, count <= maximumRangeCount else { return [] }
  return Array(repeating: 1 / Double(count), count: count)
}

/// The range of each variant, as GrowthBook's SDKs compute it: coverage is brought into 0…1, and weights that
/// are missing, of the wrong number, or that do not add up to about 1 (0.99…1.01) give way to equal ones.
///
/// A variant begins where the weights before it end, whatever the coverage: raising the coverage widens each
/// range at its end, and so moves no unit from one variant to another.
package func bucketRanges(count: Int, coverage: Double = 1, weights: [Double]? = nil) -> [BucketRange] {
  let coverage = coverage < 0 ? 0 : coverage > 1 ? 1 : coverage
  var shares = weights ?? equalWeights(count)
  if shares.count != count { shares = equalWeights(count) }
  let total = shares.reduce(0, +)
  if total < 0.99 || total > 1.01 { shares = equalWeights(count) }

  var cumulative = 0.0
  return shares.map { share in
    let start = cumulative
    cumulative += share
    return BucketRange(start, start + coverage * share)
  }
}

/// The first of the ranges that holds the value, or -1 when none does.
@inline(__always)
package func chooseVariation(_ value: Double, _ ranges: [BucketRange]) -> Int {
  for place in ranges.indices where ranges[place].contains(value) { return place }
  return -1
}

/// Relative weights (50 and 50, or 1 and 2) brought to the sum 1. Weights that add up to 1 already, but for
/// rounding, are left as they are, so that they give the same ranges as in an SDK. Weights of which none is
/// above zero say nothing, and are taken as equal.
package func normalizedWeights(_ weights: [Double]) -> [Double] {
  let usable = weights.map { $0.isFinite && $0 > 0 ? $0 : 0 }
  guard let largest = usable.max(), largest > 0 else { return equalWeights(weights.count) }
  let total = usable.reduce(0, +)
  if abs(total - 1) < 1e-9 { return usable }
  if total.isFinite { return usable.map { $0 / total } }
  // The sum is beyond the range of a double: divide first.
  let scaled = usable.map { $0 / largest }
  let scaledTotal = scaled.reduce(0, +)
  return scaled.map { $0 / scaledTotal }
}
