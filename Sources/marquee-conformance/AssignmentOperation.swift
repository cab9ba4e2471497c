import Assignment
import JSONText
import Screens

/// Operations on experiments: hashing, ranges, conditions and assignment.
enum AssignmentOperation {
  static func hash(_ request: LineRequest) throws(LineError) -> JSONValue {
    let seed = try request.string("seed")
    let unit = try request.string("value")
    let version = try request.optionalInteger("version") ?? HashVersion.two.rawValue
    return ["result": .double(bucket(seed: seed, unit: unit, version: version))]
  }

  static func ranges(_ request: LineRequest) throws(LineError) -> JSONValue {
    guard let count = try request.optionalInteger("count") else { throw LineError("\"count\" is missing") }
    let coverage = try request.optionalNumber("coverage") ?? 1
    var weights: [Double]?
    if let values = try request.optionalArray("weights") { weights = try numbers(values, in: "weights") }
    return ["result": list(bucketRanges(count: count, coverage: coverage, weights: weights))]
  }

  static func choose(_ request: LineRequest) throws(LineError) -> JSONValue {
    let value = try request.number("n")
    guard let values = try request.optionalArray("ranges") else { throw LineError("\"ranges\" is missing") }
    var ranges: [BucketRange] = []
    for entry in values {
      guard let bounds = entry.arrayValue, bounds.count == 2 else {
        throw LineError("a range is [from, to], not \(entry.text)")
      }
      let limits = try numbers(bounds, in: "ranges")
      ranges.append(BucketRange(limits[0], limits[1]))
    }
    return ["result": .number(JSONNumber(chooseVariation(value, ranges)))]
  }

  static func isInNamespace(_ request: LineRequest) throws(LineError) -> JSONValue {
    let unit = try request.string("unit")
    let namespace = try ExperimentParser.namespace(try request.value("namespace"))
    return ["result": .bool(namespace.contains(unit))]
  }

  static func meetsCondition(_ request: LineRequest) throws(LineError) -> JSONValue {
    let attributes = Attributes(try request.object("attributes"))
    let condition = try ExperimentParser.condition(
      try request.value("condition"), groups: try groups(of: request), strictness: .asSDK)
    return ["result": .bool(condition.passes(attributes))]
  }

  static func assign(_ request: LineRequest) throws(LineError) -> JSONValue {
    let attributes = Attributes(try request.object("attributes"))
    let experiment = try ExperimentParser.experiment(
      try request.object("experiment"), groups: try groups(of: request))
    let compiled = CompiledExperiment(experiment)
    var override: Int?
    if let key = try request.optionalString("override") {
      override = compiled.index(ofVariant: key)
      guard override != nil else { throw LineError("there is no variant \(JSONValue.string(key).text)") }
    }
    let explanation = compiled.explain(attributes: attributes, override: override)
    return [
      "result": [
        "variant": explanation.variant.map { .string($0) } ?? .null,
        "index": explanation.decision.variant.map { .number(JSONNumber($0)) } ?? .null,
        "inExperiment": .bool(explanation.decision.inExperiment),
        "reason": .string(explanation.decision.reason.rawValue),
        "hashValue": .double(explanation.hashValue),
        "hashAttribute": .string(explanation.hashAttribute),
        "hashVersion": .number(JSONNumber(explanation.hashVersion.rawValue)),
        "seed": .string(explanation.seed),
        "unit": explanation.unit.map { .string($0) } ?? .null,
        "ranges": list(explanation.ranges),
      ]
    ]
  }

  /// The named lists for `$inGroup` (GrowthBook's saved groups).
  private static func groups(of request: LineRequest) throws(LineError) -> ConditionGroups {
    var groups: [(name: String, values: [JSONValue])] = []
    for name in ["savedGroups", "groups"] {
      guard let value = request.optional(name) else { continue }
      guard let members = value.objectValue else { throw LineError("\"\(name)\" is not an object") }
      for member in members {
        guard let values = member.value.arrayValue else {
          throw LineError("the group \"\(member.name)\" is not an array")
        }
        groups.append((member.name, values))
      }
    }
    return ConditionGroups(groups)
  }

  private static func numbers(_ values: [JSONValue], in name: String) throws(LineError) -> [Double] {
    let numbers = values.compactMap { $0.numberValue?.doubleValue }
    guard numbers.count == values.count else {
      throw LineError("\"\(name)\" contains a value that is not a number")
    }
    return numbers
  }

  private static func list(_ ranges: [BucketRange]) -> JSONValue {
    .array(ranges.map { [.double($0.start), .double($0.end)] })
  }
}
