import JSONSchema
import JSONText
import ScreenChaos
import Testing

/// Schemas with other keywords than the shipped ones.
struct SchemaShapeTests {
  private func outcome(
    _ kind: ChaosKind, seed: UInt64 = 0, _ schema: JSONValue, _ content: JSONValue,
    others: [String: JSONValue] = [:]
  ) -> (isChanged: Bool, content: JSONValue, pointers: [String]) {
    var schemas = others
    schemas["T"] = schema
    let sections = [ChaosSection(id: nil, items: [ChaosItem(id: "a", viewType: "T", content: content)])]
    let outcome = Chaos(kind: kind, seed: seed).apply(to: sections, schemas: schemas)
    return (
      outcome.isChanged, outcome.sections[0].items[0].content,
      outcome.changes.compactMap { $0.pointer?.description }
    )
  }

  @Test func `texts that people read are damaged first, and links never`() {
    let schema: JSONValue = [
      "properties": [
        "link": ["type": "string", "x-meaning": "route"], "style": ["type": "string"],
        "title": ["type": "string", "x-meaning": "text"],
      ]
    ]
    let content: JSONValue = ["link": "home", "style": "bold", "title": "Today"]
    for seed in 0..<20 as Range<UInt64> {
      let long = outcome(.longText, seed: seed, schema, content)
      #expect(long.pointers == ["/title", "/style"])
      #expect(long.content["link"] == "home")
      // The one word without a place for a line break.
      #expect(long.content["title"]?.stringValue?.contains(" ") == false)
      #expect(outcome(.rightToLeft, seed: seed, schema, content).pointers.first == "/title")
    }
  }

  @Test func `a member that only one of two alternatives requires is not removed`() {
    let either: JSONValue = ["anyOf": [["required": ["a"]], ["required": ["b"]]]]
    #expect(!outcome(.missingRequired, either, ["a": 1, "b": 2]).isChanged)
    #expect(outcome(.missingRequired, either, ["a": 1]).content == [:])
    #expect(outcome(.missingOptional, either, ["a": 1, "b": 2, "c": 3]).content == ["a": 1, "b": 2])
  }

