import JSONText
import SeededRandom
import Testing

@testable import Screens

/// Bringing two changes of a definition together, by items.
@Suite struct DefinitionMergeTests {
  private static func screen(_ items: [(String, Int)], _ members: JSONObject = [:]) -> JSONValue {
    var object = members
    object["items"] = .array(
      items.map {
        ["id": .string($0.0), "viewType": "T", "content": ["n": .number(JSONNumber($0.1))]]
      })
    return .object(object)
  }

  private static func merge(_ base: JSONValue, _ ours: JSONValue, _ theirs: JSONValue) -> DefinitionMerge {
    DefinitionMerge(base: base, ours: ours, theirs: theirs, isScreen: true, in: Catalogue())
  }

  @Test func `changes of different items are both kept`() {
    let base = Self.screen([("a", 1), ("b", 1), ("c", 1)])
    let ours = Self.screen([("c", 1), ("a", 2), ("b", 1), ("x", 1)])
    let theirs = Self.screen([("a", 1), ("b", 3), ("c", 1), ("y", 1)], ["screenName": "New"])
    let merged = Self.merge(base, ours, theirs).merged
    #expect(merged?["screenName"] == "New")
    let ids = merged?["items"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
    #expect(Set(ids) == ["a", "b", "c", "x", "y"])
    #expect(ids.firstIndex(of: "c") ?? 9 < ids.firstIndex(of: "a") ?? 0, "our order is kept")
    #expect(merged?["items"]?.arrayValue?.first { $0["id"] == "a" }?["content"] == ["n": 2])
    #expect(merged?["items"]?.arrayValue?.first { $0["id"] == "b" }?["content"] == ["n": 3])
  }

  @Test func `different changes of one item or member are conflicts`() {
    let base = Self.screen([("a", 1), ("b", 1)], ["screenName": "S"])
    let ours = Self.screen([("a", 2)], ["screenName": "O"])
    let theirs = Self.screen([("a", 3), ("b", 2)], ["screenName": "T"])
    let merge = Self.merge(base, ours, theirs)
    #expect(merge.merged == nil)
    #expect(merge.conflicts == ["/screenName", "a", "b"])
    // The same change on both sides is none.
    #expect(Self.merge(base, theirs, theirs).merged == theirs)
    // One side deleted the screen.
    #expect(
      DefinitionMerge(base: base, ours: nil, theirs: theirs, isScreen: true, in: Catalogue()).conflicts == [
        "/"
      ])
  }

  @Test func `a definition that names an item twice conflicts as a whole`() {
    let base = Self.screen([("a", 1), ("b", 1)])
    let twice = Self.screen([("a", 1), ("b", 1), ("a", 2)])
    let merge = Self.merge(base, twice, Self.screen([("a", 1), ("b", 2)]))
    #expect(merge.merged == nil)
    #expect(merge.conflicts == ["/"])
  }

  @Test func `large definitions that both sides have reordered and extended are merged`() {
    let ids = (0..<9_000).map { "item-\($0)" }
    let base = Self.screen(ids.map { ($0, 1) })
    let ours = Self.screen((ids.suffix(4_500).reversed() + ids.prefix(4_500)).map { ($0, 1) })
    let theirs = Self.screen(ids.map { ($0, 2) } + (0..<900).map { ("new-\($0)", 1) })
    let merged = Self.merge(base, ours, theirs).merged?["items"]?.arrayValue ?? []
    #expect(merged.count == 9_900)
    #expect(merged.first?["id"] == .string("item-8999"))
    #expect(merged.first?["content"] == ["n": 2])
    #expect(Set(merged.compactMap { $0["id"]?.stringValue }).count == 9_900)
  }

