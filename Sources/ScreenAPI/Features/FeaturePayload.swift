import Assignment
import JSONText
import Screens
import Synchronization

/// The payload that GrowthBook's SDKs read: a feature for each experiment, whose rules assign units as this server does
/// (<https://docs.growthbook.io/lib/build-your-own>).
enum FeaturePayload {
  /// The payload without features.
  static let empty = json(of: [], groups: [:], updated: 0).serialized()

  /// The payload of some experiments.
  /// - Parameter updated: when one of them was last published, in seconds since 1970 UTC.
  static func json(
    of experiments: [ScreenExperiment], groups: [String: JSONValue], updated: Double
  ) -> JSONValue {
    var features = JSONObject()
    var used: Set<String> = []
    for experiment in experiments {
      features[experiment.key] = feature(of: experiment)
      if let condition = experiment.compiled.experiment.condition {
        used.formUnion(names(in: condition.source))
      }
    }
    var lists = JSONObject()
    for name in used.sorted() { lists[name] = groups[name] }
    return [
      "status": 200, "dateUpdated": .string(Timestamp.text(updated)), "features": .object(features),
      "experiments": [], "savedGroups": .object(lists),
    ]
  }

  private static func feature(of screenExperiment: ScreenExperiment) -> JSONValue {
    let experiment = screenExperiment.compiled.experiment
    let values = screenExperiment.values
    // Forced units come first, because force wins over everything else.
    var rules = zip(experiment.variants, values).compactMap { variant, value in
      forcingRule(variant, value, experiment)
    }
    switch experiment.status {
    case .running: rules.append(rule(of: experiment, values: values))
    case .stopped: if let first = values.first { rules.append(["force": first]) }
    }
    return ["defaultValue": values.first ?? .null, "rules": .array(rules)]
  }

  private static func rule(of experiment: Experiment, values: [JSONValue]) -> JSONValue {
    var rule: JSONObject = [
      "key": .string(experiment.key), "seed": .string(experiment.effectiveSeed),
      "hashAttribute": .string(experiment.hashAttribute),
      "hashVersion": .number(JSONNumber(experiment.hashVersion.rawValue)),
      "variations": .array(values),
      "weights": .array(normalizedWeights(experiment.variants.map(\.weight)).map { .double($0) }),
      "coverage": .double(experiment.coverage),
    ]
    if let namespace = experiment.namespace {
      rule["namespace"] = [
        .string(namespace.id), .double(namespace.range.start), .double(namespace.range.end),
      ]
    }
    if let condition = experiment.condition { rule["condition"] = condition.source }
    rule["meta"] = .array(experiment.variants.map { ["key": .string($0.key)] })
    rule["phase"] = "0"
    return .object(rule)
  }

  /// The rule of the units that are forced into a variant; nil if there are none.
  private static func forcingRule(
    _ variant: Experiment.Variant, _ value: JSONValue, _ experiment: Experiment
  ) -> JSONValue? {
    let units = experiment.force.filter { $0.variant.hasSameScalars(as: variant.key) }.map(\.unit)
    // A condition cannot name this attribute: SDKs read a dot in a name as a path, and a name with $ as an operator.
    let isPath = experiment.hashAttribute.contains(".") || experiment.hashAttribute.hasPrefix("$")
    guard !units.isEmpty, !isPath else { return nil }
    var list: [JSONValue] = []
    for unit in units {
      list.append(.string(unit))
      // SDKs compare without conversion, and an app may send its user ids as numbers.
      if let number = JSONNumber(text: unit), JSONValue.number(number).ecmaText == unit {
        list.append(.number(number))
      }
    }
    var condition = JSONObject()
    condition[experiment.hashAttribute] = ["$in": .array(list)]
    return ["condition": .object(condition), "force": value]
  }

  /// The groups that a condition refers to.
  private static func names(in condition: JSONValue) -> Set<String> {
    switch condition {
    case .array(let parts): return parts.reduce(into: []) { $0.formUnion(names(in: $1)) }
    case .object(let members):
      var found: Set<String> = []
      for member in members {
        if member.name == "$inGroup" || member.name == "$notInGroup", let name = member.value.stringValue {
          found.insert(name)
        } else {
          found.formUnion(names(in: member.value))
        }
      }
      return found
    default: return []
    }
  }
}
