#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A weighted mean of e-processes, which is one too: several tests together spend a single α.
///
/// Mixtures can be nested: an event's evidence can itself be the mixture of the evidence for all units and of that for
/// each release of the app.
package struct Mixture: Sendable, Equatable {
  /// The natural logarithm of weight · E for each test, in order; −∞ for a weight of 0.
  package let parts: [Double]
  /// The natural logarithm of the sum of weight · E. An alarm at α needs at least ln(1/α).
  package let logEvidence: Double

  /// - Parameter tests: the weights, which sum to 1, and the natural logarithms of the evidence.
  package init(_ tests: [(weight: Double, logEvidence: Double)]) {
    parts = tests.map { $0.weight > 0 ? log($0.weight) + $0.logEvidence : -.infinity }
    logEvidence = logSumExp(parts)
  }

  /// The place of the test with the largest part, the first one in a tie; nil without tests.
  package var cause: Int? { parts.max().flatMap { parts.firstIndex(of: $0) } }
}

/// ln Σ exp(term), without overflow; −∞ without terms.
func logSumExp(_ terms: [Double]) -> Double {
  guard let largest = terms.max(), largest.isFinite else { return terms.max() ?? -.infinity }
  return largest + log(terms.reduce(0) { $0 + exp($1 - largest) })
}
