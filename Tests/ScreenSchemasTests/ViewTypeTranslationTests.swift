import JSONSchema
import JSONText
import ScreenSchemas
import Screens
import Testing

/// Translations of keywords that draft-07 does not have.
@Suite struct ViewTypeTranslationTests {
  /// The schema of definitions for one view type `T`, and another one that it can refer to.
  private func schemas(_ type: JSONValue) throws -> DocumentSchemas {
    var catalogue = Catalogue()
    let problems = catalogue.setViewTypes(["T": type, "OTHER": ["type": "string", "minLength": 2]])
    try #require(problems.isEmpty)
    catalogue.setFormat(
      try WireFormat(
        name: "viewItems", try JSONDocument(Array(#"{"screen":"$items","item":"$content"}"#.utf8))))
    return DocumentSchemas(catalogue, routes: [])
  }

  private func content(_ type: String) throws -> (definition: JSONValue, compiled: CompiledSchema) {
    let schema = try schemas(try JSONDocument(Array(type.utf8)).value).schema(of: .definition)
    return (schema, try EditedFolder.compile(schema))
  }

  private func document(_ content: String, isTemplate: Bool = false) throws -> JSONValue {
    let text = #"{"template":\#(isTemplate),"items":[{"viewType":"T","content":\#(content)}]}"#
    return try JSONDocument(Array(text.utf8)).value
  }

  @Test(arguments: [
    (
      ##"{"$defs":{"a":{"type":"string"}},"properties":{"x":{"$ref":"#/$defs/a","maxLength":2}}}"##,
      ##"{"x":"ab"}"##, ##"{"x":"abc"}"##
    ),
    (#"{"properties":{"x":{"$ref":"OTHER.json"}}}"#, #"{"x":"ab"}"#, #"{"x":"a"}"#),
    (
      ##"{"properties":{"x":{"$ref":"#"}},"required":["y"]}"##, ##"{"y":1,"x":{"y":2}}"##,
      ##"{"y":1,"x":{}}"##
    ),
    (
      ##"{"$defs":{"a/b":{"$anchor":"n","type":"null"}},"properties":{"x":{"$ref":"#n"}}}"##,
      ##"{"x":null}"##, ##"{"x":1}"##
    ),
    (
      ##"{"$defs":{"a b":{"type":"null"}},"properties":{"x":{"$ref":"#/$defs/a%20b"}}}"##, ##"{"x":null}"##,
      ##"{"x":1}"##
    ),
    (
      #"{"properties":{"x":{"prefixItems":[{"type":"string"}],"items":false}}}"#, #"{"x":["a"]}"#,
      #"{"x":["a",1]}"#
    ),
    (#"{"dependentRequired":{"x":["y"]}}"#, #"{"y":1}"#, #"{"x":1}"#),
    (#"{"dependentSchemas":{"x":{"required":["y"]}}}"#, #"{"x":1,"y":1}"#, #"{"x":1}"#),
    (#"{"allOf":[{"properties":{"x":true}}],"unevaluatedProperties":false}"#, #"{"x":1}"#, #"{"z":1}"#),
    (
      #"{"properties":{"x":{"format":"uri"}}}"#, #"{"x":"asset:noodles.jpg"}"#, #"{"x":"https://메뉴.example"}"#
    ),
    (
      #"{"properties":{"x":{"format":"uri","pattern":"^https:"}}}"#, #"{"x":"https://a.example"}"#,
      #"{"x":"http://a.example"}"#
    ),
    (#"{"if":{"required":["x"]},"then":{"required":["y"]}}"#, #"{"x":1,"y":1}"#, #"{"x":1}"#),
    (#"{"not":{"required":["x"]}}"#, #"{"y":1}"#, #"{"x":1}"#),
    (#"{"oneOf":[{"required":["x"]},{"required":["y"]}]}"#, #"{"y":1}"#, #"{"x":1,"y":1}"#),
  ])
  func `a translation accepts and refuses what the view type does`(
    type: String, accepted: String, refused: String
  ) throws {
    let schema = try content(type).compiled
    #expect(schema.isValid(try document(accepted)))
    #expect(!schema.isValid(try document(refused)))
    #expect(schema.isValid(try document(accepted, isTemplate: true)))
  }

  @Test(arguments: [
    (
      #"{"not":{"properties":{"x":{"contains":{"type":"string"},"maxContains":1}},"required":["x"]}}"#,
      #"{"x":["a","b"]}"#
    ),
    (#"{"properties":{"x":{"contains":{"type":"string"},"minContains":0}}}"#, #"{"x":[]}"#),
    (
      #"{"not":{"properties":{"x":{"contains":{"type":"string"},"minContains":2}},"required":["x"]}}"#,
      #"{"x":["a"]}"#
    ),
    (
      #"{"oneOf":[{"properties":{"x":{"unevaluatedItems":false,"prefixItems":[true]}}},{"properties":{"x":{"minItems":2}}}]}"#,
      #"{"x":[1,2]}"#
    ),
    (#"{"allOf":[{"additionalProperties":true}],"unevaluatedProperties":false}"#, #"{"z":1}"#),
  ])
  func `what draft-07 cannot say never refuses valid content`(type: String, accepted: String) throws {
    #expect(try content(type).compiled.isValid(try document(accepted)))
  }

  @Test func `a template can stand for a text of any form, only where templates are declared`() throws {
    let schema = try content(
      #"{"properties":{"at":{"type":"string","format":"date-time"},"n":{"enum":["a"]}}}"#
    ).compiled
    let template = #"{"at":"{{now}}","n":"{{user}}"}"#
    #expect(schema.isValid(try document(template, isTemplate: true)))
    #expect(!schema.isValid(try document(template)))
    #expect(!schema.isValid(try document(#"{"at":5}"#, isTemplate: true)))
    #expect(!schema.isValid(try document(#"{"at":"now"}"#, isTemplate: true)))
  }

  @Test func `the words of 2020-12 are gone, and descriptions stay`() throws {
    let type = #"""
      {"$schema":"https://json-schema.org/draft/2020-12/schema","description":"A card.",
      "$defs":{"d":{"type":"string"}},"properties":{"x":{"$ref":"#/$defs/d","description":"The x.","default":"a",
      "examples":["b"]}}}
      """#
    let text = try content(type).definition.text
    for word in [#""$defs":"#, "2020-12", "prefixItems", "dependentRequired"] {
      #expect(!text.contains(word))
    }
    for word in [#""description":"The x.""#, #""default":"a""#, #""examples":["b"]"#, "A card."] {
      #expect(text.contains(word), "\(word)")
    }
    // Draft-07 ignores the siblings of a reference.
    #expect(text.firstMatch(of: /"\$ref":"[^"]*",/) == nil)
    #expect(text.firstMatch(of: /,"\$ref":/) == nil)
  }
}
