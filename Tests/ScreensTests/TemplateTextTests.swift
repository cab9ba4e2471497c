import Screens
import SeededRandom
import Testing

@Suite struct TemplateTextTests {
  @Test(
    arguments: [
      ("", .literal("")), ("Home", .literal("Home")), ("$items", .name("items")), ("$itms", .name("itms")),
      ("$", .name("")), ("$5", .name("5")), ("$$items", .literal("$items")),
      ("$$$items", .literal("$$items")),
      ("$$5", .literal("$5")), ("US$5", .literal("US$5")), ("US$$5", .literal("US$$5")),
      ("to $itemsPerPage", .literal("to $itemsPerPage")), ("to $items", .mixed(.items)),
      ("$items!", .mixed(.items)), ("to $$items", .literal("to $items")), ("$$5 of $items", .mixed(.items)),
      ("$5 of $items", .name("5 of $items")), ("$\u{301}items", .name("\u{301}items")),
      ("$items\u{301}", .mixed(.items)), ("${items}", .name("{items}")),
    ] as [(String, TemplateText.Meaning)])
  func `a text is a placeholder, a literal text, or a mistake`(text: String, meaning: TemplateText.Meaning) {
    #expect(TemplateText(text).meaning == meaning)
  }

  @Test(arguments: 0..<20) func `an escaped text is the literal text`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let parts = ["$", "$", "items", "id", "x", " ", "_", "\u{301}", "5"]
      let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        parts.randomElement(using: &generator) ?? ""
      }.joined()
      #expect(TemplateText(TemplateText.escaping(text)).meaning == .literal(text), "\(text)")
    }
  }
}
