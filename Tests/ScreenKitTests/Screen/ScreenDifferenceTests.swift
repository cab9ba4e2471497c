import ScreenKit
import SeededRandom
import Testing

@Suite struct ScreenDifferenceTests {
  private static func screen(_ sections: [(String, [String])], text: String = "") -> Screen {
    Screen(
      sections: sections.map { id, items in
        ScreenSection(id: id, items: items.map { ScreenItem(id: $0, OneLineText(text1: $0 + text)) })
      })
  }

  private static func description(_ old: [(String, [String])], _ new: [(String, [String])]) -> String {
    ScreenDifference(from: screen(old), to: screen(new)).description
  }

  @Test func `as few items as possible move`() {
    #expect(Self.description([("s", ["a", "b", "c"])], [("s", ["c", "a", "b"])]) == "move 0:2 to 0:0")
    #expect(Self.description([("s", ["a", "b"])], [("s", ["a", "b"])]).isEmpty)
    // An item that begins another section moves, although its neighbours are the same.
    #expect(
      Self.description([("s", ["a", "b"]), ("t", ["c"])], [("s", ["a"]), ("t", ["b", "c"])])
        == "move 0:1 to 1:0")
  }

  @Test func `items are deleted, inserted and shown again`() {
    var new = Self.screen([("s", ["b", "d"])])
    new.sections[0].items[0].content = AnyContent(OneLineText(text1: "changed"))
    new.sections[0].header = "Header"
    let difference = ScreenDifference(from: Self.screen([("s", ["a", "b", "c"])]), to: new)
    #expect(difference.deleted == ["a", "c"] && difference.inserted == ["d"])
    #expect(difference.moved.isEmpty && difference.changed == ["b"] && difference.changedSections == ["s"])
    #expect(
      difference.description == "delete 0:0\ndelete 0:2\ninsert 0:1\nreload 0:0\nsection s")
    #expect(!difference.isEmpty)
  }

  @Test func `a repeated id counts once`() {
    #expect(Self.description([("s", ["a", "a"])], [("s", ["a"])]).isEmpty)
  }

  @Test(arguments: 0..<5) func `items that do not move keep their order`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<50 {
      func random() -> [String] {
        (0..<12).shuffled(using: &generator).prefix(Int.random(in: 0...12, using: &generator)).map(
          String.init)
      }
      let (old, new) = (random(), random())
      let difference = ScreenDifference(from: Self.screen([("s", old)]), to: Self.screen([("s", new)]))
      #expect(Set(difference.deleted) == Set(old).subtracting(new))
      #expect(Set(difference.inserted) == Set(new).subtracting(old))
      let leaving = Set(difference.deleted + difference.moved)
      let arriving = Set(difference.inserted + difference.moved)
      #expect(old.filter { !leaving.contains($0) } == new.filter { !arriving.contains($0) })
      #expect(difference.changed.isEmpty)
    }
  }
}
