import JSONSchema
import JSONText
import Testing

/// One set of documents, and what a reader of them asks.
@Suite struct ResolvedSchemaTests {
  private let library = SchemaLibrary([
    "app:/types/CARD.json": [
      "title": "Card", "type": "object",
      "properties": [
        "title": ["$ref": "TEXT.json"], "next": ["$ref": "#"], "tint": ["$ref": "TEXT.json#/$defs/color"],
        "size": ["$ref": "#size"],
      ],
      "patternProperties": ["^x-": ["type": "string"], "^y-": true],
      "additionalProperties": ["description": "Anything else."],
      "$defs": ["size": ["$anchor": "size", "enum": ["small", "large"]]],
    ],
    "app:/types/TEXT.json": [
      "description": "A text.", "anyOf": [["type": "string"], ["$ref": "CARD.json#/properties/title"]],
      "allOf": [["$ref": "#/$defs/long"]],
      "$defs": [
        "color": ["default": "red"], "long": ["minLength": 3, "if": true, "then": ["maxLength": 9]],
      ],
    ],
    "app:/types/OWN.json": [
      "$id": "https://example.com/own", "items": ["$ref": "#/$defs/part"],
      "$defs": ["part": ["$id": "inner", "$ref": "#here", "$defs": ["x": ["$anchor": "here", "const": 1]]]],
    ],
  ])

  private func schema(_ name: String) throws -> ResolvedSchema {
    try #require(library.schema(at: "app:/types/\(name).json"))
  }

  private func texts(_ schemas: some Sequence<ResolvedSchema>) -> [String] {
    schemas.map { "\($0.location.document.split(separator: "/").last ?? "")#\($0.location.pointer)" }
  }

  @Test func `references lead to documents, pointers, anchors and the schema itself`() throws {
    let card = try schema("CARD")
    let targets = card.parts("properties").map { "\($0.name) \(texts([$0.schema.reference ?? card])[0])" }
    #expect(
      targets == [
        "title TEXT.json#", "next CARD.json#", "tint TEXT.json#/$defs/color", "size CARD.json#/$defs/size",
      ])
    #expect(card.part("properties", "next")?.reference == card)
    #expect(card.part("properties", "title")?.reference?["description"] == "A text.")
    #expect(card.target(of: "TEXT.json#/$defs/color")?["default"] == "red")
    #expect(card.part("properties", "none") == nil)
    #expect(card.part("items") == nil)
  }

  @Test(arguments: [
    "NONE.json", "#/none", "#none", "TEXT.json#none", "#/%zz", "#/$defs/~2", "https://example.com/x",
  ])
  func `a reference to nothing is unknown`(reference: String) throws {
    let library = SchemaLibrary(["app:/A.json": ["$ref": .string(reference)], "app:/TEXT.json": true])
    let schema = try #require(library.schema(at: "app:/A.json"))
    #expect(schema.reference == nil)
    #expect(schema.hasUnknownReference)
    #expect(schema.inPlace.isEmpty)
  }

  @Test func `a resource inside a document has its own base and anchors`() throws {
    let own = try schema("OWN")
    #expect(library.schema(at: "https://example.com/own") == own)
    let part = try #require(own.part("items")?.reference)
    #expect(library.schema(at: "https://example.com/inner") == part)
    #expect(part.reference?["const"] == 1)
    #expect(own.target(of: "#here") == nil)
    #expect(part.location.document == "app:/types/OWN.json")
    #expect(library.schema(at: part.location) == part)
  }

  @Test func `names of pointers and anchors can begin with a combining character`() throws {
    let library = SchemaLibrary([
      "a:b": ["\u{301}x": ["const": 1], "$defs": ["x": ["$anchor": "\u{301}x", "const": 2]]]
    ])
    let schema = try #require(library.schema(at: "a:b"))
    #expect(schema.target(of: "#/\u{301}x")?["const"] == 1)
    #expect(schema.target(of: "#\u{301}x")?["const"] == 2)
  }

  @Test func `a schema and what applies to the same value are listed once, across documents and cycles`()
    throws
  {
    let title = try #require(schema("CARD").part("properties", "title"))
    let expanded = [title].expanded(limit: 100)
    #expect(expanded.isComplete)
    #expect(
      texts(expanded.schemas) == [
        "CARD.json#/properties/title", "TEXT.json#", "TEXT.json#/allOf/0", "TEXT.json#/$defs/long",
        "TEXT.json#/$defs/long/if", "TEXT.json#/$defs/long/then", "TEXT.json#/anyOf/0", "TEXT.json#/anyOf/1",
      ])
    let certain = [title].expanded(limit: 100, \.isCertain).schemas
    #expect(texts(certain).last == "TEXT.json#/$defs/long")
    #expect(![title].expanded(limit: 3).isComplete)
    #expect([title].expanded(limit: 3).schemas.count == 3)
  }

  @Test func `members and elements have the schemas that may apply`() throws {
    let card = try schema("CARD")
    #expect(
      card.applied(toMember: "title").map(\.keyword) == [
        "properties", "patternProperties", "patternProperties",
      ])
    #expect(
      card.applied(toMember: "x-1").map(\.keyword) == [
        "patternProperties", "patternProperties", "additionalProperties",
      ])
    #expect(card.applied(toMember: "other").last?.schema["description"] == "Anything else.")
    let lists = SchemaLibrary([
      "a:new": ["prefixItems": [["title": "first"]], "items": ["title": "rest"], "contains": true],
      "a:old": ["items": [["title": "first"]], "additionalItems": ["title": "rest"]],
    ])
    for uri in ["a:new", "a:old"] {
      let list = try #require(lists.schema(at: uri))
      #expect(list.applied(toElement: 0).first?.schema["title"] == "first")
      #expect(list.applied(toElement: 1).first?.schema["title"] == "rest")
      #expect(list.applied(toElement: 1).first?.isCertain == true)
    }
  }

  @Test func `references can be replaced by absolute ones`() throws {
    let text = try schema("TEXT").replacingReferences {
      $0.location.document == "app:/types/TEXT.json" ? "here\($0.location.pointer)" : nil
    }
    #expect(text["allOf"] == [["$ref": "here/$defs/long"]])
    #expect(text["anyOf"]?.arrayValue?.last == ["$ref": "CARD.json#/properties/title"])
    #expect(try text["$defs"] == schema("TEXT")["$defs"])
  }

  @Test func `the keywords of any value can be asked for`() throws {
    for document in [true, false, .null, 5, "x", [], ["properties": 5, "allOf": 5, "items": "x", "$ref": 5]]
      as [JSONValue]
    {
      let schema = try #require(SchemaLibrary(["a:b": document]).schema(at: "a:b"))
      #expect([schema].expanded(limit: 10).schemas == [schema])
      #expect(schema.applied(toMember: "a").isEmpty)
      #expect(schema.parts("properties").isEmpty && schema.parts("allOf").isEmpty)
      #expect(schema.replacingReferences { _ in "x" } == document)
    }
  }
}
