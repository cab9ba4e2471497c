import AdminModel
import Assignment
import JSONText

// Explanations as the API describes them.

extension ExplainedExperiment {
  init(_ explanation: Explanation, of experiment: Experiment) {
    self.init(
      experiment: experiment.key, variant: explanation.variant,
      inExperiment: explanation.decision.inExperiment, reason: explanation.decision.reason.rawValue,
      hashValue: explanation.hashValue, ranges: explanation.ranges.map { [$0.start, $0.end] },
      portable: explanation.isPortable, variants: experiment.variants.map(\.key),
      status: experiment.status.rawValue, seed: explanation.seed,
      hashVersion: explanation.hashVersion.rawValue, hashAttribute: explanation.hashAttribute,
      unit: explanation.unit, coverage: experiment.coverage,
      namespace: explanation.namespace.map {
        Namespace(id: $0.id, range: [$0.range.start, $0.range.end], value: $0.value, isMember: $0.isMember)
      },
      condition: explanation.condition.map {
        Condition(passes: $0.passes, decidedBy: $0.decidedBy?.description)
      },
      attributes: explanation.attributes.reduce(into: JSONObject()) {
        $0[$1.path] = $1.value ?? JSONValue.null
      },
      steps: explanation.steps.map { Step(step: $0.step.rawValue, outcome: $0.outcome.rawValue) })
  }

  /// The members for a screen without experiments.
  /// - Parameter unit: the value of the default attribute.
  static func none(of unit: String?) -> ExplainedExperiment {
    ExplainedExperiment(
      experiment: .some(nil), variant: .some(nil), inExperiment: false, reason: .some(nil),
      hashValue: .some(nil), ranges: [],
      // There is no experiment, so only the unit decides: SDKs hash text outside of ASCII differently.
      portable: unit?.isASCII ?? true)
  }
}
