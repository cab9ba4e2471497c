import JSONText
import SeededRandom
import Testing

@testable import JSONSchema

/// The compilation of any document gives a schema or errors.
@Suite struct HostileDocumentTests {
  private static let keywords = [
    "$ref", "$dynamicRef", "$dynamicAnchor", "$anchor", "$id", "$schema", "$defs", "type", "enum", "const",
    "properties",
    "patternProperties", "additionalProperties", "required", "items", "prefixItems", "contains",
    "minContains", "not",
    "if", "then", "else", "allOf", "anyOf", "oneOf", "unevaluatedItems", "unevaluatedProperties",
    "propertyNames",
    "dependentSchemas", "dependentRequired", "dependencies", "format", "pattern", "minimum", "multipleOf",
    "minLength",
    "maxItems", "uniqueItems", "a", "b",
  ]
  private static let strings = [
    "#", "#/", "#/$defs/a", "#a", "a", "b.json", "#/properties/b/not", "string", "object", "^(a|b)+$", "(",
    "uri", "%",
    "https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2019-09/schema", "",
  ]

  private func value(_ depth: Int, _ random: inout SplitMix64) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 5), using: &random) {
    case 0: return .bool(Bool.random(using: &random))
    case 1: return .string(Self.strings.randomElement(using: &random) ?? "")
    case 2: return .number(JSONNumber(Int.random(in: -2...5, using: &random)))
    case 3: return .null
    case 4: return .string(Self.strings.randomElement(using: &random) ?? "")
    case 5: return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth - 1, &random) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        object[Self.keywords.randomElement(using: &random) ?? "a"] = value(depth - 1, &random)
      }
      return .object(object)
    }
  }

  @Test func `any document compiles or has errors`() throws {
    var random = SplitMix64(seed: 7)
    var compiled = 0
    for _ in 0..<4_000 {
      var registry = SchemaRegistry()
      registry.add(uri: "schema:/b.json", document: value(2, &random))
      let document = value(5, &random)
      do throws(SchemaErrors) {
        let schema = try SchemaCompiler.compile(document, registry: registry, formats: .assert)
        compiled += 1
        for _ in 0..<4 {
          let instance = value(3, &random)
          #expect(schema.isValid(instance) == schema.validate(instance).isEmpty)
        }
      } catch {
        #expect(!error.errors.isEmpty)
        #expect(error.errors.allSatisfy { !$0.message.isEmpty })
      }
    }
    #expect(compiled > 100)
  }
}
