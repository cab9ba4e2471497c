import JSONText
import Screens
import Testing

/// Items inside items, in definitions, variants and tailored layouts.
@Suite struct InnerItemsTests {
  static func catalogue() throws -> Catalogue {
    var catalogue = try Fixture.catalogue()
    let problems = catalogue.setViewTypes([
      "TEXT": try JSONParser.parse(
        #"{"type":"object","required":["text"],"additionalProperties":false,"properties":{"text":{"type":"string"}}}"#
      ),
      "ROW": try JSONParser.parse(
        """
        {"type":"object","additionalProperties":false,"properties":{"title":{"type":"string"},
         "children":{"type":"array","maxItems":3,"items":{"$ref":"marquee:item"}}}}
        """),
      "CARD": try JSONParser.parse(
        """
        {"type":"object","required":["child"],"additionalProperties":false,
         "properties":{"child":{"$ref":"marquee:item","properties":{"viewType":{"enum":["TEXT","ROW"]}}}}}
        """),
      "TABS": try JSONParser.parse(
        """
        {"type":"object","properties":{"tabs":{"type":"array","items":{"type":"object","properties":
         {"name":{"type":"string"},"body":{"anyOf":[{"type":"string"},{"$ref":"marquee:item"}]}}}}}}
        """),
    ])
    #expect(problems.isEmpty)
    return catalogue
  }

  static func read(_ text: String) throws -> (definition: Definition, combinations: [Combination]) {
    try DefinitionReader.read(
      try JSONDocument(Array(text.utf8)), route: try Route("home"), catalogue: try catalogue())
  }

  private static func findings(_ text: String) throws -> [String] {
    do {
      _ = try read(text)
      return []
    } catch let error as InvalidDocument {
      return error.diagnostics.kept.map {
        "\($0.position?.line ?? 0):\($0.position?.column ?? 0) \($0.code.rawValue) \($0.pointer): \($0.text)"
      }
    }
  }

