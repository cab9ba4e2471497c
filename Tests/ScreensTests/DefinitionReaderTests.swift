import JSONText
import Screens
import Testing

@Suite struct DefinitionReaderTests {
  /// Each finding as `line:column code pointer: message; hint`.
  @Test(arguments: [
    ("[]", ["1:1 wrong-type : a definition is an object, not an array"]),
    ("{}", ["1:1 missing-member : a definition needs the member \"items\" or \"sections\""]),
    (
      #"{"items":[],"itmes":[]}"#,
      ["1:13 unknown-member /itmes: a definition has no member \"itmes\"; did you mean items?"]
    ),
    (
      #"{"items":[{"viewType":"TXT","content":{}}]}"#,
      ["1:23 unknown-view-type /items/0/viewType: unknown view type \"TXT\"; did you mean TEXT?"]
    ),
    (
      #"{"items":[{"viewType":"TEXT","content":{}}]}"#,
      ["1:40 missing-member /items/0/content: TEXT needs the member \"text\""]
    ),
    (
      #"{"items":[{"viewType":"TEXT"}]}"#,
      ["1:11 missing-member /items/0: TEXT needs the member \"text\""]
    ),
    (
      #"{"items":[{"viewType":"TEXT","content":{"text":1,"txt":"a"}}]}"#,
      [
        "1:48 wrong-type /items/0/content/text: expected a string, found a number; write it in double quotes: \"1\"",
        "1:50 unknown-member /items/0/content/txt: TEXT has no member \"txt\"; known: text, style",
      ]
    ),
    (
      #"{"items":[{"viewType":"TEXT","content":{"text":"","style":"bald"}}]}"#,
      [
        "1:59 invalid-value /items/0/content/style: expected \"bold\" or \"italic\"; did you mean bold?"
      ]
    ),
    (
      #"{"items":[{"id":"a","viewType":"TEXT","content":{"text":""}},{"id":"a","viewType":"TEXT","content":{"text":""}}]}"#,
      [
        "1:68 duplicate-id /items/1/id: the item id \"a\" is repeated; each item of a screen has an id of its own"
      ]
    ),
    (
      #"{"format":"viewItem","items":[]}"#,
      ["1:11 unknown-format /format: unknown format \"viewItem\"; did you mean viewItems?"]
    ),
    (
      #"{"items":[],"experiment":{"key":"e","coverage":2,"variants":[{"key":"a"},{"key":"a"}]}}"#,
      [
        "1:48 invalid-value /experiment/coverage: \"coverage\" cannot be 2; write a share from 0 to 1",
        "1:81 duplicate-key /experiment/variants/1/key: the variant key \"a\" is repeated; each variant has a key of its own",
      ]
    ),
    (
      #"{"items":[],"experiment":{"key":"e","force":{"7":"c"},"variants":[{"key":"a"},{"key":"b","changes":[{"op":"remove","id":"x"}]}]}}"#,
      [
        "1:50 unknown-variant /experiment/force/7: there is no variant \"c\"; known: a, b",
        "1:121 unknown-id /experiment/variants/1/changes/0/id: there is no item \"x\"",
      ]
    ),
  ]) func `an error has a place, a code, a message and a hint`(text: String, expected: [String]) throws {
    #expect(try Fixture.findings(text) == expected)
  }

