import JSONText
import Screens
import Testing

/// Values of screens and sections.
@Suite struct ValuesTests {
  private static func catalogue() throws -> Catalogue {
    var catalogue = try Fixture.catalogue()
    let format = """
      {"screen":{"cells":"$items"},"item":{"t":"$viewType","c":"$content"},
       "values":{"screen":{"type":"object","required":["title"],"properties":{"title":{"type":"string"},
         "bar":{"type":"object","properties":{"color":{"enum":["red","blue"]}}}}},
        "section":{"type":"object","properties":{"columns":{"type":"integer"}},"additionalProperties":false}}}
      """
    catalogue.setFormat(try WireFormat(name: "v", try JSONDocument(Array(format.utf8))))
    return catalogue
  }

  private static func findings(_ text: String) throws -> [String] {
    do {
      _ = try DefinitionReader.read(
        try JSONDocument(Array(text.utf8)), route: try Route("home"), catalogue: try catalogue())
      return []
    } catch let error as InvalidDocument {
      return error.diagnostics.kept.map {
        "\($0.position?.line ?? 0):\($0.position?.column ?? 0) \($0.code.rawValue) \($0.pointer): \($0.text)"
      }
    }
  }

  @Test(arguments: [
    (#"{"format":"v","items":[]}"#, #"1:1 missing-member : "values" needs the member "title""#),
    (
      #"{"format":"v","values":7,"items":[]}"#,
      #"1:24 wrong-type /values: "values" is an object, not a number"#
    ),
    (
      #"{"format":"v","values":{"title":"a","bar":{"color":"bleu"}},"items":[]}"#,
      #"1:52 invalid-value /values/bar/color: expected "red" or "blue"; did you mean blue?"#
    ),
    (
      #"{"format":"v","values":{"title":"a"},"sections":[{"id":"s","values":{"colums":2},"items":[]}]}"#,
      #"1:70 unknown-member /sections/0/values/colums: "values" has no member "colums"; did you mean columns?"#
    ),
    (
      #"{"format":"v","values":{"title":"a"},"items":[],"experiment":{"key":"e","variants":[{"key":"x"},{"key":"y","values":{"title":5}}]}}"#,
      #"1:126 wrong-type /experiment/variants/1/values/title: expected a string, found a number; write it in double quotes: "5""#
    ),
    (
      #"{"format":"v","values":{"title":"a"},"items":[],"experiment":{"key":"e","variants":[{"key":"x"},{"key":"y","values":{"title":null}}]}}"#,
      #"1:97 missing-member /experiment/variants/1: the merged values are invalid: "values" needs the member "title""#
    ),
  ]) func `values are validated by the schemas of the wire format`(text: String, finding: String) throws {
    #expect(try Self.findings(text) == [finding])
  }

  @Test func `a variant merges values, and can name the screen`() throws {
    let (_, combinations) = try DefinitionReader.read(
      try JSONDocument(
        Array(
          """
          {"screenName":"One","values":{"title":"a","bar":{"color":"red","height":4.0}},"items":[],
           "experiment":{"key":"e","variants":[{"key":"x"},
            {"key":"y","screenName":"Two","values":{"bar":{"color":null,"width":2}}}]}}
          """.utf8)), route: try Route("home"), catalogue: try Self.catalogue())
    #expect(combinations.map(\.layout.screenName) == ["One", "One", "Two"])
    #expect(
      combinations.map { $0.layout.values.map { JSONValue.object($0) } }
        == [
          try JSONParser.parse(#"{"title":"a","bar":{"color":"red","height":4.0}}"#),
          try JSONParser.parse(#"{"title":"a","bar":{"color":"red","height":4.0}}"#),
          try JSONParser.parse(#"{"title":"a","bar":{"height":4.0,"width":2}}"#),
        ])
  }

  @Test func `a schema of values that is none is an error of the format`() throws {
    let text = #"{"screen":"$items","item":"$content","values":{"screen":{"type":"strng"}}}"#
    let error = try #require(throws: InvalidDocument.self) {
      try WireFormat(name: "f", JSONDocument(Array(text.utf8)))
    }
    #expect(
      error.diagnostics.kept.map { "\($0.code.rawValue) \($0.pointer)" } == [
        "invalid-schema /values/screen/type"
      ])
  }
}
