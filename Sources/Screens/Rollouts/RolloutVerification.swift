package import JSONText

/// Computes the decisions of guards again from the numbers that were kept with them.
package enum RolloutVerification {
  /// The seconds by which the clock of a store, as a node knows it, can change between a look and its decision.
  private static let precision = 1.0

  /// Why a decision does not follow from its numbers; nil if it does.
  /// - Parameters:
  ///   - action: the word of the decision.
  ///   - step: the step before it, in per cent.
  ///   - duration: how long that step had lasted, in seconds.
  ///   - numbers: the counts of the decision; nil if it has none.
  ///   - rule: the guard of the rollout, as JSON.
  package static func fault(
    of action: String, atStep step: Double, after duration: Double, numbers: JSONValue?, rule: JSONValue
  ) -> String? {
    guard let action = RolloutDecision.Action(rawValue: action), let rule = Guard(stored: rule) else {
      return "this version of marquee does not know the decision or its guard"
    }
    guard let stored = numbers.flatMap({ RolloutEvidence($0) }) else { return "it has no numbers" }
    let evidence = stored.recomputed(for: rule)
    guard isClose(evidence.logEvidence, stored.logEvidence) else {
      return "its counts give ln E \(evidence.logEvidence), not \(stored.logEvidence)"
    }
    // Earlier versions stored no ln E of harm.
    if let storedHarm = stored.logHarm {
      guard let harm = evidence.logHarm, isClose(harm, storedHarm) else {
        return "its counts give another ln E of harm than \(storedHarm)"
      }
      if let storedRest = stored.logEvidenceWithoutStrongest {
        guard let rest = evidence.logEvidenceWithoutStrongest, isClose(rest, storedRest) else {
          return "its counts give another ln E without the strongest network than \(storedRest)"
        }
      }
    }
    guard evidence.settledCount == stored.settledCount else {
      return "its counts give \(evidence.settledCount) settled units, not \(stored.settledCount)"
    }
    switch action {
    case .rollback where rule.onHarm == .hold: return "its guard holds, and does not roll back"
    case .rollback where !evidence.allowsRollback: return "too few networks have reported the harm"
    case .rollback, .hold: return evidence.isHarm ? nil : "its counts are below the limit"
    case .advance, .finish:
      guard let index = rule.steps.firstIndex(of: step) else {
        return "its guard has no step of \(text(step)) %"
      }
      let isLast = index == rule.steps.count - 1
      if isLast != (action == .finish) {
        return isLast ? "there is no step after \(text(step)) %" : "\(text(step)) % is not the last step"
      }
      if duration < rule.hold - precision {
        return "its step had lasted \(text(duration)) s, and the hold of its guard is \(text(rule.hold)) s"
      }
      return RolloutJudgement.waits(rule, step: index, evidence).first.map { "it had to wait for \($0)" }
    case .start, .resume, .supersede: return "a guard does not decide that"
    }
  }

  private static func text(_ number: Double) -> String { JSONValue.double(number).text }

  private static func isClose(_ one: Double, _ other: Double) -> Bool {
    abs(one - other) <= 1e-9 * max(1, abs(one), abs(other))
  }
}
