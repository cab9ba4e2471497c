import JSONText
import Screens

/// The schemas of an experiment and of its variants.
enum ExperimentSchema {
  /// The largest weight of a variant.
  private static let maximumWeight = 1_000_000_000

  static func experiment(_ suffix: String) -> JSONValue {
    .members(
      [
        "key": .reference(to: "name", "The experiment's key, unique on the server."),
        "variants": JSONValue.list(
          of: .reference(to: "variant" + suffix), "The variants; the first is the control."
        ).with([
          "minItems": 2, "maxItems": .number(JSONNumber(CombinationSpace.maximumCombinations)),
          // Not all weights are 0; a variant without one has the weight 1.
          "contains": [
            "anyOf": [
              ["not": ["required": ["weight"]]], ["properties": ["weight": ["exclusiveMinimum": 0]]],
            ]
          ],
        ]),
        "seed": .text("The seed of the hash; by default the key."),
        "hashVersion": ["enum": [1, 2], "description": "The version of the hash; by default 2."],
        "hashAttribute": .text("The attribute that is the unit; by default user."),
        "coverage": .number(
          "number", from: 0, to: 1, "The share of units in the experiment, from 0 to 1; by default 1."),
        "namespace": [
          "description":
            "A name and a range from 0 to 1: experiments of one name and different ranges share no units.",
          "type": "array", "minItems": 3, "maxItems": 3,
          "items": [
            ["type": "string"], ["type": "number", "minimum": 0, "maximum": 1],
            ["type": "number", "minimum": 0, "maximum": 1],
          ],
        ],
        "condition": .reference(
          to: "condition", "Only requests whose attributes meet this condition are in the experiment."),
        "force": [
          "description": "The variants of single units, by unit.", "type": "object",
          "additionalProperties": ["type": "string", "description": "The key of a variant."],
        ],
        "status": .choice(
          ["running", "stopped"], "A stopped experiment serves its first variant to all."),
        "events": DocumentSchemas.events(
          GuardEvent.builtIn.filter { $0.name != GuardEvent.slow },
          "The events that apps report of its units, to compare the variants."),
      ], required: ["key", "variants"], "An experiment: one of several variants for each unit.")
  }

  static func variant(_ suffix: String) -> JSONValue {
    var members: JSONObject = [
      "key": .reference(to: "name", "The variant's key, unique in the experiment."),
      "weight": .number(
        "number", from: 0, to: maximumWeight, "The weight, relative to the other variants; by default 1."),
      "value": [
        "description":
          "What code gets that reads the experiment as a flag; by default the key. All variants have a value of the same type, or none has one.",
        "type": ["string", "number", "boolean", "object"],
      ],
    ]
    for member in LayoutSchemas.members(LayoutSchemas.editNames, suffix: suffix) {
      members[member.name] = member.value
    }
    return JSONValue.members(
      members, required: ["key"], "One alternative: the definition with changes, or a layout of its own."
    ).with(["allOf": .array(LayoutSchemas.editRules)])
  }
}
