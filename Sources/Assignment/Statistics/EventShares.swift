#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The share of an event's first occurrences that comes from the new side of a rollout, compared with the share of
/// units that the new side had.
///
/// If the event is ρ times as frequent on the new side, a unit's first event is on that side with probability
/// πρ / (1 + (ρ − 1)π), where π is the new side's share of the units. Traffic and the base rate cancel out, so they may
/// change while the rollout runs. The evidence is an e-process, a mixture of likelihood ratios (Howard, Ramdas,
/// McAuliffe, Sekhon, arXiv 1810.08240): its probability of ever reaching 1/α is at most α if the ratio is tolerable.
package struct EventShares: Sendable, Equatable {
  /// The ratios of the event's frequency, new to old, that the evidence looks for. A good event has the reciprocals.
  static let alternatives: [Double] = [1.5, 2, 3, 5, 10, 20, 50, 100]

  /// The counts, one for each step.
  package let steps: [SideCounts]

  package init(_ steps: [SideCounts]) { self.steps = steps }

  /// The natural logarithm of the evidence that the new side is worse than tolerated; 0 if nothing was counted.
  ///
  /// - Parameters:
  ///   - ratio: the tolerated ratio, from 1 to 100: of the new frequency to the old one for a bad event, of the old one
  ///     to the new one for a good event. A ratio below 1 counts as 1. From 100 on the result is 0, because no larger
  ///     ratio is looked for.
  package func logEvidence(of kind: EventKind, tolerating ratio: Double) -> Double {
    let tolerated = max(1, ratio)
    let larger = Self.alternatives.filter { $0 > tolerated }
    guard !larger.isEmpty else { return 0 }
    let sign: Double = kind == .bad ? 1 : -1
    let start = sign * log(tolerated)
    let weight = 1 / Double(larger.count)
    return Mixture(larger.map { (weight, logLikelihoodRise(from: start, to: sign * log($0))) }).logEvidence
  }

  /// l(end) − l(start), where l is the log-likelihood of the logarithm of a ratio.
  ///
  /// Every step contributes new · (end − start) − (new + old) · ln(p + q · exp(end − start)), where q is the share of
  /// first events on the new side at the ratio of `start`, and p = 1 − q. Subtracting two log-likelihoods instead would
  /// cancel most digits of large counts.
  func logLikelihoodRise(from start: Double, to end: Double) -> Double {
    let change = end - start
    let growth = expm1(change)
    var sum = 0.0
    for step in steps {
      let newWeight = step.newShare * exp(start)
      let oldWeight = 1 - step.newShare
      let q = newWeight / (oldWeight + newWeight)
      // log1p is exact near 0. Near −1 it would lose the digits of p.
      let logFactor =
        q * growth > -0.5
        ? log1p(q * growth) : log(oldWeight / (oldWeight + newWeight) + q * exp(change))
      sum += Double(step.new) * change - (Double(step.new) + Double(step.old)) * logFactor
    }
    return sum
  }
}
