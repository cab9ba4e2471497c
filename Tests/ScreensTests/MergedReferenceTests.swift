import JSONText
import SeededRandom
import Testing

@testable import Screens

/// Experiments of one side that name items which the other side has added or deleted.
@Suite struct MergedReferenceTests {
  private static let subject = ChangeSubject(path: "screens/home")

  private static func definition(_ ids: [String], _ variant: JSONObject? = nil) -> JSONValue {
    var object: JSONObject = [
      "items": .array(ids.map { ["id": .string($0), "viewType": "TEXT", "content": ["text": "1"]] })
    ]
    if var variant {
      variant["key"] = "changed"
      object["experiment"] = ["key": "test", "variants": [["key": "plain"], .object(variant)]]
    }
    return .object(object)
  }

  private static func merge(
    _ base: JSONValue, _ ours: JSONValue, _ theirs: JSONValue
  ) throws -> DefinitionMerge {
    DefinitionMerge(
      base: base, ours: ours, theirs: theirs, of: try #require(subject), in: try Fixture.catalogue())
  }

  private static func order(of merge: DefinitionMerge) -> [String]? {
    let variants = merge.merged?["experiment"]?["variants"]?.arrayValue
    return variants?.last?["order"]?.arrayValue?.compactMap(\.stringValue)
  }

  @Test(.bug(id: "F10"))
  func `an order names what the other side has added, and no longer what it has deleted`() throws {
    let base = Self.definition(["a", "b", "c"])
    let ours = Self.definition(["a", "b", "c"], ["order": ["c", "b", "a"]])
    let theirs = Self.definition(["x", "a", "y", "z", "c"])
    for merge in [try Self.merge(base, ours, theirs), try Self.merge(base, theirs, ours)] {
      #expect(merge.conflicts.isEmpty)
      #expect(Self.order(of: merge) == ["x", "c", "a", "y", "z"])
    }
    // An order applies after the changes of its variant.
    let changed = Self.definition(
      ["a", "b", "c"], ["changes": [["op": "remove", "id": "b"]], "order": ["c", "a"]])
    #expect(
      Self.order(of: try Self.merge(base, changed, Self.definition(["a", "b", "y", "c"]))) == ["c", "a", "y"])
  }

  @Test(
    arguments: [
      ["op": "merge", "id": "b", "content": ["style": "bold"]], ["op": "remove", "id": "b"],
      ["op": "move", "id": "b", "before": "a"], ["op": "move", "id": "a", "after": "b"],
      ["op": "move", "id": "a", "before": "b"],
      ["op": "replace", "id": "b", "item": ["id": "r", "viewType": "TEXT", "content": ["text": "2"]]],
      ["op": "insert", "after": "b", "item": ["id": "i", "viewType": "TEXT", "content": ["text": "2"]]],
    ] as [JSONValue]) func `a change that names a deleted item is a conflict of that item`(
      _ change: JSONValue
    ) throws
  {
    let base = Self.definition(["a", "b", "c"])
    let ours = Self.definition(["a", "b", "c"], ["changes": .array([change])])
    let theirs = Self.definition(["a", "c"])
    #expect(try Self.merge(base, ours, theirs).conflicts == ["b"], "\(change.text)")
    #expect(try Self.merge(base, theirs, ours).conflicts == ["b"], "\(change.text)")
  }

  @Test func `what both sides add under one id, and content that no longer fits, is a conflict of that item`()
    throws
  {
    let base = Self.definition(["a", "b"])
    let inserts = Self.definition(
      ["a", "b"],
      [
        "changes": [
          ["op": "insert", "after": "a", "item": ["id": "x", "viewType": "TEXT", "content": ["text": "2"]]]
        ]
      ])
    #expect(try Self.merge(base, inserts, Self.definition(["a", "b", "x"])).conflicts == ["x"])
    let merges = Self.definition(
      ["a", "b"], ["changes": [["op": "merge", "id": "b", "content": ["style": "bold"]]]])
    var picture = Self.definition(["a"])
    guard case .object(var object) = picture else { return }
    object["items"] = .array(
      (object["items"]?.arrayValue ?? []) + [
        ["id": "b", "viewType": "IMAGE", "content": ["url": "https://a.test/b.png"]]
      ])
    picture = .object(object)
    #expect(try Self.merge(base, merges, picture).conflicts == ["b"])
  }

