import JSONSchema
import JSONText
import ScreenChaos
import Testing

/// Random schemas with valid content: the validator confirms the promises of each kind.
struct RandomSchemaTests {
  /// A generator of random schemas, each with a value that satisfies it.
  private struct Maker {
    var state: UInt64

    mutating func draw(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }

    mutating func pair(_ depth: Int) -> (schema: JSONValue, value: JSONValue) {
      switch draw(depth > 3 ? 6 : 13) {
      case 0: return (["type": "string"], "some text")
      case 1: return (["type": "string", "format": "uri"], "https://example.com/a")
      case 2: return (["type": ["integer", "null"], "minimum": 0], 5)
      case 3: return (["enum": ["a", "b", 3]], "b")
      case 4: return (["type": "string", "pattern": "^[a-z]+$", "maxLength": 20], "abc")
      case 5: return ([["type": "boolean"], true, [:]][draw(3)], true)
      case 6: return array(depth)
      case 7:
        let (schema, value) = pair(depth + 1)
        let (other, _) = pair(depth + 1)
        return ([["anyOf": [other, schema]], ["anyOf": [schema, other]]][draw(2)], value)
      case 8:
        let (schema, value) = pair(depth + 1)
        return (["allOf": [schema, true]], value)
      case 9: return (["$ref": "#/$defs/badge"], [["text": "x", "size": 1], ["text": "y"]][draw(2)])
      case 10:
        let (schema, value) = object(depth)
        return (["if": ["required": ["m0"]], "then": schema, "else": true], value)
      default: return object(depth)
      }
    }

    mutating func array(_ depth: Int) -> (JSONValue, JSONValue) {
      let (schema, value) = pair(depth + 1)
      let count = draw(4)
      var keywords: JSONObject = ["type": "array", "items": schema]
      if draw(4) == 0 { keywords["minItems"] = .number(JSONNumber(count)) }
      if draw(4) == 0, count == 1 { keywords["uniqueItems"] = true }
      if draw(4) == 0, count > 0 { keywords["contains"] = schema }
      return (.object(keywords), .array(Array(repeating: value, count: count)))
    }

    mutating func object(_ depth: Int) -> (JSONValue, JSONValue) {
      var properties: JSONObject = [:]
      var value: JSONObject = [:]
      var required: [JSONValue] = []
      for place in 0..<draw(5) {
        let (schema, member) = pair(depth + 1)
        properties["m\(place)"] = schema
        if draw(5) > 0 {
          value["m\(place)"] = member
          if draw(2) == 0 { required.append(.string("m\(place)")) }
        }
      }
      var keywords: JSONObject = [
        "type": "object", "properties": .object(properties), "required": .array(required),
      ]
      if draw(3) == 0 { keywords["additionalProperties"] = false }
      if draw(4) == 0 { keywords["minProperties"] = .number(JSONNumber(draw(value.count + 1))) }
      if draw(4) == 0, value["m0"] != nil, value["m1"] != nil {
        keywords["dependentRequired"] = ["m0": ["m1"]]
      }
      if draw(5) == 0 { keywords["oneOf"] = [["required": ["m0"]], ["not": ["required": ["m0"]]]] }
      if draw(6) == 0 { keywords["patternProperties"] = ["^m[01]": true] }
      if draw(6) == 0 { keywords["unevaluatedProperties"] = false }
      return (.object(keywords), .object(value))
    }
  }

  @Test(arguments: 0..<40)
  func `each kind keeps its promise for random schemas`(round: Int) throws {
    var maker = Maker(state: UInt64(round) &* 7_919 &+ 1)
    var changed: [ChaosKind: Int] = [:]
    for seed in 0..<10 as Range<UInt64> {
      let (made, value) = maker.object(0)
      var root = made.objectValue ?? [:]
      root["$defs"] = [
        "badge": [
          "type": "object", "required": ["text"],
          "properties": ["text": ["type": "string"], "size": ["type": "number"]],
        ]
      ]
      let schema = JSONValue.object(root)
      let compiled = try SchemaCompiler.compile(
        schema, uri: "https://example.com/type", registry: SchemaRegistry(), formats: .assert)
      guard compiled.isValid(value) else { continue }
      let sections = [ChaosSection(id: nil, items: [ChaosItem(id: "i", viewType: "T", content: value)])]
      for kind in [
        ChaosKind.missingRequired, .wrongType, .nullValue, .missingOptional, .rightToLeft, .emoji, .longText,
      ] {
        let outcome = Chaos(kind: kind, seed: seed).apply(to: sections, schemas: ["T": schema])
        let content = outcome.sections[0].items[0].content
        #expect(outcome.isChanged == (content != value))
        guard outcome.isChanged else { continue }
        changed[kind, default: 0] += 1
        let mustBreak = [ChaosKind.missingRequired, .wrongType, .nullValue].contains(kind)
        #expect(
          compiled.isValid(content) != mustBreak, "\(kind) \(schema.text) \(value.text) \(content.text)")
      }
    }
    // Most kinds must find something to change in most rounds.
    #expect(changed.count >= 5)
  }
}
