import Assignment
import JSONText

/// The schemas of a condition on attributes.
enum ConditionSchema {
  /// - Parameters:
  ///   - groups: the names of the groups that conditions can use.
  ///   - others: the operators beside GrowthBook's.
  static func definitions(
    groups: [String], _ others: [(name: String, schema: JSONValue)] = []
  ) -> [(name: String, schema: JSONValue)] {
    [("condition", condition), ("attributeTest", attributeTest), ("operators", operators(groups, others))]
  }

  private static let condition: JSONValue = [
    "description": "A condition: all members must be met.", "type": "object",
    "properties": [
      "$and": list("All of these conditions are met."), "$or": list("One of these conditions is met."),
      "$nor": list("None of these conditions is met."),
      "$not": .reference(to: "condition", "This condition is not met."),
    ],
    // A name that begins with a dollar sign is an attribute only if its value is an object of operators.
    "patternProperties": ["^(?!\\$)": .reference(to: "attributeTest")],
    "additionalProperties": .reference(to: "operators"),
    "propertyNames": ["not": ["enum": .strings(ConditionOperator.names.filter { $0 != "$not" })]],
  ]

  private static func list(_ description: String) -> JSONValue {
    .list(of: .reference(to: "condition"), description)
  }

  /// The test of an attribute: a value that it equals, or operators. An object is either a value or operators, never a
  /// mixture.
  private static let attributeTest: JSONValue = [
    "description": "A value that the attribute equals, or operators such as {\"$gte\": 18}.",
    "if": ["type": "object", "minProperties": 1],
    "then": [
      "anyOf": [
        .reference(to: "operators"), ["type": "object", "propertyNames": ["not": ["pattern": "^\\$"]]],
      ]
    ],
  ]

  private static let scalar: JSONValue = ["type": ["string", "number", "boolean", "null"]]

  private static func operators(
    _ groups: [String], _ others: [(name: String, schema: JSONValue)]
  ) -> JSONValue {
    var members = JSONObject()
    for operation in ConditionOperator.allCases {
      members[operation.rawValue] = operand(of: operation, groups)
    }
    for other in others { members[other.name] = other.schema }
    return JSONValue.members(members).with(["minProperties": 1])
  }

  private static func operand(of operation: ConditionOperator, _ groups: [String]) -> JSONValue {
    switch operation {
    case .equal: described("The attribute equals this value.", scalar)
    case .notEqual: described("The attribute does not equal this value.", scalar)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      ["type": ["number", "string"], "description": "A number, or a string, to compare the attribute with."]
    case .versionEqual, .versionNotEqual, .versionLess, .versionLessOrEqual, .versionGreater,
      .versionGreaterOrEqual:
      [
        "type": ["string", "number"],
        "description": "A version such as \"1.10.0\" to compare the attribute with.",
      ]
    case .isIn, .isInIgnoringCase: .list(of: scalar, "The attribute is one of these values.")
    case .isNotIn, .isNotInIgnoringCase: .list(of: scalar, "The attribute is none of these values.")
    case .isInGroup: .choice(groups, "The attribute is in the group, a file of _groups/.")
    case .isNotInGroup: .choice(groups, "The attribute is not in the group, a file of _groups/.")
    case .all, .allIgnoringCase:
      .list(of: .reference(to: "attributeTest"), "The attribute, a list, has an element for each of these.")
    case .size:
      [
        "description": "The number of elements of the attribute, a list.",
        "anyOf": [["type": "number"], .reference(to: "operators")],
      ]
    case .exists: .flag("Whether the request has the attribute.")
    case .type:
      .choice(
        ["array", "boolean", "null", "number", "object", "string"], "The JSON type of the attribute.")
    case .pattern, .patternIgnoringCase, .notPattern, .notPatternIgnoringCase:
      ["type": "string", "format": "regex", "description": "A regular expression for the attribute."]
    case .elementMatch:
      [
        "description": "An element of the attribute, a list, meets these operators or this condition.",
        "type": "object", "anyOf": [.reference(to: "operators"), .reference(to: "condition")],
      ]
    case .not: .reference(to: "attributeTest", "The attribute does not meet these operators.")
    }
  }

  private static func described(_ text: String, _ schema: JSONValue) -> JSONValue {
    schema.with(["description": .string(text)])
  }
}
