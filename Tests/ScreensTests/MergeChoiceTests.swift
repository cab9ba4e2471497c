import JSONText
import Testing

@testable import Screens

/// Merges in which somebody decides, and the words for what both sides changed.
@Suite struct MergeChoiceTests {
  private static func screen(_ items: [(String, JSONObject)], _ members: JSONObject = [:]) -> JSONValue {
    var object = members
    object["items"] = .array(
      items.map { ["id": .string($0.0), "viewType": "T", "content": .object($0.1)] })
    return .object(object)
  }

  private static func merge(
    _ base: JSONValue, _ ours: JSONValue, _ theirs: JSONValue,
    _ choices: KeyValuePairs<String, DefinitionMerge.Side> = [:]
  ) -> DefinitionMerge {
    DefinitionMerge(
      base: base, ours: ours, theirs: theirs,
      choices: Dictionary(choices.map { (ExactString($0.key), $0.value) }) { first, _ in first },
      isScreen: true, in: Catalogue())
  }

  private static func ids(_ merge: DefinitionMerge) -> [String] {
    merge.merged?["items"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
  }

  private static func content(_ id: String, _ merge: DefinitionMerge) -> JSONValue? {
    merge.merged?["items"]?.arrayValue?.first { $0["id"]?.stringValue == id }?["content"]
  }

  @Test func `changes of different members of one item are both kept`() {
    let base = Self.screen([("a", ["x": 1, "y": 1])])
    let ours = Self.screen([("a", ["x": 2, "y": 1])])
    let theirs = Self.screen([("a", ["x": 1, "y": 2, "z": 2])])
    let merge = Self.merge(base, ours, theirs)
    #expect(Self.content("a", merge) == ["x": 2, "y": 2, "z": 2])
    #expect(merge.changes.map(\.place) == ["a"] && merge.changes.map(\.effect) == [.both])
    #expect(Self.content("a", Self.merge(base, ours, theirs, ["a": .base])) == ["x": 1, "y": 1])
  }

  @Test(
    arguments: [
      ("ours", ["x": 2, "y": 2]), ("theirs", ["x": 3, "y": 2]), ("base", ["x": 1, "y": 1]),
    ] as [(String, JSONObject)])
  func `a choice decides a conflict, and keeps what does not collide`(name: String, expected: JSONObject)
    throws
  {
    let base = Self.screen([("a", ["x": 1, "y": 1])], ["screenName": "B"])
    let ours = Self.screen([("a", ["x": 2, "y": 1])], ["screenName": "O"])
    let theirs = Self.screen([("a", ["x": 3, "y": 2])], ["screenName": "T"])
    let open = Self.merge(base, ours, theirs)
    #expect(open.merged == nil && open.conflicts == ["/screenName", "a"])
    let side = try #require(DefinitionMerge.Side(rawValue: name))
    let merge = Self.merge(base, ours, theirs, ["a": side, "/screenName": side])
    #expect(Self.content("a", merge) == .object(expected))
    #expect(merge.merged?["screenName"] == .string(String(name.prefix(1)).uppercased()))
    #expect(
      merge.changes.map(\.effect) == [.conflict, .conflict], "a decided conflict is still named as one")
    #expect(Self.merge(base, ours, theirs, ["a": side]).conflicts == ["/screenName"])
  }

