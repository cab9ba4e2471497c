import Assignment
import TargetingPatterns
import JSONText
import Screens

/// Parses an experiment in the form of a definition; its variants have no content.
enum ExperimentParser {
  static func experiment(
    _ members: JSONObject, groups: ConditionGroups
  ) throws(LineError) -> Experiment {
    let reader = LineRequest(members: members)
    guard let list = try reader.optionalArray("variants") else { throw LineError("\"variants\" is missing") }
    var variants: [Experiment.Variant] = []
    for entry in list {
      guard let members = entry.objectValue else { throw LineError("a variant is not an object") }
      let variant = LineRequest(members: members)
      variants.append(
        Experiment.Variant(
          key: try variant.string("key"), weight: try variant.optionalNumber("weight") ?? 1))
    }
    var experiment = Experiment(key: try reader.string("key"), variants: variants)
    experiment.seed = try reader.optionalString("seed") ?? ""
    experiment.hashAttribute =
      try reader.optionalString("hashAttribute") ?? Experiment.defaultHashAttribute
    experiment.coverage = try reader.optionalNumber("coverage") ?? 1
    if let number = try reader.optionalInteger("hashVersion") {
      guard let version = HashVersion(rawValue: number) else {
        throw LineError("\"hashVersion\" must be 1 or 2")
      }
      experiment.hashVersion = version
    }
    if let text = try reader.optionalString("status") {
      guard let status = Experiment.Status(rawValue: text) else {
        throw LineError("\"status\" must be \"running\" or \"stopped\"")
      }
      experiment.status = status
    }
    if let value = reader.optional("namespace") { experiment.namespace = try namespace(value) }
    if let value = reader.optional("condition") {
      experiment.condition = try condition(value, groups: groups, strictness: .strict)
    }
    if let value = reader.optional("force") { experiment.force = try force(value) }
    let errors = experiment.errors()
    guard errors.isEmpty else {
      throw LineError(errors.map { "\($0.pointer): \($0.message)" }.joined(separator: "; "))
    }
    return experiment
  }

  static func namespace(_ value: JSONValue) throws(LineError) -> Namespace {
    guard let parts = value.arrayValue, parts.count == 3, let id = parts[0].stringValue,
      let from = parts[1].numberValue?.doubleValue, let to = parts[2].numberValue?.doubleValue
    else { throw LineError("a namespace must be [id, from, to]") }
    return Namespace(id: id, from: from, to: to)
  }

  static func condition(
    _ value: JSONValue, groups: ConditionGroups, strictness: Condition.Strictness
  ) throws(LineError) -> Condition {
    do throws(ConditionErrors) {
      return try Condition(
        value, groups: groups, strictness: strictness, patterns: ConditionPatterns.compile)
    } catch {
      throw LineError(
        error.errors.map { "\($0.code.rawValue) at \"\($0.pointer)\": \($0.message)" }.joined(separator: "; ")
      )
    }
  }

  private static func force(_ value: JSONValue) throws(LineError) -> [Experiment.ForcedUnit] {
    guard let members = value.objectValue else { throw LineError("\"force\" is not an object") }
    var units: [Experiment.ForcedUnit] = []
    for member in members {
      guard let variant = member.value.stringValue else {
        throw LineError("a forced variant is not a string")
      }
      units.append(Experiment.ForcedUnit(unit: member.name, variant: variant))
    }
    return units
  }
}
