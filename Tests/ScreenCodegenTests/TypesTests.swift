import JSONText
import Testing

@Suite struct TypesTests {
  @Test(
    arguments: [
      (["type": "string"], "String"), (["type": "string", "format": "uri"], "URL"),
      (["type": "string", "format": "uri-reference"], "String"),
      (["type": "string", "format": "date-time"], "Date"),
      (["type": "string", "format": "date"], "String"), (["type": "string", "format": "uuid"], "UUID"),
      (["type": "string", "format": "uuid", "pattern": "^[a-f]"], "String"), (["type": "integer"], "Int"),
      (["type": "integer", "minimum": 0, "exclusiveMaximum": 10], "Int"), (["type": "number"], "Double"),
      (["type": ["integer", "number"]], "Double"), (["type": "boolean"], "Bool"), (["enum": [1, 2]], "Int"),
      (["type": "array", "items": ["type": ["string", "null"]]], "[String?]"),
      (["type": "object", "additionalProperties": ["type": "integer"]], "[String: Int]"),
      (["type": "object"], "[String: JSONValue]"), (["type": ["string", "integer"]], "JSONValue"),
      (true, "JSONValue"),
      (["type": ["string", "null"]], "String?"),
    ] as [(JSONValue, String)])
  func `each schema has its Swift type`(schema: JSONValue, type: String) {
    let text = CardText.of(["type": "object", "required": ["x"], "properties": ["x": schema]])
    #expect(text.contains("  public var x: \(type)\n"))
    let optional = CardText.of(["type": "object", "properties": ["x": schema]])
    #expect(optional.contains("  public var x: \(type.hasSuffix("?") ? type : type + "?")\n"))
  }

  @Test func `an integer with bounds beyond Int becomes a JSONNumber`() throws {
    let schema = try JSONParser.parse(
      #"{"type":"object","properties":{"x":{"type":"integer","maximum":18446744073709551615}}}"#)
    #expect(CardText.of(schema).contains("  public var x: JSONNumber?\n"))
  }

  @Test func `a member kept as JSON says why`() {
    let text = CardText.of(["type": "object", "properties": ["x": ["type": ["string", "integer"]]]])
    #expect(
      text.contains(
        "  /// `x`.\n  ///\n  /// Kept as JSON: the value can have several types.\n  public var x: JSONValue?\n"
      ))
  }

  @Test func `a description next to a reference documents the member`() {
    let text = CardText.of([
      "type": "object", "properties": ["x": ["$ref": "#/$defs/s", "description": "Mine."]],
      "$defs": ["s": ["type": "object", "description": "Its own.", "properties": ["a": true]]],
    ])
    #expect(text.contains("  /// Mine.\n  public var x: S?\n"))
    #expect(text.contains("  /// Its own.\n  public struct S: Codable, Hashable, Sendable {\n"))
  }

  @Test func `a union with a tag becomes an enum`() {
    let text = CardText.of([
      "type": "object",
      "properties": ["x": ["oneOf": [["$ref": "#/$defs/image"], ["$ref": "#/$defs/clip"]]]],
      "$defs": [
        "image": [
          "type": "object", "required": ["kind"],
          "properties": ["kind": ["const": "image"], "url": ["type": "string"]],
        ],
        "clip": ["type": "object", "required": ["kind"], "properties": ["kind": ["const": "video"]]],
      ],
    ])
    #expect(text.contains("    case image(Image)\n"))
    #expect(text.contains("    case video(Clip)\n"))
    #expect(text.contains("    case unknown(JSONValue)\n"))
    #expect(text.contains("public init(kind: Kind = .image, url: String? = nil) {\n"))
  }

  @Test func `the title of a constant documents its case`() {
    let text = CardText.of([
      "type": "object",
      "properties": ["x": ["oneOf": [["const": "a", "title": "The first."], ["const": "b"]]]],
    ])
    #expect(text.contains("    /// The first.\n    case a\n    /// `b`.\n    case b\n"))
  }

  @Test func `the parts of allOf become one type`() {
    let text = CardText.of([
      "allOf": [
        ["$ref": "#/$defs/base"],
        ["type": "object", "required": ["b"], "properties": ["b": ["type": "integer"]]],
      ], "$defs": ["base": ["type": "object", "required": ["a"], "properties": ["a": ["type": "string"]]]],
    ])
    #expect(
      text.contains("  public init(b: Int, a: String) {\n")
        || text.contains("  public init(a: String, b: Int) {\n"))
  }
}
