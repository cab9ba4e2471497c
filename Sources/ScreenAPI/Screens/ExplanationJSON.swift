package import Assignment
package import JSONText

extension Explanation {
  /// The explanation as the API writes it.
  package func json(of experiment: Experiment) -> JSONObject {
    var object: JSONObject = [
      "experiment": .string(experiment.key),
      "variant": variant.map { .string($0) } ?? JSONValue.null,
      "inExperiment": .bool(decision.inExperiment),
      "reason": .string(decision.reason.rawValue),
      "hashValue": .double(hashValue),
      "ranges": .array(ranges.map { .array([.double($0.start), .double($0.end)]) }),
      "portable": .bool(isPortable),
      "variants": .array(experiment.variants.map { .string($0.key) }),
      "status": .string(experiment.status.rawValue),
      "seed": .string(seed),
      "hashVersion": .number(JSONNumber(hashVersion.rawValue)),
      "hashAttribute": .string(hashAttribute),
      "unit": unit.map { .string($0) } ?? JSONValue.null,
      "coverage": .double(experiment.coverage),
    ]
    if let namespace {
      object["namespace"] = [
        "id": .string(namespace.id),
        "range": .array([.double(namespace.range.start), .double(namespace.range.end)]),
        "value": .double(namespace.value), "isMember": .bool(namespace.isMember),
      ]
    }
    if let condition {
      object["condition"] = [
        "passes": .bool(condition.passes),
        "decidedBy": condition.decidedBy.map { .string($0.description) } ?? JSONValue.null,
      ]
    }
    object["attributes"] = .object(
      attributes.reduce(into: JSONObject()) { $0[$1.path] = $1.value ?? JSONValue.null })
    object["steps"] = .array(
      steps.map { ["step": .string($0.step.rawValue), "outcome": .string($0.outcome.rawValue)] })
    return object
  }
}