  @Test func `a choice decides whether an item stays, and where`() {
    let one: JSONObject = ["x": 1]
    let base = Self.screen([("a", one), ("b", one), ("c", one)])
    let removed = Self.screen([("a", one), ("c", one)])
    let changed = Self.screen([("a", one), ("b", ["x": 2]), ("c", one)])
    #expect(Self.ids(Self.merge(base, removed, changed, ["b": .ours])) == ["a", "c"])
    #expect(Self.content("b", Self.merge(base, removed, changed, ["b": .theirs])) == ["x": 2])
    #expect(Self.content("b", Self.merge(base, removed, changed, ["b": .base])) == ["x": 1])
    let first = Self.screen([("c", one), ("a", one), ("b", one)])
    let middle = Self.screen([("a", one), ("c", one), ("b", one)])
    #expect(Self.merge(base, first, middle).conflicts == ["c"])
    #expect(Self.ids(Self.merge(base, first, middle, ["c": .ours])) == ["c", "a", "b"])
    #expect(Self.ids(Self.merge(base, first, middle, ["c": .theirs])) == ["a", "c", "b"])
    #expect(Self.ids(Self.merge(base, first, middle, ["c": .base])) == ["a", "b", "c"])
    // One side moved it, and the other one removed it.
    #expect(
      Self.ids(Self.merge(base, Self.screen([("a", one), ("b", one)]), first, ["c": .theirs])) == [
        "c", "a", "b",
      ])
    #expect(
      Self.ids(Self.merge(base, first, Self.screen([("a", one), ("b", one)]), ["c": .ours])) == [
        "c", "a", "b",
      ])
    #expect(
      Self.ids(Self.merge(base, first, Self.screen([("a", one), ("b", one)]), ["c": .theirs])) == ["a", "b"])
  }

  @Test func `what one side alone changed can be left out`() {
    let base = Self.screen([("a", ["x": 1]), ("b", ["x": 1])])
    let ours = Self.screen([("b", ["x": 1]), ("a", ["x": 1]), ("n", ["x": 1])])
    let theirs = Self.screen([("a", ["x": 2])], ["screenName": "T"])
    let all = Self.merge(base, ours, theirs, ["b": .base, "n": .base, "/screenName": .base])
    #expect(Self.ids(all) == ["a", "b"])
    #expect(all.merged?["screenName"] == nil)
    #expect(Self.content("a", all) == ["x": 2])
  }

  @Test func `definitions that cannot be compared by item are chosen as a whole`() {
    let twice = Self.screen([("a", ["x": 1]), ("a", ["x": 2])])
    let base = Self.screen([("a", ["x": 1])])
    let theirs = Self.screen([("a", ["x": 3])])
    #expect(Self.merge(base, twice, theirs).conflicts == ["/"])
    #expect(Self.merge(base, twice, theirs, ["/": .ours]).merged == twice)
    #expect(Self.merge(base, twice, theirs, ["/": .base]).merged == base)
  }

  @Test func `a merge of valid sides that would have errors asks for decisions`() throws {
    let catalogue = try InnerItemsTests.catalogue()
    func item(_ id: String) -> String { #"{"id":"\#(id)","viewType":"TEXT","content":{"text":"1"}}"# }
    let base = try JSONParser.parse(#"{"items":[\#(item("a")),\#(item("b"))]}"#)
    var ours = base
    guard case .object(var object) = base else { return }
    object["experiment"] = [
      "key": "e", "variants": [["key": "one"], ["key": "two", "changes": [["op": "remove", "id": "b"]]]],
    ]
    ours = .object(object)
    let theirs = try JSONParser.parse(#"{"items":[\#(item("a"))]}"#)
    let route = try Route("home")
    let open = DefinitionMerge(base: base, ours: ours, theirs: theirs, at: route, choices: [:], in: catalogue)
    #expect(open.merged == nil && open.conflicts == ["b"])
    #expect(open.changes.contains { $0.place == "b" && $0.effect == .conflict })
    let decided = DefinitionMerge(
      base: base, ours: ours, theirs: theirs, at: route, choices: [ExactString("b"): .base], in: catalogue)
    #expect(decided.merged == ours)
  }

  // MARK: Comparisons

  @Test func `a comparison has the values of both sides`() {
    let old = Self.screen(
      [("a", ["x": 1, "list": [["key": "k", "n": 1], ["n": 2]]]), ("b", ["x": 1])], ["screenName": "S"])
    let new = Self.screen(
      [("n", ["x": 1]), ("a", ["x": 2, "list": [["key": "k", "n": 3], ["n": 4]]])],
      ["screenName": "S", "format": "contents"])
    let comparison = DefinitionComparison(from: old, to: new, in: Catalogue())
    #expect(comparison.added.map { $0.item["id"] } == ["n"])
    #expect(comparison.removed.map { $0.item["id"] } == ["b"])
    #expect(comparison.removed.map(\.position.index) == [1])
    #expect(comparison.changed.map(\.viewType) == ["T"])
    let members = comparison.changed.flatMap(\.members)
    #expect(members.map(\.path.description) == ["/content/x", "/content/list/0/n", "/content/list/1/n"])
    #expect(
      members.map(\.names) == [
        ["content", "x"], ["content", "list", "k", "n"], ["content", "list", "2", "n"],
      ])
    #expect(members.map(\.old) == [1, 1, 2] && members.map(\.new) == [2, 3, 4])
    #expect(comparison.other.map(\.path.description) == ["/format"])
    #expect(comparison.other.map(\.old) == [nil])
    #expect(DefinitionComparison(from: old, to: old, in: Catalogue()).changed.isEmpty)
  }

  @Test func `a comparison names sections, and items without an id`() throws {
    let old = try JSONParser.parse(
      #"{"sections":[{"id":"a","header":"A","items":[]},{"id":"b","items":[]},{"id":"c","items":[{"viewType":"T"}]}]}"#
    )
    let new = try JSONParser.parse(
      #"{"sections":[{"id":"c","items":[]},{"id":"a","header":"B","items":[]},{"id":"n","items":[]}]}"#)
    let comparison = DefinitionComparison(from: old, to: new, in: Catalogue())
    #expect(comparison.sections.map { "\($0.id) \($0.effect)" } == ["n added", "a changed", "b removed"])
    #expect(comparison.sectionOrder == ["c", "a", "n"])
    #expect(comparison.removed.map { $0.position.section } == ["c"])
    #expect(comparison.removed.map(\.item) == [["viewType": "T"]])
  }
}