  /// The ids that are filled in begin where the taken ones end, and each would be looked for from their beginning.
  @Test func `many ids are filled in behind as many that are taken`() throws {
    let content = #""viewType":"TEXT","content":{"text":""}"#
    let taken = (5_001...10_000).map { #"{"id":"TEXT-\#($0)",\#(content)}"# }
    let items = taken + [String](repeating: "{\(content)}", count: 5_000)
    let layout = try Fixture.read(#"{"items":[\#(items.joined(separator: ","))]}"#).definition.layout
    #expect(layout.itemIDs == (5_001...15_000).map { "TEXT-\($0)" })
  }

  @Test(arguments: ["0", "1e-300", "1e9", "1000000000", "1000000000.0"])
  func `a weight up to 1e9 is accepted`(weight: String) throws {
    #expect(try Fixture.findings(Self.weighted(weight)) == [])
  }

  @Test(arguments: ["1000000001", "1000000000.5", "1e10", "1e999", "-1e-300"])
  func `a weight beyond 1e9 or below 0 is refused`(weight: String) throws {
    #expect(
      try Fixture.findings(Self.weighted(weight)) == [
        "1:69 invalid-value /experiment/variants/0/weight: \"weight\" cannot be \(weight); write a number from 0 to 1e9, "
          + "relative to the other weights"
      ])
  }

  private static func weighted(_ weight: String) -> String {
    #"{"items":[],"experiment":{"key":"e","variants":[{"key":"a","weight":\#(weight)},{"key":"b"}]}}"#
  }

  @Test func `missing ids are numbered by view type and skip taken ids`() throws {
    let definition = try Fixture.read(
      """
      {"items":[{"viewType":"TEXT","content":{"text":"1"}},{"id":"x","viewType":"TEXT","content":{"text":"2"}},
       {"viewType":"TEXT","content":{"text":"3"}},{"viewType":"IMAGE","content":{"url":"https://example.com/"}},
       {"id":"TEXT-3","viewType":"TEXT","content":{"text":"4"}}]}
      """
    ).definition
    #expect(definition.layout.itemIDs == ["TEXT-1", "x", "TEXT-4", "IMAGE-1", "TEXT-3"])
    #expect(definition.json["items"]?.arrayValue?.first?["id"] == "TEXT-1")
  }

  @Test func `the changes of a variant are applied in order`() throws {
    let combinations = try Fixture.read(
      """
      {"items":[{"id":"a","viewType":"TEXT","content":{"text":"A","style":"bold"}},
       {"id":"b","viewType":"TEXT","content":{"text":"B"}},{"id":"c","viewType":"TEXT","content":{"text":"C"}}],
       "experiment":{"key":"e","variants":[{"key":"as-is"},{"key":"other","changes":[
        {"op":"move","id":"c","before":"a"},{"op":"remove","id":"b"},
        {"op":"merge","id":"a","content":{"style":null,"text":"A2"}},
        {"op":"insert","item":{"viewType":"TEXT","content":{"text":"D"}},"after":"c"},
        {"op":"replace","id":"c","item":{"viewType":"IMAGE","content":{"url":"https://example.com/c"}}}],
        "order":["a","c","TEXT-4"]}]}}
      """
    ).combinations
    #expect(combinations.map(\.choices.first?.variant) == [nil, "as-is", "other"])
    #expect(combinations[1].layout == combinations[0].layout)
    #expect(combinations[2].layout.itemIDs == ["a", "c", "TEXT-4"])
    #expect(combinations[2].layout.items.first?.content.text == #"{"text":"A2"}"#)
    #expect(combinations[2].layout.items[1].viewType == "IMAGE")
  }

  @Test func `an error of merged content is reported at the patch`() throws {
    let text = """
      {"items":[{"id":"a","viewType":"TEXT","content":{"text":"A"}}],"experiment":{"key":"e","variants":[{"key":"x"},
      {"key":"y","changes":[{"op":"merge","id":"a","content":{"text":5}}]}]}}
      """
    #expect(
      try Fixture.findings(text) == [
        "2:64 wrong-type /experiment/variants/1/changes/0/content/text: expected a string, found a number; write it in double quotes: \"5\""
      ])
  }

  @Test func `errors beyond the hundredth are only counted`() throws {
    let items = Array(repeating: #"{"viewType":"NONE"}"#, count: 150).joined(separator: ",")
    let error = try #require(throws: InvalidDocument.self) { try Fixture.read("{\"items\":[\(items)]}") }
    #expect(error.diagnostics.kept.count == 100)
    #expect(error.diagnostics.count == 150)
  }
}

extension DefinitionReaderTests {
  @Test func `an order may name an item that has an error`() throws {
    let text = """
      {"items":[{"id":"a","viewType":"TXT","content":{}},{"id":"b","viewType":"TEXT","content":{"text":""}}],
       "experiment":{"key":"e","variants":[{"key":"x"},{"key":"y","order":["b","a"]}]}}
      """
    #expect(
      try Fixture.findings(text) == [
        "1:32 unknown-view-type /items/0/viewType: unknown view type \"TXT\"; did you mean TEXT?"
      ])
  }

  @Test func `an error that precedes a merge is reported once`() throws {
    let text = """
      {"items":[{"id":"a","viewType":"TEXT","content":{"text":"","txt":1}}],
       "experiment":{"key":"e","variants":[{"key":"x"},
      {"key":"y","changes":[{"op":"merge","id":"a","content":{"text":"b"}}]}]}}
      """
    #expect(
      try Fixture.findings(text) == [
        "1:60 unknown-member /items/0/content/txt: TEXT has no member \"txt\"; known: text, style"
      ])
  }
}
