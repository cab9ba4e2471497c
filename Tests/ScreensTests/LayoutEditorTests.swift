import JSONSchema
import JSONText
import Testing

@testable import Screens

/// Applying the changes of a variant.
@Suite struct LayoutEditorTests {
  private static func definition(_ content: String, _ changes: [String]) -> String {
    #"{"items":[{"id":"a","viewType":"TEXT","content":\#(content)}],"experiment":{"key":"e","variants":"#
      + #"[{"key":"one"},{"key":"two","changes":[\#(changes.joined(separator: ","))]}]}}"#
  }

  private static func merge(_ content: String) -> String { #"{"op":"merge","id":"a","content":\#(content)}"# }

  @Test(.bug(id: "F48")) func `an item is validated once, after all its merges`() throws {
    let members = (0..<10_000).map { #""m\#($0)":0"# }
    var catalogue = try Fixture.catalogue()
    #expect(catalogue.setViewTypes(["TEXT": ["additionalProperties": ["type": "integer"]]]).isEmpty)
    let changes = (0..<4_000).map { Self.merge(#"{"m\#($0)":1}"#) }
    let text = Self.definition("{\(members.joined(separator: ","))}", changes)
    let (_, combinations) = try DefinitionReader.read(
      try JSONDocument(Array(text.utf8)), route: try Route("home"), catalogue: catalogue)
    let content = try #require(combinations.last?.layout.items.first?.content.objectValue)
    #expect(content.count == 10_000)
    #expect(content["m3999"] == 1)
    #expect(content["m4000"] == 0)
    #expect(combinations.first?.layout.items.first?.content["m0"] == 0, "the definition itself stays")
  }

  @Test(.bug(id: "F63"))
  func `changes of items that do not exist are found without a search through all items`() throws {
    let items = (0..<9_000).map { #"{"id":"i\#($0)","viewType":"TEXT","content":{"text":"a"}}"# }
    let changes = (0..<2_200).map { #"{"op":"remove","id":"other-\#($0)"}"# }
    let text =
      #"{"items":[\#(items.joined(separator: ","))],"experiment":{"key":"e","variants":[{"key":"one"},"#
      + #"{"key":"two","changes":[\#(changes.joined(separator: ","))]}]}}"#
    let error = try #require(throws: InvalidDocument.self) {
      try DefinitionReader.read(
        try JSONDocument(Array(text.utf8)), route: try Route("home"), catalogue: try Fixture.catalogue())
    }
    #expect(error.diagnostics.count == changes.count)
    #expect(
      error.diagnostics.kept.first?.text
        == "there is no item \"other-0\"; known: i0, i1, i2, i3, i4, i5, i6, i7, i8, "
        + "i9, i10, i11 and 8988 more")
  }

  @Test func `what a later merge mends is no error`() throws {
    let text = Self.definition(
      #"{"text":""}"#, [Self.merge(#"{"text":null}"#), Self.merge(#"{"text":"again"}"#)])
    #expect(try Fixture.findings(text) == [])
  }

  @Test func `an error stands at the merge that writes the value, or at the first one`() throws {
    let text = Self.definition(
      #"{"text":""}"#,
      [
        Self.merge(#"{"style":"bold"}"#), Self.merge(#"{"style":"bald"}"#), Self.merge(#"{"text":null}"#),
      ])
    #expect(
      try Fixture.findings(text).map { $0.split(separator: " ", maxSplits: 1)[1] } == [
        "missing-member /experiment/variants/1/changes/0: the merged content is invalid: TEXT needs the member \"text\"",
        "invalid-value /experiment/variants/1/changes/1/content/style: expected \"bold\" or \"italic\"; "
          + "did you mean bold?",
      ])
  }

  @Test func `what was wrong before a merge is reported at the item only`() throws {
    let text = Self.definition(
      #"{"text":1,"a":1,"b":2}"#, [Self.merge(#"{"c":3}"#)])
    #expect(
      try Fixture.findings(text).map { $0.split(separator: " ")[2] } == [
        "/items/0/content/text:", "/items/0/content/a:", "/items/0/content/b:",
        "/experiment/variants/1/changes/0/content/c:",
      ])
  }

  /// The steps of a validation are spent before the merged item is reached.
  @Test func `merged content that cannot be validated within the steps is an error`() throws {
    let catalogue = try Fixture.catalogue()
    let budget = ValidationBudget(steps: 0)
    let item = Item(id: "a", viewType: "TEXT", content: ["text": ""], origin: .root)
    var editor = LayoutEditor(
      layout: Layout(sections: [Section(id: nil, items: [item], origin: .root)]), catalogue: catalogue,
      budget: budget)
    editor.apply(
      [Change(operation: .merge(id: "a", content: ["text": "b"]), origin: .root)], order: nil, at: .root)
    #expect(
      editor.diagnostics.kept.map(\.message) == [
        "the merged content is invalid: validating this takes more than 0 steps"
      ])
  }

  @Test func `an id that a change frees can be taken again`() throws {
    let item = #"{"id":"a","viewType":"TEXT","content":{"text":"new"}}"#
    let other = item.replacing("\"a\"", with: "\"b\"")
    #expect(
      try Fixture.findings(
        Self.definition(
          #"{"text":""}"#,
          [
            #"{"op":"insert","item":\#(other),"after":"a"}"#, #"{"op":"remove","id":"a"}"#,
            #"{"op":"insert","item":\#(item),"after":"b"}"#, #"{"op":"replace","id":"a","item":\#(item)}"#,
          ])) == [])
    #expect(
      try Fixture.findings(
        Self.definition(
          #"{"text":""}"#,
          [
            #"{"op":"insert","item":\#(other),"after":"a"}"#, #"{"op":"replace","id":"a","item":\#(other)}"#,
          ])
      ).count == 1)
  }
}
