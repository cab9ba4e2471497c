import JSONText
import ScreenChaos
import Testing

/// The kinds that change the list of items.
struct ScreenKindTests {
  private static let schemas: [String: JSONValue] = ["LINE": ["type": "object"], "FUTURE_VIEW_TYPE_7": true]

  private static func screen(_ ids: [[String]]) -> [ChaosSection] {
    ids.enumerated().map { place, ids in
      ChaosSection(
        id: "s\(place)", header: "H", footer: "F",
        items: ids.map { ChaosItem(id: $0, viewType: "LINE", content: ["text": .string($0)]) })
    }
  }

  private func outcome(_ kind: ChaosKind, seed: UInt64 = 0, _ ids: [[String]]) -> ChaosOutcome {
    Chaos(kind: kind, seed: seed).apply(to: Self.screen(ids), schemas: Self.schemas)
  }

  @Test func `one item gets an unknown view type`() {
    for seed in 0..<300 as Range<UInt64> {
      let outcome = outcome(.unknownViewType, seed: seed, [["a", "b"], ["c"]])
      let changed = outcome.sections.flatMap(\.items).filter { $0.viewType != "LINE" }
      #expect(changed.count == 1)
      #expect(changed.allSatisfy { $0.viewType.hasPrefix("FUTURE_VIEW_TYPE_") })
      #expect(
        changed.allSatisfy { Self.schemas[$0.viewType] == nil && $0.content == ["text": .string($0.id)] })
    }
  }

  @Test func `an empty screen keeps its sections`() {
    let outcome = outcome(.emptyScreen, [["a", "b"], ["c"]])
    #expect(outcome.sections == Self.screen([[], []]))
    #expect(outcome.changes.count == 3)
    #expect(!self.outcome(.emptyScreen, [[], []]).isChanged)
  }

  @Test func `items are repeated to 10,000 with unique ids`() {
    let outcome = outcome(.manyItems, [["a", "a-2", "a-2-2"], [], ["c"]])
    let items = outcome.sections.flatMap(\.items)
    #expect(items.count == 10_000)
    #expect(Set(items.map(\.id)).count == 10_000)
    #expect(outcome.sections.map(\.items.count) == [7_500, 0, 2_500])
    #expect(items.prefix(4).map(\.id) == ["a", "a-2", "a-2-2", "a-2-2-2"])
    #expect(items[3].content == ["text": "a"])
  }

  @Test func `a screen of 10,000 items stays unchanged, and one of 9,999 gets one more`() {
    let ids = (0..<10_000).map(String.init)
    #expect(!outcome(.manyItems, [ids]).isChanged)
    #expect(outcome(.manyItems, [ids.dropLast()]).sections[0].items.count == 10_000)
    #expect(!outcome(.manyItems, [[]]).isChanged)
  }

  @Test func `large items are repeated up to the limit of bytes`() {
    let text = String(repeating: "x", count: 1 << 20)
    let sections = [
      ChaosSection(id: nil, items: [ChaosItem(id: "a", viewType: "LINE", content: .string(text))])
    ]
    let outcome = Chaos(kind: .manyItems, seed: 0).apply(to: sections, schemas: [:])
    #expect(outcome.sections[0].items.count == 64)
  }

  @Test func `the second item gets the id of the first`() {
    #expect(
      outcome(.duplicateIDs, [["a"], [], ["b", "c"]]).sections.map { $0.items.map(\.id) } == [
        ["a"], [], ["a", "c"],
      ])
    #expect(outcome(.duplicateIDs, [["a"]]).sections[0].items.map(\.id) == ["a", "a"])
    #expect(!outcome(.duplicateIDs, [["a", "a"]]).isChanged)
  }

  @Test(arguments: ChaosKind.allCases)
  func `a screen without items stays unchanged`(kind: ChaosKind) {
    for ids in [[], [[]], [[], []]] as [[[String]]] {
      let outcome = outcome(kind, ids)
      #expect(!outcome.isChanged)
      #expect(outcome.sections == Self.screen(ids))
    }
  }

  @Test func `content without candidates stays unchanged`() {
    let sections = [ChaosSection(id: nil, items: [ChaosItem(id: "a", viewType: "N", content: 1)])]
    for kind in [
      ChaosKind.missingRequired, .missingOptional, .wrongType, .nullValue, .extraMember, .longText,
      .rightToLeft,
      .emoji,
    ] {
      let outcome = Chaos(kind: kind, seed: 3).apply(to: sections, schemas: ["N": ["type": "number"]])
      #expect(!outcome.isChanged)
      #expect(outcome.sections == sections)
    }
  }
}
