#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A sequential test for a sample ratio mismatch: whether the units counted in each variant fit the shares that the
/// variants should have. It may be looked at any time, as often as one likes.
///
/// The evidence compares the shares with a Dirichlet distribution around them (Lindon and Malek, arXiv 2011.03567):
/// ln E = ln B(kθ + c) − ln B(kθ) − Σ c ln θ, where θ are the shares, c the counts and B the multivariate beta function.
/// If the shares are right, the probability that E ever reaches 1/α is at most α.
package struct SplitTest: Sendable, Equatable {
  /// The largest probability of a false alarm, over all looks.
  package static let alpha = 0.001
  /// The concentration k of the Dirichlet distribution. A larger one finds smaller deviations, but needs more units.
  private static let concentration = 1000.0

  /// The natural logarithm of the evidence for a mismatch. 0 if nothing was counted; infinite if a variant with a share
  /// of 0 has units.
  package let logEvidence: Double

  /// - Parameters:
  ///   - counts: the distinct units of each variant; a count below 0 counts as 0.
  ///   - shares: the shares of the variants, which sum to 1. A share that is not a number counts as 0.
  package init(counts: [Int], shares: [Double]) {
    var evidence = 0.0
    var (prior, units) = (0.0, 0.0)
    for (count, share) in zip(counts, shares) where share > 0 || count > 0 {
      guard share > 0 else {
        logEvidence = .infinity
        return
      }
      let share = min(1, share)
      let count = Double(max(0, count))
      let parameter = Self.concentration * share
      evidence += logGamma(parameter + count) - logGamma(parameter) - count * log(share)
      prior += parameter
      units += count
    }
    logEvidence = units > 0 ? evidence + logGamma(prior) - logGamma(prior + units) : 0
  }

  /// Whether the evidence reaches 1/α.
  package var isMismatch: Bool { logEvidence >= -log(Self.alpha) }
}
