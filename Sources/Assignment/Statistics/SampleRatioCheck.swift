/// A test for a sample ratio mismatch: whether the units counted in each variant fit the weights, by Pearson's
/// chi-squared test. A mismatch means that units are assigned or counted wrongly, so that the experiment's
/// results cannot be trusted.
package struct SampleRatioCheck: Sendable, Equatable {
  package enum Verdict: String, Sendable {
    /// The counts fit the weights.
    case consistent
    /// The counts do not fit the weights: the p-value is below ``SampleRatioCheck/threshold``.
    case mismatch
    /// There is nothing to test: no units, or fewer than two variants with a weight above 0.
    case notEnough = "not-enough-data"
  }

  /// The p-value below which the result is a mismatch.
  package static let threshold = 0.001

  /// The expected number of units of each variant.
  package let expected: [Double]
  /// Chi-squared; nil when there is nothing to test, or a variant of weight 0 has units.
  package let statistic: Double?
  package let degreesOfFreedom: Int
  /// Nil when there is nothing to test.
  package let pValue: Double?
  package let verdict: Verdict

  /// - Parameters:
  ///   - counts: the units seen in each variant; a count below 0 counts as 0.
  ///   - weights: the variants' relative weights, as many as there are counts.
  package init(counts: [Int], weights: [Double]) {
    let observed = counts.map { Double(max(0, $0)) }
    let total = observed.reduce(0, +)
    let shares = normalizedWeights(weights)
    let expected = shares.map { $0 * total }
    self.expected = expected
    let pairs = Array(zip(observed, expected))
    let degrees = pairs.count { $0.1 > 0 } - 1
    degreesOfFreedom = max(0, degrees)

    if counts.count != weights.count {
      statistic = nil
      pValue = nil
      verdict = .notEnough
    } else if pairs.contains(where: { $0.1 == 0 && $0.0 > 0 }) {
      statistic = nil
      pValue = 0
      verdict = .mismatch
    } else if degrees < 1 {
      statistic = nil
      pValue = nil
      verdict = .notEnough
    } else {
      let sum = pairs.reduce(0.0) { sum, pair in
        pair.1 > 0 ? sum + (pair.0 - pair.1) * (pair.0 - pair.1) / pair.1 : sum
      }
      let p = chiSquaredPValue(statistic: sum, degreesOfFreedom: degrees)
      statistic = sum
      pValue = p
      verdict = p < Self.threshold ? .mismatch : .consistent
    }
  }
}
