internal import Assignment
internal import Foundation
internal import JSONText
internal import TargetingPatterns

/// The rules by which the server's features assign units (<https://docs.growthbook.io/lib/build-your-own>).
struct FeatureRules: Sendable {
  private enum Rule: Sendable {
    /// A variant for all users that a condition selects.
    case force(variant: String, Condition?)
    case experiment(CompiledExperiment)
  }

  /// The variant of a unit, and the unit that it was assigned to.
  struct Choice {
    let variant: String
    /// The text that was hashed; nil for a forced variant.
    let unit: String?
  }

  /// The rules of each experiment, in their order; nil for an experiment with a rule that cannot be evaluated here.
  private let rules: [String: [Rule]?]
  /// The keys of the experiments of each screen.
  private let experiments: [String: [String]]
  private let attributes: Attributes

  /// See ``LocalAssignments/init(features:screens:user:attributes:)``.
  init(
    features: Data, screens: Data, user: String?, attributes: [String: String]
  ) throws(LocalAssignments.Failure) {
    let payload = try Self.document(features, named: "the features")
    guard let listed = payload["features"]?.objectValue else {
      throw LocalAssignments.Failure(description: "the features have no member \"features\"")
    }
    let groups = ConditionGroups(
      (payload["savedGroups"]?.objectValue ?? JSONObject()).map { ($0.name, $0.value.arrayValue ?? []) })
    var rules: [String: [Rule]?] = [:]
    for feature in listed { rules[feature.name] = .some(Self.rules(of: feature.value, feature.name, groups)) }
    self.rules = rules
    guard let list = try Self.document(screens, named: "the screens")["screens"]?.arrayValue else {
      throw LocalAssignments.Failure(description: "the list of screens has no member \"screens\"")
    }
    var experiments: [String: [String]] = [:]
    for screen in list {
      guard let route = screen["route"]?.stringValue else { continue }
      experiments[route] = screen["experiments"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
    self.experiments = experiments
    var object = JSONObject()
    for (name, text) in attributes.sorted(by: { $0.key < $1.key }) { object[name] = Self.value(text) }
    if let user, !user.isEmpty { object["user"] = .string(user) }
    self.attributes = Attributes(object)
  }

  /// The experiments of a screen; nil for an unknown one.
  func experiments(of route: String) -> [String]? { experiments[route] }

  /// Whether all rules of an experiment can be evaluated here.
  func isKnown(_ experiment: String) -> Bool { (rules[experiment] ?? nil) != nil }

  /// The variant that the unit has; nil if it is not in the experiment.
  func choice(in experiment: String) -> Choice? {
    for rule in (rules[experiment] ?? nil) ?? [] {
      switch rule {
      case .force(let variant, let condition):
        guard condition?.passes(attributes) ?? true else { continue }
        return Choice(variant: variant, unit: nil)
      case .experiment(let experiment):
        let decision = experiment.decide(attributes: attributes)
        guard let place = decision.variant, experiment.experiment.variants.indices.contains(place) else {
          continue
        }
        return Choice(
          variant: experiment.experiment.variants[place].key,
          unit: decision.reason == .assigned
            ? attributes.unit(of: experiment.experiment.hashAttribute) : nil)
      }
    }
    return nil
  }

  // MARK: Reading

  private static func document(_ data: Data, named noun: String) throws(LocalAssignments.Failure) -> JSONValue
  {
    do {
      return try JSONParser.parse(Array(data))
    } catch {
      throw LocalAssignments.Failure(description: "\(noun) are not JSON: \(error)")
    }
  }

  /// The value of an attribute, as the server reads it in a query.
  private static func value(_ text: String) -> JSONValue {
    switch text {
    case "true": .bool(true)
    case "false": .bool(false)
    default: JSONNumber(text: text).map { .number($0) } ?? .string(text)
    }
  }

  /// The rules of a feature; nil if one of them cannot be evaluated here.
  private static func rules(of feature: JSONValue, _ key: String, _ groups: ConditionGroups) -> [Rule]? {
    let list = feature["rules"]?.arrayValue ?? []
    // A forced value is one of the variations in the rule of the experiment. The `meta` of that rule has its key.
    let experiment = list.first { $0["variations"] != nil }
    let values = experiment?["variations"]?.arrayValue ?? []
    let names = experiment?["meta"]?.arrayValue?.map { $0["key"]?.stringValue } ?? []
    var rules: [Rule] = []
    for rule in list {
      var condition: Condition?
      if let source = rule["condition"] {
        guard
          let compiled = try? Condition(
            source, groups: groups, strictness: .asSDK, patterns: ConditionPatterns.compile)
        else { return nil }
        condition = compiled
      }
      if let forced = rule["force"] {
        let place = values.firstIndex(of: forced)
        let named = place.flatMap { names.indices.contains($0) ? names[$0] : nil }
        // Two variants with the same value cannot be distinguished.
        if let place, values.lastIndex(of: forced) != place { return nil }
        // A stopped experiment has no rule with variations, so the variant of its forced value is unknown.
        guard let variant = named else { return nil }
        rules.append(.force(variant: variant, condition))
      } else {
        guard let compiled = compiled(rule, key, condition) else { return nil }
        rules.append(.experiment(compiled))
      }
    }
    return rules
  }

  private static func compiled(_ rule: JSONValue, _ key: String, _ condition: Condition?)
    -> CompiledExperiment?
  {
    let names = rule["meta"]?.arrayValue?.compactMap { $0["key"]?.stringValue } ?? []
    let weights = rule["weights"]?.arrayValue?.compactMap { $0.numberValue?.doubleValue } ?? []
    guard names.count == rule["variations"]?.arrayValue?.count, names.count == weights.count, names.count > 1,
      let version = rule["hashVersion"]?.numberValue?.intValue.flatMap({ HashVersion(rawValue: $0) })
    else { return nil }
    var experiment = Experiment(
      key: key, variants: zip(names, weights).map { Experiment.Variant(key: $0, weight: $1) })
    experiment.hashVersion = version
    experiment.seed = rule["seed"]?.stringValue ?? ""
    experiment.hashAttribute = rule["hashAttribute"]?.stringValue ?? Experiment.defaultHashAttribute
    // For such an attribute, the features do not contain the forced units, so a decision could be wrong.
    guard !experiment.hashAttribute.contains("."), !experiment.hashAttribute.hasPrefix("$") else {
      return nil
    }
    experiment.coverage = rule["coverage"]?.numberValue?.doubleValue ?? 1
    experiment.condition = condition
    if let parts = rule["namespace"]?.arrayValue {
      guard parts.count == 3, let id = parts[0].stringValue, let from = parts[1].numberValue?.doubleValue,
        let to = parts[2].numberValue?.doubleValue
      else { return nil }
      experiment.namespace = Namespace(id: id, from: from, to: to)
    }
    return CompiledExperiment(experiment)
  }
}
