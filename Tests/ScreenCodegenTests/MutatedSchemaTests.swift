import JSONText
import ScreenCodegen
import SeededRandom
import Testing

@Suite struct MutatedSchemaTests {
  /// Values that an author could write into a schema by mistake.
  private static let junk: [JSONValue] = [
    .null, true, false, 0, -1, "", "string", "object", "null", [], [:], ["$ref": "#"],
    ["$ref": "#/$defs/node"],
    ["type": "object"], ["type": ["object", "null"]], ["type": "array"], ["enum": []],
    ["enum": ["a", .null, 1]], ["const": .null],
    ["oneOf": []], ["anyOf": [true, false]], ["allOf": [["$ref": "#"]]], [["const": "a"], ["const": "b"]],
    ["null"],
    ["items": ["$ref": "#"]], ["required": ["a"], "additionalProperties": false],
  ]
  private static let keywords = [
    "type", "properties", "required", "enum", "const", "oneOf", "anyOf", "allOf", "items", "$ref",
    "additionalProperties",
    "patternProperties", "prefixItems", "format", "title", "if", "then", "minProperties", "maxProperties",
    "$defs", "$id", "not",
  ]

  private static func mutate(_ value: JSONValue, _ random: inout SplitMix64) -> JSONValue {
    if random.chance(4) { return random.pick(junk, or: .null) }
    switch value {
    case .array(let elements):
      return .array(elements.map { mutate($0, &random) })
    case .object(let object):
      var mutated = JSONObject()
      for member in object where !random.chance(3) { mutated[member.name] = mutate(member.value, &random) }
      if random.chance(8) { mutated[random.pick(keywords, or: "type")] = random.pick(junk, or: .null) }
      return .object(mutated)
    default: return value
    }
  }

  static func viewTypes(_ count: Int) -> [(name: String, schema: JSONValue)] {
    var random = SplitMix64(seed: 29)
    return (0..<count).map { index in
      let schema = RandomSchema.viewType(&random).schema
      return ("TYPE_\(index)", mutate(schema, &random))
    }
  }

  @Test func `every mutated schema gives files`() {
    let viewTypes = Self.viewTypes(1_000)
    let generator = SwiftGenerator(viewTypes)
    #expect(generator.files.count == viewTypes.count + 2)
    #expect(SwiftGenerator(viewTypes.reversed()).files == generator.files)
  }

  @Test func `the source of mutated schemas compiles`() throws {
    let program = try RoundTripProgram(SwiftGenerator(Self.viewTypes(80)))
    let lint = try Toolchain.lint(program.files)
    #expect(lint.status == 0, "\(lint.output.prefix(4_000))")
  }
}
