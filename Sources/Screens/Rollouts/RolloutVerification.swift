package import JSONText

/// Computes the decisions of guards again from the numbers that were kept with them.
package enum RolloutVerification {
  /// Why a decision does not follow from its numbers; nil if it does.
  /// - Parameters:
  ///   - action: the word of the decision.
  ///   - numbers: the counts of the decision; nil if it has none.
  ///   - rule: the guard of the rollout, as JSON.
  package static func fault(of action: String, numbers: JSONValue?, rule: JSONValue) -> String? {
    guard let action = RolloutDecision.Action(rawValue: action), let rule = Guard(stored: rule) else {
      return "this version of marquee does not know the decision or its guard"
    }
    guard let stored = numbers.flatMap({ RolloutEvidence($0) }) else { return "it has no numbers" }
    let evidence = stored.recomputed(for: rule)
    guard isClose(evidence.logEvidence, stored.logEvidence) else {
      return "its counts give ln E \(evidence.logEvidence), not \(stored.logEvidence)"
    }
    switch action {
    case .rollback where rule.onHarm == .hold: return "its guard holds, and does not roll back"
    case .rollback where !evidence.allowsRollback: return "too few networks have reported the harm"
    case .rollback, .hold: return evidence.isHarm ? nil : "its counts are below the limit"
    default: return evidence.isHarm ? "its counts reach the limit" : nil
    }
  }

  private static func isClose(_ one: Double, _ other: Double) -> Bool {
    abs(one - other) <= 1e-9 * max(1, abs(one), abs(other))
  }
}
