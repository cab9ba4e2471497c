import JSONText
import ScreenCodegen
import Testing

@Suite struct BoundsTests {
  private static let deep: JSONValue = (0..<400).reduce(["type": "string"]) { inner, _ in
    ["type": "object", "properties": ["x": inner]]
  }
  private static let deepArray: JSONValue = (0..<400).reduce(["type": "string"]) { inner, _ in
    ["type": "array", "items": inner]
  }
  /// Each level of `allOf` doubles the number of parts.
  private static let doubling: JSONValue = .object([
    "allOf": [["$ref": "#/$defs/d0"], ["$ref": "#/$defs/d0"]],
    "$defs": .object(
      (0..<60).reduce(into: JSONObject()) { all, step in
        let next = JSONValue.string("#/$defs/d\(step + 1)")
        all["d\(step)"] = [
          "allOf": [["$ref": next], ["$ref": next]],
          "properties": ["a": ["$ref": next], "b": ["$ref": next]],
        ]
      }),
  ])
  /// Each object contains the next one twice.
  private static let wide: JSONValue = (0..<14).reduce(["type": "string"]) { inner, _ in
    ["type": "object", "properties": ["x": inner, "y": inner]]
  }

  static let schemas: [(name: String, schema: JSONValue)] = [
    ("DEEP", deep), ("DEEP_ARRAY", ["type": "object", "properties": ["x": deepArray]]),
    ("DOUBLING", doubling),
    ("SELF", ["$ref": "#"]), ("SELF_ALL", ["allOf": [["$ref": "#"], ["type": "object"]]]),
    ("ROUND", ["$ref": "#/$defs/a", "$defs": ["a": ["$ref": "#/$defs/b"], "b": ["$ref": "#/$defs/a"]]]),
    ("LIST", ["type": "array", "items": ["$ref": "#"]]),
    ("ENDLESS", ["type": "object", "required": ["x"], "properties": ["x": ["$ref": "#"]]]),
    (
      "CHAIN",
      [
        "type": "object",
        "properties": [
          "next": ["$ref": "#"], "nexts": ["type": "object", "additionalProperties": ["$ref": "#"]],
        ],
      ]
    ),
    (
      "TREE",
      [
        "oneOf": [
          [
            "type": "object", "required": ["leaf"], "properties": ["leaf": ["type": "string"]],
            "additionalProperties": false,
          ],
          [
            "type": "object", "required": ["both"], "properties": ["both": ["$ref": "#/$defs/pair"]],
            "additionalProperties": false,
          ],
        ],
        "$defs": [
          "pair": [
            "type": "object", "required": ["l", "r"], "properties": ["l": ["$ref": "#"], "r": ["$ref": "#"]],
          ]
        ],
      ]
    ),
    ("PING", ["type": "object", "properties": ["pong": ["$ref": "PONG.json"]]]),
    ("PONG", ["type": "object", "properties": ["ping": ["$ref": "PING.json"]], "required": ["ping"]]),
    (
      "MANY",
      [
        "type": "object",
        "properties": .object((0..<450).reduce(into: JSONObject()) { $0["m\($1)"] = ["type": "integer"] }),
      ]
    ),
    ("LONG_ENUM", ["enum": .array((0..<600).map { .string("v\($0)") })]),
    ("NOTHING", false), ("ANYTHING", true), ("NUMBER", 3),
    ("STRANGE", ["type": 3, "properties": 4, "enum": "x", "allOf": [1]]),
    (
      "ELSEWHERE",
      [
        "type": "object",
        "properties": [
          "a": ["$ref": "https://a.example/b.json"], "b": ["$ref": "#/nowhere"], "c": ["$ref": "GONE.json"],
          "d": ["$dynamicRef": "#x"], "e": ["$ref": "#anchor"],
        ], "$defs": ["x": ["$anchor": "anchor", "type": "integer"]],
      ]
    ),
    ("NULLABLE_ROOT", ["type": ["object", "null"], "properties": ["a": ["type": "string"]]]),
    ("PRICE", ["type": "object", "required": ["amount"], "properties": ["amount": ["type": "number"]]]),
  ]

  /// Contents of some of the schemas.
  static let contents: [(viewType: String, content: JSONValue)] = [
    ("CHAIN", ["next": ["next": [:], "nexts": ["a": [:]]]]), ("LIST", [[], [[]]]),
    ("TREE", ["both": ["l": ["leaf": "a"], "r": ["both": ["l": ["leaf": "b"], "r": ["leaf": "c"]]]]]),
    ("PING", ["pong": ["ping": ["pong": ["ping": [:]]]]]), ("MANY", ["m1": 1, "m449": 2]),
    ("LONG_ENUM", "v599"),
    ("ANYTHING", [1, .null]), ("SELF", ["a": 1]), ("ELSEWHERE", ["a": 1, "b": .null, "e": 3]),
    ("NULLABLE_ROOT", .null),
    ("NULLABLE_ROOT", ["a": "b"]), ("ENDLESS", ["x": ["x": 1]]),
    ("PRICE", ["amount": 8000]),
  ]

  @Test func `every schema gives source that compiles`() throws {
    let program = try RoundTripProgram(SwiftGenerator(Self.schemas))
    let contents = Self.contents
    let results = try program.run(contents)
    try #require(results.count == contents.count)
    for (result, content) in zip(results, contents) {
      #expect(
        (try? JSONParser.parse(result))?.isEquivalent(to: content.content) == true, "\(content) \(result)")
    }
    let lint = try Toolchain.lint(program.files)
    #expect(lint.status == 0, "\(lint.output.prefix(4_000))")
  }

  @Test func `the source of an exponentially growing schema is bounded`() {
    let bytes = SwiftGenerator([("WIDE", Self.wide)]).files.reduce(0) { $0 + $1.text.utf8.count }
    #expect(bytes > 100_000 && bytes < 4_000_000)
  }
}
