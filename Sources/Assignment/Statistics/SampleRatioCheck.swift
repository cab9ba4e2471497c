/// A check for a sample ratio mismatch: whether the units counted in each variant fit the weights. A mismatch means that
/// units are assigned or counted wrongly, so that the experiment's results cannot be trusted.
package struct SampleRatioCheck: Sendable, Equatable {
  package enum Verdict: String, Sendable {
    /// Chance explains the counts.
    case consistent
    /// The counts do not fit the weights, by ``SplitTest`` or because a variant of weight 0 has units.
    case mismatch
    /// There is nothing to test: no units, or fewer than two variants with a weight above 0.
    case notEnough = "not-enough-data"
  }

  /// The expected number of units of each variant.
  package let expected: [Double]
  /// Pearson's chi-squared; nil when there is nothing to test, or a variant of weight 0 has units.
  package let statistic: Double?
  package let degreesOfFreedom: Int
  /// The p-value of the statistic, for one look at a time that was fixed beforehand; nil when there is nothing to test.
  package let pValue: Double?
  /// The natural logarithm of the evidence of ``SplitTest``; nil when the statistic is.
  package let logEvidence: Double?
  /// The result of the sequential test, for any number of looks.
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
      logEvidence = nil
      verdict = .notEnough
    } else if pairs.contains(where: { $0.1 == 0 && $0.0 > 0 }) {
      statistic = nil
      pValue = 0
      logEvidence = nil
      verdict = .mismatch
    } else if degrees < 1 {
      statistic = nil
      pValue = nil
      logEvidence = nil
      verdict = .notEnough
    } else {
      let sum = pairs.reduce(0.0) { sum, pair in
        pair.1 > 0 ? sum + (pair.0 - pair.1) * (pair.0 - pair.1) / pair.1 : sum
      }
      let test = SplitTest(counts: counts, shares: shares)
      statistic = sum
      pValue = chiSquaredPValue(statistic: sum, degreesOfFreedom: degrees)
      logEvidence = test.logEvidence
      verdict = test.isMismatch ? .mismatch : .consistent
    }
  }
}