  @Test func `alternatives are distinguished by their constants`() {
    let schema: JSONValue = [
      "oneOf": [
        ["properties": ["kind": ["const": "text"]], "required": ["kind", "text"]],
        [
          "properties": ["kind": ["const": "image"], "alt": ["type": "string"]], "required": ["kind", "url"],
        ],
      ]
    ]
    for seed in 0..<20 as Range<UInt64> {
      let result = outcome(.missingRequired, seed: seed, schema, ["kind": "text", "text": "a", "x": 1])
      #expect(["/kind", "/text"].contains(result.pointers.first))
    }
    #expect(
      outcome(.longText, schema, ["kind": "image", "url": "u", "alt": "b"]).pointers == ["/url", "/alt"])
    #expect(
      outcome(.missingOptional, schema, ["kind": "image", "url": "u", "alt": "b"]).pointers == ["/alt"])
  }

  @Test(
    arguments: [
      ["$ref": "#/$defs/text"], ["$ref": "#text"], ["$ref": "OTHER.json"],
      ["$ref": "./OTHER.json#/$defs/text"],
      ["allOf": [["$ref": "#/%24defs/text"]]], ["$ref": "marquee:/types/OTHER.json"],
      ["$ref": "OTHER.json#other"],
    ] as [JSONValue])
  func `references lead to definitions, anchors and other view types`(reference: JSONValue) {
    let schema: JSONValue = [
      "properties": ["a": reference],
      "$defs": ["text": ["$anchor": "text", "type": "object", "required": ["t"]]],
    ]
    let other: JSONValue = [
      "type": "object", "required": ["t"],
      "$defs": ["text": ["$anchor": "other", "type": "object", "required": ["t"]]],
    ]
    let result = outcome(.missingRequired, schema, ["a": ["t": 1]], others: ["OTHER": other])
    #expect(result.pointers == ["/a/t"])
    #expect(outcome(.wrongType, schema, ["a": ["t": 1]], others: ["OTHER": other]).pointers == ["/a"])
  }

  @Test func `items, prefixItems and additionalProperties lead to elements and members`() {
    let text: JSONValue = ["type": "object", "required": ["t"]]
    for (schema, content) in [
      (["items": text], [["t": 1]]), (["prefixItems": [true, text]], [0, ["t": 1]]),
      (["prefixItems": [true], "items": text], [["t": 1], ["t": 1]]),
      (["additionalProperties": text], ["x": ["t": 1]]),
    ] as [(JSONValue, JSONValue)] {
      let result = outcome(.missingRequired, schema, content)
      #expect(result.pointers.first?.hasSuffix("/t") == true)
      #expect(result.pointers.first != "/0/t" || schema["prefixItems"] == nil)
    }
  }

  @Test func `a value whose schema allows two types gets a third type`() {
    let schema: JSONValue = ["properties": ["a": ["type": ["string", "null", "number"]]]]
    #expect(!outcome(.nullValue, schema, ["a": "x"]).isChanged)
    #expect(outcome(.wrongType, schema, ["a": "x"]).content == ["a": ["x"]])
    #expect(
      outcome(.wrongType, ["properties": ["a": ["type": "string"]]], ["a": "320"]).content == ["a": 320])
    #expect(outcome(.wrongType, ["properties": ["a": ["type": "integer"]]], ["a": 5]).content == ["a": "5"])
    #expect(
      outcome(.wrongType, ["properties": ["a": ["type": "boolean"]]], ["a": true]).content == ["a": "true"])
    #expect(
      outcome(.wrongType, ["properties": ["a": ["type": "array"]]], ["a": [5]]).content == ["a": ["0": 5]])
    #expect(outcome(.wrongType, ["properties": ["a": ["type": "object"]]], ["a": [:]]).content == ["a": []])
  }

  @Test(
    arguments: [
      ["format": "uri"], ["pattern": "."], ["enum": ["x", "y"]], ["const": "x"], ["maxLength": 5],
      ["anyOf": [["format": "date"], true]], ["not": ["const": "y"]], ["$dynamicRef": "#x"],
      ["contentEncoding": "base64"], ["minLength": 10_001], ["$ref": "https://example.com/other"],
      ["$ref": "#/nowhere"], 5,
    ] as [JSONValue])
  func `a string with a restricted text stays unchanged`(rule: JSONValue) {
    let schema: JSONValue = ["properties": ["a": rule]]
    #expect(outcome(.longText, schema, ["a": "x"]).pointers.isEmpty)
    #expect(outcome(.longText, schema, ["a": "x", "b": "y"]).pointers == ["/b"])
    if rule != ["maxLength": 5] { #expect(outcome(.rightToLeft, schema, ["a": "x"]).pointers.isEmpty) }
  }

  @Test func `lengths in scalars stay within the bounds`() {
    for seed in 0..<100 as Range<UInt64> {
      let schema: JSONValue = [
        "properties": [
          "a": ["maxLength": 9], "b": ["minLength": 50], "c": ["minLength": 10_000, "maxLength": 10_000],
        ]
      ]
      let content: JSONValue = ["a": "x", "b": .string(String(repeating: "x", count: 60))]
      for kind in [ChaosKind.emoji, .rightToLeft] {
        let result = outcome(kind, seed: seed, schema, content)
        #expect((result.content["a"]?.stringValue?.unicodeScalars.count ?? 99) <= 9)
        #expect((result.content["b"]?.stringValue?.unicodeScalars.count ?? 0) >= 50)
        #expect(result.content["b"] != content["b"])
      }
    }
    let exact: JSONValue = ["properties": ["c": ["minLength": 10_000, "maxLength": 10_000]]]
    let text = JSONValue.string(String(repeating: "x", count: 10_000))
    #expect(outcome(.longText, exact, ["c": text]).pointers == ["/c"])
  }

  @Test func `values under uniqueItems, enum or const stay unchanged`() {
    let unique: JSONValue = ["properties": ["a": ["type": "array", "uniqueItems": true]]]
    #expect(!outcome(.longText, unique, ["a": ["x", "y"]]).isChanged)
    #expect(outcome(.missingOptional, unique, ["a": [["x": 1], ["x": 2]]]).content == [:])
    let whole: JSONValue = ["required": ["a"], "properties": ["a": ["enum": [["x": "y"]]]]]
    for kind in [ChaosKind.longText, .missingOptional] {
      #expect(!outcome(kind, whole, ["a": ["x": "y"]]).isChanged)
    }
  }

  @Test func `members that others depend on stay`() {
    let schema: JSONValue = ["required": ["card"], "dependentRequired": ["card": ["owner"]]]
    #expect(
      outcome(.missingOptional, schema, ["card": 1, "owner": 2, "note": 3]).content == [
        "card": 1, "owner": 2,
      ])
    let least: JSONValue = ["minProperties": 2]
    #expect(outcome(.missingOptional, least, ["a": 1, "b": 2, "c": 3]).content.objectValue?.count == 2)
  }

  @Test func `a view type without a schema accepts any content`() {
    #expect(outcome(.longText, true, ["a": "x"]).pointers == ["/a"])
    #expect(outcome(.missingOptional, true, ["a": "x"]).content == [:])
    #expect(!outcome(.wrongType, true, ["a": "x"]).isChanged)
    #expect(!outcome(.missingRequired, true, ["a": "x"]).isChanged)
  }
}
