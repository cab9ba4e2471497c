import JSONText
import Testing

@testable import JSONSchema

@Suite struct SchemaErrorTests {
  @Test func `each error is reported with its place`() throws {
    let text = #"""
      {"type":"strin","properties":{"a":{"minLength":-1,"pattern":"("},"b":[]},"required":"a",
       "patternProperties":{"[":true},"$defs":{"x":{"$ref":"gone.json"}}}
      """#
    #expect(
      Set(try errors(text)) == [
        "/type|invalid-keyword|expected \"array\", \"boolean\", \"integer\", \"null\", \"number\", \"object\" or \"string\"",
        "/properties/a/minLength|invalid-keyword|-1 is less than the minimum of 0",
        "/properties/b|invalid-keyword|expected a boolean or an object, found an array",
        "/required|invalid-keyword|expected an array, found a string",
        "/properties/a/pattern|invalid-pattern|not a regular expression: it ends too early, at character 2",
        "/patternProperties/[|invalid-pattern|not a regular expression: it ends too early, at character 2",
      ])
  }

  @Test func `unused definitions are checked against the meta-schema too`() throws {
    #expect(
      try errors(#"{"$defs":{"x":{"maximum":"9"}}}"#) == [
        "/$defs/x/maximum|invalid-keyword|expected a number, found a string"
      ])
  }

  @Test func `a schema is an object or a boolean`() throws {
    #expect(try errors("[]") == ["|invalid-keyword|expected an object or a boolean, found an array"])
    #expect(try schema("true").isValid(1))
    #expect(try schema("false").validate(1).map(\.message) == ["no value is allowed here"])
  }

  @Test func `an unknown dialect or vocabulary is an error`() throws {
    #expect(
      try errors(#"{"$schema":"https://example.com/mine"}"#) == [
        #"/$schema|unknown-dialect|unknown meta-schema "https://example.com/mine""#
      ])
    var registry = SchemaRegistry()
    registry.add(
      uri: "https://example.com/mine",
      document: ["$vocabulary": ["https://example.com/vocabulary": true]])
    #expect(
      try errors(#"{"$schema":"https://example.com/mine"}"#, registry: registry) == [
        #"/$schema|unknown-vocabulary|unknown vocabulary "https://example.com/vocabulary""#
      ])
  }

  @Test func `identifiers are unique`() throws {
    #expect(
      try errors(#"{"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}}"#) == [
        #"/$defs/b/$anchor|duplicate-anchor|another schema has the anchor "x""#
      ])
    #expect(
      try errors(#"{"$defs":{"a":{"$id":"x"},"b":{"$id":"x"}}}"#) == [
        #"/$defs/b/$id|duplicate-identifier|another schema has the $id "x""#
      ])
    #expect(
      try errors(##"{"$id":"https://example.com/a#b"}"##).contains { $0.contains("identifier-with-fragment") }
    )
  }

  @Test func `the meta-schemas are valid against themselves`() throws {
    for (name, text) in MetaSchema.texts {
      let document = try json(text)
      #expect(document["$id"]?.stringValue == "https://json-schema.org/draft/2020-12/" + name)
      #expect(try SchemaCompiler.compile(document, uri: "https://example.com/copy").isValid(true))
    }
  }
}
