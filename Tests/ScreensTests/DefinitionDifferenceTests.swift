import JSONText
import Screens
import Testing

@Suite struct DefinitionDifferenceTests {
  private static func screen(_ ids: [String]) -> JSONValue {
    ["items": .array(ids.map { ["id": .string($0), "viewType": "T", "content": [:]] })]
  }

  @Test(arguments: [
    (["a", "b", "c"], ["c", "b", "a"], ["a 0 → 2", "c 2 → 0"]),
    (["a", "b", "c", "d", "e"], ["a", "d", "c", "b", "e"], ["b 1 → 3", "d 3 → 1"]),
    (["a", "b", "c", "d"], ["b", "c", "d", "a"], ["a 0 → 3"]),
    (["a", "b"], ["a", "b", "c"], []),
  ]) func `an item between two that change places has not moved`(
    old: [String], new: [String], moved: [String]
  ) {
    let difference = DefinitionDifference(from: Self.screen(old), to: Self.screen(new), in: Catalogue())
    #expect(difference.moved.map { "\($0.id) \($0.from.index) → \($0.to.index)" } == moved)
  }

  @Test func `the difference of many items in another order has an answer`() throws {
    let ids = (0..<9_000).map { "item-\($0)" }
    let old = Self.screen(ids)
    let new = Self.screen((0..<9_000).map { ids[$0 * 7 % 9_000] })
    let difference = DefinitionDifference(from: old, to: new, in: Catalogue())
    #expect(difference.moved.count < 9_000)
    #expect(try difference.patch.apply(to: old) == new)
  }
}