  @Test func `items move between sections, and an item of a section that is gone is a conflict`() {
    func sections(_ lists: [(String, [String])]) -> JSONValue {
      [
        "sections": .array(
          lists.map { id, items in
            [
              "id": .string(id),
              "items": .array(items.map { ["id": .string($0), "viewType": "T", "content": [:]] }),
            ]
          })
      ]
    }
    let base = sections([("one", ["a", "b"]), ("two", ["c"])])
    let ours = sections([("one", ["b"]), ("two", ["c", "a"])])
    let theirs = sections([("one", ["a", "b", "new"]), ("two", ["c"])])
    #expect(
      Self.merge(base, ours, theirs).merged == sections([("one", ["b", "new"]), ("two", ["c", "a"])]))
    let without = sections([("one", ["a", "b", "c"])])
    let added = sections([("one", ["a", "b"]), ("two", ["c", "d"])])
    #expect(Self.merge(base, without, added).conflicts.contains("d"))
  }

  @Test func `an item that moves into a section that the other side removes is kept`() {
    func sections(_ lists: [(String, [String])]) -> JSONValue {
      [
        "sections": .array(
          lists.map { name, ids in
            let items = ids.map { ["id": .string($0), "viewType": "T", "content": [:]] as JSONValue }
            return ["id": .string(name), "items": .array(items)]
          })
      ]
    }
    // The section that stays can be before or after the removed one.
    for names in [["s1", "s2"], ["s2", "s1"]] {
      let items = ["s1": [], "s2": ["x", "y"]]
      let base = sections(names.map { ($0, items[$0] ?? []) })
      let ours = sections([("s2", ["x", "y"])])
      let moved = ["s1": ["x"], "s2": ["y"]]
      let theirs = sections(names.map { ($0, moved[$0] ?? []) })
      let merge = Self.merge(base, ours, theirs)
      let kept = merge.merged?["sections"]?.arrayValue?.flatMap {
        $0["items"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
      }
      #expect(kept.map { Set($0) } == ["x", "y"], "\(names): \(merge.conflicts)")
    }
  }

  @Test func `a section that one side removes takes its items along, and a new item in it is a conflict`() {
    func sections(_ lists: [(String, [(String, Int)])]) -> JSONValue {
      [
        "sections": .array(
          lists.map { id, items in
            [
              "id": .string(id),
              "items": .array(
                items.map { ["id": .string($0.0), "content": ["n": .number(JSONNumber($0.1))]] }),
            ]
          })
      ]
    }
    let base = sections([("a", [("x", 1)]), ("b", [("y", 1)])])
    let without = sections([("b", [("y", 1)])])
    let changed = sections([("a", [("x", 1)]), ("b", [("y", 2)])])
    #expect(Self.merge(base, without, changed).merged == sections([("b", [("y", 2)])]))
    #expect(Self.merge(base, changed, without).merged == sections([("b", [("y", 2)])]))
    let added = sections([("a", [("x", 1), ("n", 1)]), ("b", [("y", 1)])])
    #expect(Self.merge(base, added, without).conflicts == ["n"])
    #expect(Self.merge(base, without, added).conflicts == ["n"])
  }

  @Test func `the same change with two places is a conflict`() {
    let base = Self.screen([("a", 1), ("b", 1), ("c", 1), ("d", 1)])
    let ours = Self.screen([("d", 2), ("a", 1), ("b", 1), ("c", 1)])
    let theirs = Self.screen([("a", 1), ("d", 2), ("b", 1), ("c", 1)])
    #expect(Self.merge(base, ours, theirs).conflicts == ["d"])
  }

  @Test func `a merge with nothing on the other side is this side, and sides can be exchanged`() {
    for seed in 0..<400 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let base = (0..<Int.random(in: 0...6, using: &random)).map { ("i\($0)", 1) }
      func edited(_ mark: Int) -> [(String, Int)] {
        var items = base
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          switch Int.random(in: 0...3, using: &random) {
          case 0:
            items.insert(
              ("n\(mark)\(items.count)", mark), at: Int.random(in: 0...items.count, using: &random))
          case 1 where !items.isEmpty: items.remove(at: Int.random(in: 0..<items.count, using: &random))
          case 2 where !items.isEmpty: items[Int.random(in: 0..<items.count, using: &random)].1 = mark
          default: items.shuffle(using: &random)
          }
        }
        var seen: Set<String> = []
        return items.filter { seen.insert($0.0).inserted }
      }
      let (old, ours, theirs) = (Self.screen(base), Self.screen(edited(2)), Self.screen(edited(3)))
      #expect(Self.merge(old, ours, old).merged == ours, "seed \(seed)")
      #expect(Self.merge(old, old, theirs).merged == theirs, "seed \(seed)")
      let (one, other) = (Self.merge(old, ours, theirs), Self.merge(old, theirs, ours))
      #expect(one.conflicts == other.conflicts, "seed \(seed)")
      guard let merged = one.merged, let exchanged = other.merged else { continue }
      func contents(_ value: JSONValue) -> [String: JSONValue] {
        Dictionary(
          (value["items"]?.arrayValue ?? []).map { ($0["id"]?.stringValue ?? "", $0) }
        ) { first, _ in first }
      }
      #expect(contents(merged) == contents(exchanged), "seed \(seed)")
    }
  }
}
