import JSONText
import ScreenChaos
import Testing

/// Every kind ends and reports its changes, for any schema and content.
struct HostileSchemaTests {
  private static func nested(_ depth: Int) -> JSONValue {
    (0..<depth).reduce("x") { value, level in level % 2 == 0 ? ["a": value] : [value] }
  }

  private static let schemas: [JSONValue] = [
    ["$ref": "#"], ["$ref": "T.json"], ["allOf": [["$ref": "#"], ["$ref": "#"]]],
    ["anyOf": [["$ref": "#"], ["$ref": "#/anyOf/0"], ["not": ["$ref": "#"]]]],
    ["properties": ["a": ["$ref": "#"]], "items": ["$ref": "#"], "required": ["a"]],
    [
      "allOf": [["$ref": "#/$defs/x"], ["$ref": "#/$defs/x"]],
      "$defs": ["x": ["allOf": [["$ref": "#"], ["$ref": "#/$defs/x"]]]],
    ],
    false, true, .null, 5, "x", [], ["type": 5], ["required": "a"], ["properties": []], ["items": []],
    ["enum": 5], ["allOf": 5], ["$ref": 5], ["$ref": "#/%zz"], ["$ref": "%"],
    ["minLength": -1, "maxLength": -5],
    ["minProperties": -1], ["minLength": .number(JSONNumber(text: "1e400") ?? JSONNumber(0))],
    ["patternProperties": ["(": false]],
    ["if": ["$ref": "#"], "then": false], ["dependentSchemas": ["a": ["$ref": "#"]]],
    ["$id": "x", "$ref": "x#a"],
    ["prefixItems": 1, "contains": ["$ref": "#"]], ["propertyNames": false], ["unevaluatedProperties": false],
  ]

  private static let contents: [JSONValue] = [
    .null, true, 1, "x", [], [:], nested(500), ["a": ["a": ["a": "x"]]], [["a"], [["a": .null]]],
    .array(Array(repeating: ["a": "x", "b": 1], count: 300)),
  ]

  @Test(arguments: ChaosKind.allCases)
  func `any schema and any content are accepted`(kind: ChaosKind) {
    for schema in Self.schemas {
      for content in Self.contents {
        let sections = [
          ChaosSection(id: "s", items: [ChaosItem(id: "i", viewType: "T", content: content)])
        ]
        let outcome = Chaos(kind: kind, seed: 9).apply(to: sections, schemas: ["T": schema])
        #expect(outcome.isChanged == (outcome.sections != sections))
      }
    }
  }

  @Test func `many members and many alternatives take limited time`() {
    var members: JSONObject = [:]
    var properties: JSONObject = [:]
    for place in 0..<500 {
      members["m\(place)"] = ["a": "x"]
      properties["m\(place)"] = ["anyOf": [["$ref": "#/$defs/a"], ["$ref": "#/$defs/b"], true]]
    }
    let schema: JSONValue = [
      "properties": .object(properties),
      "anyOf": .array((0..<200).map { ["required": [.string("m\($0)")]] }),
      "$defs": ["a": ["required": ["a"]], "b": ["properties": ["a": ["type": "string"]]]],
    ]
    let sections = [
      ChaosSection(id: nil, items: [ChaosItem(id: "i", viewType: "T", content: .object(members))])
    ]
    for kind in ChaosKind.allCases {
      let outcome = Chaos(kind: kind, seed: 9).apply(to: sections, schemas: ["T": schema])
      #expect(outcome.isChanged == (outcome.sections != sections))
    }
  }

  @Test func `at most 2,000 texts of a screen are replaced`() {
    for (count, expected) in [(2_000, 2_000), (2_001, 2_000)] {
      let content = JSONValue.array(Array(repeating: "x", count: count))
      let sections = [ChaosSection(id: nil, items: [ChaosItem(id: "i", viewType: "T", content: content)])]
      #expect(Chaos(kind: .emoji, seed: 1).apply(to: sections, schemas: [:]).changes.count == expected)
    }
  }

  @Test func `values deeper than 96 stay unchanged`() {
    for (depth, isChanged) in [(96, true), (97, false)] {
      let sections = [
        ChaosSection(id: nil, items: [ChaosItem(id: "i", viewType: "T", content: Self.nested(depth))])
      ]
      #expect(Chaos(kind: .emoji, seed: 1).apply(to: sections, schemas: [:]).isChanged == isChanged)
    }
  }
}
