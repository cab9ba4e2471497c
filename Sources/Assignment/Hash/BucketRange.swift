/// A half-open range of hash values, `start..<end`.
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

/// The largest number of variants that have ranges. It limits the memory that an untrusted count can allocate.
package let maximumRangeCount = 10_000

/// The same weight for each variant; the sum is 1. Empty for a count below 1 or above ``maximumRangeCount``.
package func equalWeights(_ count: Int) -> [Double] {
  guard count > 0, count <= maximumRangeCount else { return [] }
  return Array(repeating: 1 / Double(count), count: count)
}

/// The range of each variant, as GrowthBook's SDKs compute it.
///
/// Coverage is clamped to 0...1. Weights that are missing, of the wrong number, or with a sum outside 0.99...1.01
/// are replaced by equal ones. A variant's start does not depend on the coverage: more coverage extends each range
/// at its end, so it moves no unit from one variant to another.
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

/// The index of the first range that contains the value; -1 when none does.
@inline(__always)
package func chooseVariation(_ value: Double, _ ranges: [BucketRange]) -> Int {
  for place in ranges.indices where ranges[place].contains(value) { return place }
  return -1
}

/// Relative weights (50 and 50, or 1 and 2) scaled to the sum 1.
///
/// Weights whose sum is already 1, except for rounding, stay unchanged, so that they give the same ranges as in
/// an SDK. If no weight is above 0, all are equal.
package func normalizedWeights(_ weights: [Double]) -> [Double] {
  let usable = weights.map { $0.isFinite && $0 > 0 ? $0 : 0 }
  guard let largest = usable.max(), largest > 0 else { return equalWeights(weights.count) }
  let total = usable.reduce(0, +)
  if abs(total - 1) < 1e-9 { return usable }
  if total.isFinite { return usable.map { $0 / total } }
  // The sum exceeds the range of a double, so divide first.
  let scaled = usable.map { $0 / largest }
  let scaledTotal = scaled.reduce(0, +)
  return scaled.map { $0 / scaledTotal }
}
