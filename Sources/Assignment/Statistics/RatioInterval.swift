#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The ratios of an event's frequency, new to old, that its counts do not exclude.
///
/// A confidence sequence: with probability 1 − α the interval contains the true ratio at every look (Howard, Ramdas,
/// McAuliffe, Sekhon, arXiv 1810.08240). It is { ρ : l(ρ) > ln Σ v · exp l(λ) − ln(1/α) }, where l is the
/// log-likelihood and the weights v of the ratios λ are normal in ln λ, with a standard deviation of 0.5.
package struct RatioInterval: Sendable, Equatable {
  /// The lower end; 0 if there is none above e⁻¹⁰.
  package let low: Double
  /// The upper end; nil if there is none below e¹⁰.
  package let high: Double?

  /// The logarithms of the ratios λ: 101 points from −5 to 5.
  private static let grid = (-50...50).map { Double($0) / 10 }
  /// ln v for each point; the weights v sum to 1.
  private static let logWeights: [Double] = {
    let densities = grid.map { -$0 * $0 / (2 * 0.5 * 0.5) }
    let total = logSumExp(densities)
    return densities.map { $0 - total }
  }()
  /// The farthest logarithm of a ratio that is an end.
  private static let farthest = 10.0

  /// - Parameter alpha: the probability of an interval that misses the true ratio at any look, between 0 and 1: 0.05 for
  ///   a 95 % interval.
  package init(of shares: EventShares, alpha: Double) {
    // The likeliest point of the grid is inside, because the weighted mean of all points is at most its likelihood.
    let likelihoods = Self.grid.map { shares.logLikelihoodRise(from: 0, to: $0) }
    let inside = zip(Self.grid, likelihoods).max { $0.1 < $1.1 }?.0 ?? 0
    // Relative to that point, so that the likelihoods of large counts keep their digits.
    let mean = logSumExp(
      zip(Self.grid, Self.logWeights).map { shares.logLikelihoodRise(from: inside, to: $0) + $1 })
    let limit = mean + log(alpha)

    /// The boundary between `inside` and a point; nil if that point is inside too. The log-likelihood is concave.
    func end(towards farthest: Double) -> Double? {
      func isInside(_ point: Double) -> Bool {
        shares.logLikelihoodRise(from: inside, to: point) > limit
      }
      guard !isInside(farthest) else { return nil }
      var (inner, outer) = (inside, farthest)
      // The width is then at most 15 / 2⁶⁴, far below the digits of a ratio.
      for _ in 0..<64 {
        let middle = (inner + outer) / 2
        if isInside(middle) { inner = middle } else { outer = middle }
      }
      return exp(inner)
    }
    low = end(towards: -Self.farthest) ?? 0
    high = end(towards: Self.farthest)
  }
}
