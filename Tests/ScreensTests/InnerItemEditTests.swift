import JSONText
import ScreenChaos
import Testing

@testable import Screens

/// Edits, chaos, releases and formats of items inside items.
@Suite struct InnerItemEditTests {
  private static func screen(_ text: String) throws -> PublishedScreen {
    let (definition, combinations) = try InnerItemsTests.read(text)
    return PublishedScreen(
      route: try Route("home"), version: 1, definition: definition, combinations: combinations)
  }

  private static let rows = """
    {"items":[
      {"id":"r1","viewType":"ROW","content":{"children":[{"id":"a","viewType":"TEXT","content":{"text":"a"}}]}},
      {"id":"r2","viewType":"ROW"},
      {"id":"tabs","viewType":"TABS","content":{"tabs":[{"body":"plain"},{}]}}]}
    """

  @Test func `changes nest items at most 32 deep`() throws {
    func variant(inserting count: Int) -> String {
      let changes = (1...count).map { number in
        let item = #"{"id":"n\#(number)","viewType":"ROW","content":{}}"#
        let outer = number == 1 ? "r2" : "n\(number - 1)"
        return #"{"op":"insert","item":\#(item),"into":"\#(outer)","at":"/children"}"#
      }
      return """
        {"items":[{"id":"r2","viewType":"ROW"}],"experiment":{"key":"e","variants":[{"key":"a"},
         {"key":"b","changes":[\(changes.joined(separator: ","))]}]}}
        """
    }
    let deepest = try InnerItemsTests.read(variant(inserting: 32)).combinations[2].layout
    #expect(deepest.itemCount == 33)
    let error = try #require(throws: InvalidDocument.self) {
      try InnerItemsTests.read(variant(inserting: 33))
    }
    let first = try #require(error.diagnostics.kept.first)
    #expect(first.pointer.description == "/experiment/variants/1/changes/32")
    #expect(first.message == "items inside items are at most 32 deep")
    // The limit of steps counts the items that the changes add.
    let many = try #require(throws: InvalidDocument.self) {
      try InnerItemsTests.read(variant(inserting: 9_000))
    }
    #expect(many.diagnostics.kept.map(\.code) == [.tooMany])
  }

  @Test(arguments: [
    (#"{"item":{"viewType":"TEXT","content":{"text":"n"}},"into":"r1","at":"/children"}"#, "r1 a TEXT-2"),
    (
      #"{"item":{"viewType":"TEXT","content":{"text":"n"}},"into":"r1","at":"/children","first":true}"#,
      "r1 TEXT-1 a"
    ),
    // A list, and a content, that are not there yet.
    (#"{"item":{"viewType":"TEXT","content":{"text":"n"}},"into":"r2","at":"/children"}"#, "r2 TEXT-2"),
    (
      #"{"item":{"viewType":"TEXT","content":{"text":"n"}},"into":"tabs","at":"/tabs/1/body"}"#,
      "tabs TEXT-2"
    ),
    // The items inside the new one get their ids, too.
    (
      #"{"item":{"viewType":"ROW","content":{"children":[{"viewType":"TEXT","content":{"text":"n"}}]}},"into":"r2","at":"/children"}"#,
      "r2 ROW-3 TEXT-2"
    ),
  ]) func `an item is added inside another one`(body: String, ids: String) throws {
    let catalogue = try InnerItemsTests.catalogue()
    let edit = try ItemEdit.insertion(Array(body.utf8))
    let json = try edit.apply(to: try Self.screen(Self.rows), catalogue: catalogue)
    let layout = try InnerItemsTests.read(json.text).combinations[0].layout
    let expected = ids.split(separator: " ").map(String.init)
    let place = try #require(layout.place(of: expected[0]))
    #expect(layout.item(at: place)?.all.map(\.id) == expected)
  }

  @Test(arguments: [
    ("tabs", "/tabs/0/body", #"the place "/tabs/0/body" of "tabs" has a value that is no item"#),
    ("tabs", "/tabs/7/body", #"the content of "tabs" has no object that could hold "/tabs/7/body""#),
    ("r1", "/title", #""r1" has no place for items at "/title""#),
  ]) func `a place that cannot take an item says why`(id: String, at: String, message: String) throws {
    let body = #"{"item":{"viewType":"TEXT","content":{"text":"n"}},"into":"\#(id)","at":"\#(at)"}"#
    let edit = try ItemEdit.insertion(Array(body.utf8))
    let error = try #require(throws: ScreensError.self) {
      try edit.apply(to: try Self.screen(Self.rows), catalogue: try InnerItemsTests.catalogue())
    }
    guard case .invalidBody(let diagnostics) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(diagnostics.kept.map(\.message) == [message])
  }

  @Test func `a version from before a view type had items is read as it was published`() throws {
    let text = """
      {"screenName":"home","items":[{"id":"r","viewType":"ROW","content":{"children":[{"label":"old"}]}},
       {"id":"s","viewType":"ROW","content":{"children":[
         {"id":"c","viewType":"ROW","content":{"children":["old"]}}]}}]}
      """
    let screen = try PublishedScreen.stored(
      Array(text.utf8), route: try Route("home"), version: 1, isCurrent: false,
      catalogue: try InnerItemsTests.catalogue())
    #expect(screen.combinations[0].layout.itemIDs == ["r", "s", "c"])
    #expect(screen.definition.json == (try JSONParser.parse(text)))
  }

  @Test func `a release that lacks a view type of an inner item is told`() throws {
    let screen = try Self.screen(Self.rows)
    let name = try #require(ReleaseName("shop/1.0"))
    let release = Release(
      name: name, isSupported: true,
      viewTypes: [ExactString("ROW"): nil, ExactString("TABS"): nil], json: [:])
    let impact = Impact(of: screen, in: [release], refusesDrops: false)
    #expect(impact.entries.map(\.item) == ["a"])
  }

  // MARK: Chaos

  private static func chaos(_ kind: ChaosKind, seed: UInt64, of layout: Layout) throws -> Layout? {
    let schemas = try InnerItemsTests.catalogue().viewTypes.mapValues(\.schema)
    return layout.changed(by: Chaos(kind: kind, seed: seed), schemas: schemas)
  }

  @Test func `chaos reaches items at any depth, and the content follows`() throws {
    let layout = try Self.screen(Self.rows).combinations[0].layout
    var changed: Set<String> = []
    for seed in UInt64(0)..<40 {
      let result = try #require(try Self.chaos(.unknownViewType, seed: seed, of: layout))
      let unknown = try #require(result.allItems.first { $0.viewType.hasPrefix("FUTURE") })
      changed.insert(unknown.id)
      let json = result.items.map(\.json.text).joined()
      #expect(json.contains(unknown.viewType))
    }
    #expect(changed == ["r1", "a", "r2", "tabs"])
  }

  @Test func `copies of an item have inner items with ids of their own`() throws {
    let layout = try Self.screen(Self.rows).combinations[0].layout
    let many = try #require(try Self.chaos(.manyItems, seed: 1, of: layout))
    #expect(many.items.count == Chaos.manyItems)
    #expect(Set(many.itemIDs).count == many.itemCount)
    #expect(many.items.allSatisfy { item in item.viewType != "ROW" || item.inner != nil })
  }

  // MARK: Formats and warnings

  @Test func `names on the wire are those that must differ`() throws {
    let format = try WireFormat(
      name: "f",
      try JSONDocument(
        Array(
          #"{"screen":"$items","item":{"Text":1,"$viewType":"$content"},"viewTypes":{"TEXT":"Text"}}"#.utf8)))
    var catalogue = try InnerItemsTests.catalogue()
    catalogue.setFormat(format)
    let error = try #require(throws: InvalidDocument.self) {
      try DefinitionReader.read(
        try JSONDocument(Array(#"{"format":"f","items":[{"viewType":"TEXT","content":{"text":"a"}}]}"#.utf8)),
        route: try Route("home"), catalogue: catalogue)
    }
    #expect(
      error.diagnostics.kept.map(\.message) == [
        #"the wire format "f" has another member of the name "Text" beside the one with this view type"#
      ])
  }

  @Test func `a type that the content has no object for is an error`() throws {
    let format = try WireFormat(
      name: "f",
      try JSONDocument(
        Array(#"{"screen":"$items","item":{"c":"$content","i":"$id"},"viewType":"/meta/type"}"#.utf8)))
    var catalogue = try InnerItemsTests.catalogue()
    catalogue.setFormat(format)
    let error = try #require(throws: InvalidDocument.self) {
      try DefinitionReader.read(
        try JSONDocument(Array(#"{"format":"f","items":[{"viewType":"TABS","content":{}}]}"#.utf8)),
        route: try Route("home"), catalogue: catalogue)
    }
    #expect(
      error.diagnostics.kept.map(\.message) == [
        #"the content has no object that could hold "/meta/type", which the wire format "f" writes"#
      ])
  }

  @Test func `a finding about a template inside an item is reported once`() throws {
    let error = try #require(throws: InvalidDocument.self) {
      try InnerItemsTests.read(
        """
        {"template":true,"items":[{"id":"r","viewType":"ROW","content":{"children":[
          {"id":"c","viewType":"CARD","content":{"child":
            {"id":"t","viewType":"TEXT","content":{"text":"{{"}}}}]}}]}
        """)
    }
    #expect(
      error.diagnostics.kept.map(\.pointer.description) == [
        "/items/0/content/children/0/content/child/content/text"
      ])
  }

  @Test func `a change that names a filled-in id inside an item has a warning`() throws {
    let (definition, _) = try InnerItemsTests.read(
      """
      {"items":[{"viewType":"ROW","content":{"children":[{"viewType":"TEXT","content":{"text":"a"}}]}},
        {"id":"n","viewType":"TEXT","content":{"text":"n"}}],
       "experiment":{"key":"e","variants":[{"key":"a"},{"key":"b","changes":[
         {"op":"merge","id":"TEXT-1","content":{"text":"b"}},
         {"op":"move","id":"n","into":"ROW-1","at":"/children"}]}]}}
      """)
    #expect(
      definition.warnings.kept.map(\.pointer.description) == [
        "/experiment/variants/1/changes/0/id", "/experiment/variants/1/changes/1/into",
      ])
  }
}
