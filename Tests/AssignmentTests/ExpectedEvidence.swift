import Foundation

@testable import Assignment

/// The mean of the evidence exp(logEvidence) when each of n units is on the new side with a probability. It is 1 for an
/// e-process, summed over all outcomes.
func expectedEvidence(units n: Int, probability p: Double, _ logEvidence: (Int) -> Double) -> Double {
  (0...n).reduce(0) { sum, new in
    let arrangements =
      logGamma(Double(n + 1)) - logGamma(Double(new + 1)) - logGamma(Double(n - new + 1))
    let logProbability = arrangements + Double(new) * log(p) + Double(n - new) * log(1 - p)
    return sum + exp(logProbability + logEvidence(new))
  }
}

/// Counts and shares at and beyond their limits.
let extremeSides: [SideCounts] = [0, 1, 1_000_000_000, .max, -1].flatMap { new in
  [0, 1_000_000_000].flatMap { old in
    [0, 1e-300, 0.5, 1, -1, 2, .nan, .infinity].map { SideCounts(new: new, old: old, newShare: $0) }
  }
}
