internal import JSONText

/// A change of a rollout's state or step, with its reason and, if the guard made it, the numbers that it was made from.
package struct RolloutDecision: Sendable, Equatable {
  package enum Action: String, Sendable, CaseIterable {
    case start, advance, hold, resume, finish, rollback, supersede
  }

  /// The author of the guard's decisions.
  package static let byGuard = "guard"

  package let action: Action
  /// Seconds since 1970 UTC, by the store's clock.
  package let at: Double
  /// The name of the token, or `guard`.
  package let by: String
  /// The step before the decision, in per cent.
  package let step: Double
  package let reason: String
  /// The numbers of the guard; nil if a person decided.
  package let evidence: RolloutEvidence?

  var json: JSONValue {
    var object: JSONObject = [
      "action": .string(action.rawValue), "at": .double(at), "by": .string(by), "step": .double(step),
      "reason": .string(reason),
    ]
    if let evidence { object["evidence"] = evidence.json }
    return .object(object)
  }

  init(
    _ action: Action, at: Double, by: String, step: Double, reason: String, evidence: RolloutEvidence? = nil
  ) {
    self.action = action
    self.at = at
    self.by = by
    self.step = step
    self.reason = reason
    self.evidence = evidence
  }

  init?(_ json: JSONValue) {
    guard let action = json["action"]?.stringValue.flatMap(Action.init(rawValue:)),
      let at = json["at"]?.numberValue?.doubleValue, let by = json["by"]?.stringValue,
      let step = json["step"]?.numberValue?.doubleValue, let reason = json["reason"]?.stringValue
    else { return nil }
    self.init(
      action, at: at, by: by, step: step, reason: reason,
      evidence: json["evidence"].flatMap { RolloutEvidence($0) })
  }
}
