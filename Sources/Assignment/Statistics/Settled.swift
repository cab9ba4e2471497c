/// A test for the units of a rollout whose screen has settled: whether they are split between the sides as all units are,
/// in both directions. It finds a version that dies before it can report an error.
package struct Settled: Sendable, Equatable {
  /// The natural logarithm of the evidence that one side loses units: that of ``SplitTest``, added over the steps.
  package let logEvidence: Double

  /// - Parameter steps: the units that have settled, one for each step.
  package init(_ steps: [SideCounts]) {
    logEvidence = steps.reduce(0) { sum, step in
      let shares = [step.newShare, 1 - step.newShare]
      return sum + SplitTest(counts: [step.new, step.old], shares: shares).logEvidence
    }
  }
}