  @Test func `what is wrong with one side alone is no conflict, and stays as its author wrote it`() throws {
    let base = Self.definition(["a", "b"])
    let ours = Self.definition(["a", "b"], ["order": ["b", "a", "typo"]])
    let merge = try Self.merge(base, ours, Self.definition(["a", "b", "c"]))
    #expect(merge.conflicts.isEmpty)
    #expect(Self.order(of: merge) == ["b", "c", "a", "typo"])
  }

  /// A random valid change of a definition.
  private static func edited(
    _ definition: JSONValue, _ mark: String, _ random: inout SplitMix64
  ) -> JSONValue {
    guard case .object(var object) = definition else { return definition }
    var items = object["items"]?.arrayValue ?? []
    func id(_ items: [JSONValue]) -> String { items.randomElement(using: &random)?["id"]?.stringValue ?? "" }
    for number in 0..<Int.random(in: 0...3, using: &random) {
      let item: JSONValue = [
        "id": .string("\(mark)\(number)"), "viewType": "TEXT", "content": ["text": .string(mark)],
      ]
      switch Int.random(in: 0...3, using: &random) {
      case 0: items.insert(item, at: Int.random(in: 0...items.count, using: &random))
      case 1 where !items.isEmpty: items.remove(at: Int.random(in: 0..<items.count, using: &random))
      case 2: items.shuffle(using: &random)
      default: break
      }
    }
    object["items"] = .array(items)
    if Bool.random(using: &random), items.count > 1 {
      var variant: JSONObject = ["key": "changed"]
      var changes: [JSONValue] = []
      for number in 0..<Int.random(in: 0...2, using: &random) {
        switch Int.random(in: 0...3, using: &random) {
        case 0: changes.append(["op": "merge", "id": .string(id(items)), "content": ["style": "bold"]])
        case 1:
          changes.append(["op": "move", "id": .string(id(items)), "before": .string(id(items))])
        case 2:
          changes.append([
            "op": "insert", "after": .string(id(items)),
            "item": ["id": .string("new\(number)"), "viewType": "TEXT", "content": ["text": "2"]],
          ])
        default: changes.append(["op": "remove", "id": .string(id(items))])
        }
      }
      if !changes.isEmpty { variant["changes"] = .array(changes) }
      if changes.isEmpty || Bool.random(using: &random) {
        var ids = items.compactMap { $0["id"]?.stringValue }
        // Only an order without changes is valid by itself most of the time; an invalid side is left out.
        ids.shuffle(using: &random)
        variant["order"] = .array(ids.map { .string($0) })
      }
      object["experiment"] = ["key": "test", "variants": [["key": "plain"], .object(variant)]]
    } else if Bool.random(using: &random) {
      object["experiment"] = nil
    }
    return .object(object)
  }

  @Test func `a random merge of valid sides without conflicts is valid, and a conflict names its places`()
    throws
  {
    let catalogue = try Fixture.catalogue()
    let home = try Route("home")
    func isValid(_ definition: JSONValue) -> Bool {
      let document = try? JSONDocument(definition.serialized())
      return (try? document.map { try DefinitionReader.read($0, route: home, catalogue: catalogue) }) ?? nil
        != nil
    }
    var (merged, conflicts) = (0, 0)
    for seed in 0..<3000 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let base = Self.edited(Self.definition(["a", "b", "c", "d"]), "o", &random)
      let (ours, theirs) = (Self.edited(base, "x", &random), Self.edited(base, "y", &random))
      guard [base, ours, theirs].allSatisfy(isValid) else { continue }
      let merge = DefinitionMerge(
        base: base, ours: ours, theirs: theirs, of: .screen(home), in: catalogue)
      if let result = merge.merged {
        #expect(merge.conflicts.isEmpty && isValid(result), "seed \(seed)")
        merged += 1
      } else {
        #expect(!merge.conflicts.isEmpty, "seed \(seed)")
        conflicts += 1
      }
      let exchanged = DefinitionMerge(
        base: base, ours: theirs, theirs: ours, of: .screen(home), in: catalogue)
      #expect(exchanged.conflicts == merge.conflicts, "seed \(seed)")
    }
    #expect(merged > 300 && conflicts > 100, "\(merged) and \(conflicts)")
  }
}
