import JSONText
import Testing

@testable import JSONSchema

@Suite struct ReferenceTests {
  private func types() throws -> SchemaRegistry {
    var registry = SchemaRegistry()
    registry.add(
      uri: "marquee:/types/PRICE.json", document: try json(#"{"type":"object","required":["amount"]}"#))
    registry.add(
      uri: "marquee:/types/TITLE.json",
      document: try json(
        #"{"properties":{"price":{"$ref":"PRICE.json"}},"$defs":{"color":{"$anchor":"hue","type":"string"}}}"#
      ))
    return registry
  }

  @Test func `references lead from file to file`() throws {
    let compiled = try schema(
      #"{"properties":{"title":{"$ref":"TITLE.json"},"c":{"$ref":"TITLE.json#hue"}}}"#,
      uri: "marquee:/types/CARD.json", registry: types())
    let found = compiled.validate(["title": ["price": [:]], "c": 1])
    #expect(found.map(\.instanceLocation.description) == ["/title/price", "/c"])
    #expect(
      found.map(\.keywordLocation.description) == [
        "/properties/title/$ref/properties/price/$ref/required", "/properties/c/$ref/type",
      ])
    #expect(
      found.map(\.absoluteKeywordLocation) == [
        "marquee:/types/PRICE.json#/required", "marquee:/types/TITLE.json#/$defs/color/type",
      ])
  }

  @Test func `an unknown reference has the nearest name as its hint`() throws {
    let registry = try types()
    let uri = "marquee:/types/CARD.json"
    #expect(
      try errors(#"{"$ref":"PRISE.json"}"#, uri: uri, registry: registry) == [
        #"/$ref|unresolved-reference|unknown reference "PRISE.json"|did you mean PRICE.json?"#
      ])
    #expect(
      try errors(#"{"$ref":"TITLE.json#hues"}"#, uri: uri, registry: registry) == [
        #"/$ref|unresolved-reference|unknown reference "TITLE.json#hues"|did you mean TITLE.json#hue?"#
      ])
    #expect(
      try errors(##"{"items":{"$ref":"#/$defs/colour"},"$defs":{"color":{}}}"##) == [
        ##"/items/$ref|unresolved-reference|unknown reference "#/$defs/colour"|did you mean #/$defs/color?"##
      ])
    #expect(
      try errors(#"{"$ref":"https://example.com/far"}"#) == [
        #"/$ref|unresolved-reference|unknown reference "https://example.com/far""#
      ])
    #expect(
      try errors(##"{"$ref":"#/title","title":"x"}"##) == [
        ##"/$ref|not-a-schema|the reference "#/title" leads to a value that is not a schema"##
      ])
  }

  @Test func `adding a document again replaces it`() throws {
    var registry = try types()
    registry.add(uri: "marquee:/types/PRICE.json", document: true)
    let compiled = try schema(#"{"$ref":"PRICE.json"}"#, uri: "marquee:/types/X.json", registry: registry)
    #expect(compiled.isValid([:]))
    #expect(registry.uris == ["marquee:/types/PRICE.json", "marquee:/types/TITLE.json"])
  }

  @Test func `an error in a referenced document names that document`() throws {
    var registry = SchemaRegistry()
    registry.add(uri: "marquee:/types/BAD.json", document: ["type": "strin"])
    #expect {
      try SchemaCompiler.compile(["$ref": "BAD.json"], uri: "marquee:/types/A.json", registry: registry)
    } throws: { error in
      (error as? SchemaErrors)?.errors.map { "\($0.document)#\($0.pointer)" } == [
        "marquee:/types/BAD.json#/type"
      ]
    }
  }

  @Test func `a recursive schema follows the instance`() throws {
    let compiled = try schema(
      ##"{"type":"object","properties":{"next":{"$ref":"#"}},"additionalProperties":false}"##)
    #expect(compiled.isValid(["next": ["next": [:]]]))
    #expect(
      compiled.validate(["next": ["next": ["x": 1]]]).map(\.instanceLocation.description) == ["/next/next"])
  }

  @Test(arguments: [
    (##"{"$ref":"#"}"##, "/$ref"), (##"{"allOf":[{"$ref":"#"}]}"##, "/allOf/0/$ref"),
    (
      ##"{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[true,{"$ref":"#/$defs/b"}]},"b":{"$ref":"#/$defs/a"}}}"##,
      "/$defs/a/anyOf/1/$ref"
    ),
    (##"{"if":{"$ref":"#"}}"##, "/if/$ref"),
    (##"{"dependentSchemas":{"a":{"$ref":"#"}}}"##, "/dependentSchemas/a/$ref"),
  ])
  func `a cycle of references on one value is an error`(text: String, place: String) throws {
    let found = try errors(text)
    #expect(found.map { String($0.prefix { $0 != "|" }) } == [place])
    #expect(
      found.allSatisfy { $0.contains("|endless-reference|") && $0.hasSuffix(" forms an endless loop") })
  }

  @Test func `a cycle of dynamic references ends in an error`() throws {
    let compiled = try schema(##"{"$dynamicAnchor":"a","not":{"$dynamicRef":"#a"}}"##)
    #expect(!compiled.isValid(1))
    #expect(compiled.validate(1).map(\.kind) == [.tooDeep(limit: SchemaLimits.evaluationDepth)])
  }

  @Test func `a document of draft 2019-09 is read as such`() throws {
    var registry = SchemaRegistry()
    registry.add(
      uri: "https://example.com/old",
      document: try json(
        #"""
        {"$schema":"https://json-schema.org/draft/2019-09/schema","$recursiveAnchor":true,
         "prefixItems":[{"type":"string"}],"items":[{"type":"integer"}],"additionalItems":{"$recursiveRef":"#"}}
        """#))
    let compiled = try schema(#"{"$ref":"https://example.com/old"}"#, registry: registry)
    #expect(compiled.isValid([1, [2, [3]]]))
    #expect(compiled.validate([1, ["x"]]).map(\.instanceLocation.description) == ["/1/0"])
  }

  @Test func `identifiers in data do not count`() throws {
    let compiled = try schema(
      ##"{"$ref":"#a","enum":[{"$anchor":"a"},1],"$defs":{"x":{"$anchor":"a","type":"integer"}}}"##)
    #expect(compiled.isValid(1))
  }
}
