/// Whether the units that were counted in each variant are split as the weights say, by Pearson's chi-squared
/// test. A split that chance hardly explains says that something is wrong with how units are assigned or
/// counted, and that the experiment's results are not to be trusted.
package struct SampleRatioCheck: Sendable, Equatable {
  package enum Verdict: String, Sendable {
    /// Chance explains the split.
    case consistent
    /// Chance hardly explains it: the p-value is below ``SampleRatioCheck/threshold``.
    case mismatch
    /// There is nothing to test: no units, or fewer than two variants that should have some.
    case notEnough = "not-enough-data"
  }

  /// The p-value below which a split is called a mismatch.
  package static let threshold = 0.001

  /// The units that each variant should have had.
  package let expected: [Double]
  /// Chi-squared; nil when there is nothing to test, or a variant of weight 0 has units.
  package let statistic: Double?
  package let degreesOfFreedom: Int
  /// Nil when there is nothing to test.
  package let pValue: Double?
  package let verdict: Verdict

  /// - Parameters:
  ///   - counts: the units seen in each variant. Counts below 0 are taken as 0.
  ///   - weights: the variants' weights, relative to each other; as many as counts.
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
