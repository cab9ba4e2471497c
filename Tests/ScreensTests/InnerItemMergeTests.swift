import JSONText
import SeededRandom
import Testing

@testable import Screens

/// Differences and three-way merges by items inside items.
@Suite struct InnerItemMergeTests {
  private static func text(_ id: String, _ text: String? = nil) -> String {
    #"{"id":"\#(id)","viewType":"TEXT","content":{"text":"\#(text ?? id)"}}"#
  }

  private static func row(_ id: String, _ children: String...) -> String {
    #"{"id":"\#(id)","viewType":"ROW","content":{"children":[\#(children.joined(separator: ","))]}}"#
  }

  private static func screen(_ items: String..., more: String = "") throws -> JSONValue {
    try JSONParser.parse(#"{"items":[\#(items.joined(separator: ","))]\#(more)}"#)
  }

  private static func merge(
    _ base: JSONValue, _ ours: JSONValue, _ theirs: JSONValue
  ) throws -> DefinitionMerge {
    DefinitionMerge(
      base: base, ours: ours, theirs: theirs, of: .screen(try Route("home")),
      in: try InnerItemsTests.catalogue())
  }

  @Test func `changes of different items inside one are both kept`() throws {
    let base = try Self.screen(Self.row("r", Self.text("a"), Self.text("b")), Self.row("s", Self.text("c")))
    // One side changes a text, the other one moves it into another item and adds one.
    let ours = try Self.screen(
      Self.row("r", Self.text("a", "A"), Self.text("b")), Self.row("s", Self.text("c")))
    let theirs = try Self.screen(
      Self.row("r", Self.text("b"), Self.text("n")), Self.row("s", Self.text("c"), Self.text("a")))
    let expected = try Self.screen(
      Self.row("r", Self.text("b"), Self.text("n")), Self.row("s", Self.text("c"), Self.text("a", "A")))
    #expect(try Self.merge(base, ours, theirs).merged == expected)
    #expect(try Self.merge(base, theirs, ours).merged == expected)
  }

  @Test func `an item that both sides change is a conflict by its id, at any depth`() throws {
    let base = try Self.screen(Self.row("r", Self.row("s", Self.text("a"), Self.text("b"))))
    let ours = try Self.screen(Self.row("r", Self.row("s", Self.text("a", "A"), Self.text("b"))))
    let theirs = try Self.screen(Self.row("r", Self.row("s", Self.text("a", "X"))))
    #expect(try Self.merge(base, ours, theirs).conflicts == ["a"])
  }

  @Test
  func `an item added to one that the other side removed, and two that are inside each other, conflict`()
    throws
  {
    let base = try Self.screen(Self.row("r"), Self.row("s"))
    let removed = try Self.screen(Self.row("s"))
    let added = try Self.screen(Self.row("r", Self.text("a")), Self.row("s"))
    #expect(try Self.merge(base, removed, added).conflicts == ["a"])
    #expect(try Self.merge(base, added, removed).conflicts == ["a"])
    let oneInOther = try Self.screen(Self.row("r", Self.row("s")))
    let otherInOne = try Self.screen(Self.row("s", Self.row("r")))
    #expect(try Self.merge(base, oneInOther, otherInOne).conflicts == ["r", "s"])
  }

  @Test func `values are merged by their members`() throws {
    func screen(_ values: String) throws -> JSONValue { try Self.screen(more: #","values":\#(values)"#) }
    let base = try screen(#"{"title":"a","bar":{"color":"red","height":1}}"#)
    let ours = try screen(#"{"title":"b","bar":{"color":"red","height":2}}"#)
    let theirs = try screen(#"{"title":"a","bar":{"color":"blue","height":1},"new":true}"#)
    #expect(
      try Self.merge(base, ours, theirs).merged
        == screen(#"{"title":"b","bar":{"color":"blue","height":2},"new":true}"#))
    let other = try screen(#"{"title":"c","bar":{"color":"red","height":3}}"#)
    #expect(try Self.merge(base, ours, other).conflicts == ["/values/bar/height", "/values/title"])
  }

  @Test(.bug(id: "F56")) func `an item that changes its place takes those inside it along`() throws {
    let row = Self.row("r", Self.text("a"), Self.text("b"))
    let other = Self.row("s", Self.text("c"), Self.text("d"))
    let difference = DefinitionDifference(
      from: try Self.screen(row, other), to: try Self.screen(other, row), in: try InnerItemsTests.catalogue())
    #expect(difference.moved.count == 1)
    #expect(difference.moved.allSatisfy { ["r", "s"].contains($0.id) })
  }

  @Test func `a difference names items inside others, and where they stand`() throws {
    let old = try Self.screen(Self.row("r", Self.text("a"), Self.text("b")), Self.row("s", Self.text("c")))
    let new = try Self.screen(
      Self.row("r", Self.text("b", "B")), Self.row("s", Self.text("a"), Self.text("c"), Self.text("d")))
    let difference = DefinitionDifference(from: old, to: new, in: try InnerItemsTests.catalogue())
    #expect(difference.added.map(\.id) == ["d"])
    #expect(difference.removed.isEmpty)
    #expect(difference.changed.map(\.id) == ["b"])
    #expect(difference.changed.first?.paths.map(\.description) == ["/content/text"])
    let moved = try #require(difference.moved.first)
    #expect(difference.moved.count == 1)
    #expect((moved.id, moved.from.parent, moved.to.parent, moved.to.index) == ("a", "r", "s", 0))
    #expect(moved.to.at?.description == "/children")
  }

  /// Without items of both sides, a merge has what that side has. With any edits, it has all items or says why not.
  @Test func `merges of random trees lose nothing`() throws {
    let catalogue = try InnerItemsTests.catalogue()
    var random = SplitMix64(seed: 14)
    var merged = 0
    for _ in 0..<300 {
      let base = Tree(&random)
      var (ours, theirs) = (base, base)
      for _ in 0..<random.next(below: 3) + 1 { ours.edit(&random, side: "o") }
      for _ in 0..<random.next(below: 3) + 1 { theirs.edit(&random, side: "t") }
      let merge = DefinitionMerge(
        base: base.json, ours: ours.json, theirs: theirs.json, isScreen: true, in: catalogue)
      guard let result = merge.merged else {
        #expect(!merge.conflicts.isEmpty)
        continue
      }
      merged += 1
      let (old, mine, other) = (base.ids, ours.ids, theirs.ids)
      let expected = old.intersection(mine).intersection(other).union(mine.subtracting(old))
        .union(other.subtracting(old))
      let found = DefinitionDifference.parts(of: result, in: catalogue).items.keys
      #expect(Set(found.map(\.text)) == expected)
      #expect(
        DefinitionMerge(base: base.json, ours: ours.json, theirs: base.json, isScreen: true, in: catalogue)
          .merged == ours.json)
    }
    #expect(merged > 50)
  }
}

/// A screen of rows within each other.
private struct Tree {
  private var children: [String: [String]] = ["": []]
  private var texts: [String: Int] = [:]
  private var count = 0

  init(_ random: inout SplitMix64) {
    for _ in 0..<random.next(below: 8) + 2 { add(&random, prefix: "i") }
  }

  private mutating func add(_ random: inout SplitMix64, prefix: String) {
    count += 1
    let id = "\(prefix)\(count)"
    insert(id, &random)
    children[id] = []
  }

  private mutating func insert(_ id: String, _ random: inout SplitMix64) {
    guard let parent = random.pick(children.keys.sorted()) else { return }
    let index = random.next(below: (children[parent]?.count ?? 0) + 1)
    children[parent]?.insert(id, at: index)
  }

  private mutating func remove(_ id: String) {
    for child in children[id] ?? [] { remove(child) }
    children[id] = nil
  }

  private func isInside(_ id: String, _ other: String) -> Bool {
    id == other || (children[other] ?? []).contains { isInside(id, $0) }
  }

  mutating func edit(_ random: inout SplitMix64, side: String) {
    guard let id = random.pick(ids.sorted()) else { return }
    let parent = children.first { $0.value.contains(id) }?.key
    switch random.next(below: 4) {
    case 0: add(&random, prefix: side)
    case 1: texts[id, default: 0] += side == "o" ? 1 : 2
    case 2:
      children[parent ?? ""]?.removeAll { $0 == id }
      remove(id)
    default:
      guard let target = random.pick(children.keys.filter { !isInside($0, id) }.sorted()) else { return }
      children[parent ?? ""]?.removeAll { $0 == id }
      let index = random.next(below: (children[target]?.count ?? 0) + 1)
      children[target]?.insert(id, at: index)
    }
  }

  var ids: Set<String> { Set(children.keys.filter { !$0.isEmpty }) }

  private func items(of parent: String) -> JSONValue {
    .array(
      (children[parent] ?? []).map { id in
        [
          "id": .string(id), "viewType": "ROW",
          "content": ["title": .string("\(texts[id] ?? 0)"), "children": items(of: id)],
        ]
      })
  }

  var json: JSONValue { ["items": items(of: "")] }
}
