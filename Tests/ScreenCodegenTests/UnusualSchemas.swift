import JSONText
import SeededRandom

/// Schemas that Swift cannot express, or whose type is hard to see.
enum UnusualSchemas {
  static func make(_ random: inout SplitMix64) -> RandomSchema {
    let (schema, values) = random.pick(all, or: (true, [1]))
    return RandomSchema(schema: schema) { random, _ in random.pick(values, or: 1) }
  }

  private static var half: JSONValue { JSONNumber(0.5).map { .number($0) } ?? 1 }

  /// The schemas, each with values that it accepts.
  static let all: [(schema: JSONValue, values: [JSONValue])] = [
    (true, [.null, 1, "a", [.null, [:]], ["a": .null]]),
    ([:], [.null, [], false]),
    (["type": ["string", "integer", "null"]], ["a", 1, .null]),
    (
      ["type": "array", "prefixItems": [["type": "string"], ["type": "integer"]]],
      [["a", 1], [], ["b", 2, .null]]
    ),
    (["type": "array"], [[], [1, "a", .null]]),
    (
      ["type": "object", "patternProperties": ["^x": ["type": "integer"]], "additionalProperties": false],
      [[:], ["x1": 1]]
    ),
    (
      [
        "type": "object", "properties": ["a": ["type": "string"]],
        "patternProperties": ["^x": ["type": "integer"], "^y": true],
      ], [["a": "b", "x1": 1, "y": .null], [:]]
    ),
    (["const": 3], [3]),
    (["enum": [1, half, "a"]], [1, "a"]),
    (["enum": [true, false, .null]], [true, .null]),
    (["enum": [1, 2, 3]], [2]),
    (["properties": ["a": ["type": "string"]]], [["a": "b"], 3]),
    (
      ["type": "object", "required": ["x"], "properties": ["y": true]], [["x": .null], ["x": 1, "y": .null]]
    ),
    (
      [
        "type": "object", "properties": ["a": ["type": "string"]],
        "if": ["required": ["a"]], "then": ["properties": ["b": ["type": "integer"]]],
      ], [["a": "x", "b": 1], [:]]
    ),
    (["anyOf": [["type": "string"], ["type": "object"]]], ["a", ["b": 1]]),
    (
      [
        "anyOf": [
          ["type": "object", "properties": ["a": ["type": "string"], "c": ["type": "integer"]]],
          [
            "type": "object", "properties": ["a": ["type": "integer"], "b": ["type": "string"]],
            "required": ["a"],
          ],
        ]
      ], [["a": "x"], ["a": 1, "b": "c"], ["a": "x", "c": 2]]
    ),
    (["type": "object", "additionalProperties": false], [[:]]),
    (
      [
        "type": "object", "additionalProperties": false, "minProperties": 1, "maxProperties": 1,
        "properties": ["a": ["type": "string"], "b": ["type": ["integer", "null"]], "default": true],
      ], [["a": "x"], ["b": 1], ["b": .null], ["default": .null]]
    ),
    (
      ["type": "array", "items": ["type": "array", "items": ["type": ["number", "null"]]]],
      [[[half, .null], []]]
    ),
    (["type": "string", "minLength": 1, "oneOf": [["maxLength": 5], ["minLength": 6]]], ["a", "abcdefgh"]),
    (["enum": ["e\u{301}", "\u{E9}"]], ["e\u{301}", "\u{E9}"]),
  ]
}