  @Test func `ids are unique and filled in at any depth, parents first`() throws {
    let (definition, combinations) = try Self.read(
      """
      {"items":[{"viewType":"ROW","content":{"children":[
         {"viewType":"TEXT","content":{"text":"a"}},
         {"viewType":"CARD","content":{"child":{"viewType":"TEXT","content":{"text":"b"}}}}]}},
       {"viewType":"TEXT","content":{"text":"c"}},
       {"id":"tabs","viewType":"TABS","content":{"tabs":[{"body":{"viewType":"TEXT","content":{"text":"d"}}},
         {"body":"plain"}]}}]}
      """)
    #expect(
      combinations[0].layout.itemIDs == ["ROW-1", "TEXT-1", "CARD-1", "TEXT-2", "TEXT-3", "tabs", "TEXT-4"])
    // What is stored has all ids, so reading it again gives the same items.
    let again = try Self.read(String(decoding: definition.json.serialized(), as: UTF8.self))
    #expect(again.combinations[0].layout == combinations[0].layout)
  }

  @Test func `an error inside an item points into it`() throws {
    let found = try Self.findings(
      """
      {"items":[
        {"id":"row","viewType":"ROW","content":{"children":[
          {"id":"row","viewType":"TEXT","content":{"text":"a"}},
          {"viewType":"TEX","content":{"text":"a"}},
          {"viewType":"TEXT","content":{"txt":"a"}, "size": 1},
          7]}},
        {"viewType":"CARD","content":{"child":{"viewType":"TABS"}}},
        {"viewType":"CARD","content":{}}
      ]}
      """)
    #expect(
      found == [
        "2:54 invalid-value /items/0/content/children: 4 elements, more than the maximum of 3",
        #"3:11 duplicate-id /items/0/content/children/0/id: the item id "row" is repeated; each item of a screen has an id of its own"#,
        #"4:17 unknown-view-type /items/0/content/children/1/viewType: unknown view type "TEX"; did you mean TEXT?"#,
        #"5:34 missing-member /items/0/content/children/2/content: TEXT needs the member "text""#,
        #"5:35 unknown-member /items/0/content/children/2/content/txt: TEXT has no member "txt"; did you mean text?"#,
        #"5:47 unknown-member /items/0/content/children/2/size: an item has no member "size"; known: id, viewType, content, requires, fallback"#,
        "6:5 wrong-type /items/0/content/children/3: an item is an object, not a number",
        #"7:53 invalid-value /items/1/content/child/viewType: expected "TEXT" or "ROW""#,
        #"8:32 missing-member /items/2/content: CARD needs the member "child""#,
      ])
  }

  @Test func `items are at most 32 deep`() throws {
    func nested(_ depth: Int) -> String {
      let open = String(repeating: #"{"viewType":"ROW","content":{"children":["#, count: depth)
      return #"{"items":[\#(open)\#(String(repeating: "]}}", count: depth))]}"#
    }
    #expect(try Self.findings(nested(33)) == [])
    #expect(try Self.findings(nested(34)).contains { $0.contains("items inside items are at most 32 deep") })
  }

  private static func arm(_ changes: String, of items: String = rows) throws -> [String] {
    let (_, combinations) = try read(
      """
      {"items":[\(items)],"experiment":{"key":"e","variants":[{"key":"a"},{"key":"b","changes":[\(changes)]}]}}
      """)
    return combinations[2].layout.allItems.map(\.id)
  }

  private static let rows = """
    {"id":"r1","viewType":"ROW","content":{"children":[
      {"id":"a","viewType":"TEXT","content":{"text":"a"}},{"id":"b","viewType":"TEXT","content":{"text":"b"}}]}},
    {"id":"r2","viewType":"ROW","content":{}},
    {"id":"card","viewType":"CARD","content":{"child":{"id":"c","viewType":"TEXT","content":{"text":"c"}}}}
    """

  @Test(arguments: [
    (#"{"op":"move","id":"b","before":"a"}"#, "r1 b a r2 card c"),
    (#"{"op":"move","id":"a","after":"r2"}"#, "r1 b r2 a card c"),
    (#"{"op":"move","id":"a","into":"r2","at":"/children"}"#, "r1 b r2 a card c"),
    (#"{"op":"move","id":"r2","into":"r1","at":"/children","first":true}"#, "r1 r2 a b card c"),
    (#"{"op":"remove","id":"a"}"#, "r1 b r2 card c"),
    (
      #"{"op":"replace","id":"c","item":{"id":"d","viewType":"TEXT","content":{"text":"d"}}}"#,
      "r1 a b r2 card d"
    ),
    (
      #"{"op":"insert","item":{"id":"n","viewType":"TEXT","content":{"text":"n"}},"into":"r2","at":"/children"},"#
        + #"{"op":"move","id":"r2","before":"a"}"#, "r1 r2 n a b card c"
    ),
    (
      #"{"op":"merge","id":"r2","content":{"children":[{"viewType":"TEXT","content":{"text":"n"}}]}}"#,
      "r1 a b r2 TEXT-1 card c"
    ),
    (#"{"op":"merge","id":"b","content":{"text":"B"}}"#, "r1 a b r2 card c"),
  ]) func `changes reach items at any depth`(changes: String, ids: String) throws {
    #expect(try Self.arm(changes) == ids.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    (#"{"op":"move","id":"r1","into":"r1","at":"/children"}"#, #""r1" cannot be moved into itself"#),
    (#"{"op":"move","id":"r1","before":"a"}"#, #""r1" cannot be moved next to "a", which is inside it"#),
    (#"{"op":"move","id":"a","into":"r2","at":"/kids"}"#, #""r2" has no place for items at "/kids""#),
    (
      #"{"op":"move","id":"a","into":"b","at":"/children"}"#,
      #""b" has no place for items at "/children"; TEXT has no place for items"#
    ),
    (
      #"{"op":"move","id":"a","into":"card","at":"/child"}"#,
      #"the place "/child" of "card" is taken; replace or remove its item"#
    ),
    (#"{"op":"move","id":"a","before":"c"}"#, #""c" is the only item at "/child" of "card"; replace it"#),
    (#"{"op":"remove","id":"c"}"#, #"the item "card" would be invalid: CARD needs the member "child""#),
    (#"{"op":"move","id":"a","into":"r2"}"#, #"a change of kind move with "into" needs the member "at""#),
    (#"{"op":"move","id":"a","before":"b","at":"/children"}"#, #""at" goes with "into", not with "before""#),
    (
      #"{"op":"insert","item":{"id":"r9","viewType":"ROW","content":{"children":[{"id":"c","viewType":"TEXT","content":{"text":""}}]}},"after":"r1"}"#,
      #"the item id "c" is repeated; each item of a screen has an id of its own"#
    ),
  ]) func `a change that cannot be made says why`(change: String, message: String) throws {
    let error = try #require(throws: InvalidDocument.self) { try Self.arm(change) }
    #expect(error.diagnostics.kept.map(\.text) == [message])
  }

  @Test
  func `an item that cannot be shown is left out where it stands, and a parent that becomes invalid, too`()
    throws
  {
    let (_, combinations) = try Self.read(
      """
      {"items":[
        {"id":"row","viewType":"ROW","content":{"title":"t","children":[
          {"id":"new","viewType":"TABS","content":{}},
          {"id":"old","viewType":"TABS","content":{},"fallback":{"viewType":"TEXT","content":{"text":"f"}}},
          {"id":"a","viewType":"TEXT","content":{"text":"a"}}]}},
        {"id":"card","viewType":"CARD","content":{"child":{"id":"inner","viewType":"ROW","content":{}}},
         "fallback":{"viewType":"TEXT","content":{"text":"in place of the card"}}}]}
      """)
    let tailored = TailoredLayout(
      combinations[0].layout, shows: { $0.viewType == "ROW" || $0.viewType == "TEXT" })
    #expect(tailored.layout.items.map(\.viewType) == ["ROW", "TEXT"])
    #expect(tailored.layout.allItems.map(\.id) == ["row", "old", "a", "card"])
    #expect(
      tailored.layout.items[0].content
        == (try JSONParser.parse(
          """
          {"title":"t","children":[{"id":"old","viewType":"TEXT","content":{"text":"f"}},
           {"id":"a","viewType":"TEXT","content":{"text":"a"}}]}
          """)))
    #expect(tailored.downgrades.map(\.item) == ["new", "old", "card"])
    let noRows = TailoredLayout(
      combinations[0].layout, shows: { $0.viewType == "CARD" || $0.viewType == "TEXT" })
    #expect(noRows.layout.allItems.map(\.id) == ["card"])
    #expect(noRows.layout.items[0].viewType == "TEXT")
    #expect(noRows.downgrades.map(\.item) == ["row", "card"])
  }
}
