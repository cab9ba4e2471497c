import Foundation
import ScreenKit
import SeededRandom
import Testing

@Suite struct RandomFormatTests {
  private static var registry: ViewRegistry {
    var registry = ViewRegistry { _, _ in JSONValue.string("unknown") }
    for name in ["A", "B", "C"] { registry.register(name, JSONValue.self) { $0 } }
    return registry
  }

  private static func screen(_ generator: inout SplitMix64) -> Screen {
    var number = 0
    let sections = (0..<Int.random(in: 0...3, using: &generator)).map { section in
      let items = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        number += 1
        return ScreenItem(
          id: "i\(number)", viewType: ["A", "B", "C"].randomElement(using: &generator) ?? "A",
          content: AnyContent(["n": .number(JSONNumber(number)), "t": "$items"] as JSONValue))
      }
      return ScreenSection(
        id: "s\(section)", header: Bool.random(using: &generator) ? "h\(section)" : nil,
        footer: Bool.random(using: &generator) ? "f\(section)" : nil,
        values: Bool.random(using: &generator) ? ["n": .number(JSONNumber(section))] : [:], items: items)
    }
    return Screen(
      name: "N", variant: Bool.random(using: &generator) ? "v" : nil,
      values: Bool.random(using: &generator) ? ["a": ["b": 1], "c": "C"] : [:], sections: sections)
  }

  @Test(arguments: 0..<50) func `a screen rendered in a random format is decoded to the same screen`(
    seed: UInt64
  ) throws {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<20 {
      let made = RandomFormat(using: &generator)
      let format = try WireFormat(name: "made-up", describedBy: made.document)
      let screen = Self.screen(&generator)
      let data = try JSONEncoder.screenKit.encode([made.render(screen)]).dropFirst().dropLast()
      let decoded = try ScreenDecoder(format: format, registry: Self.registry).decode(Data(data))
      #expect(decoded.warnings.isEmpty)
      #expect(decoded.screen.items.map(\.content) == screen.items.map(\.content))
      #expect(decoded.screen.items.map(\.viewType) == screen.items.map(\.viewType))
      if RandomFormat.has("$id", in: made.item) {
        #expect(decoded.screen.items.map(\.id) == screen.items.map(\.id))
      }
      if RandomFormat.has("$variant", in: made.screen) { #expect(decoded.screen.variant == screen.variant) }
      if RandomFormat.has("$screenName", in: made.screen) { #expect(decoded.screen.name == screen.name) }
      for (path, value) in [("$values.a.b", screen.values["a"]), ("$values.c", screen.values["c"])]
      where RandomFormat.has(.string(path), in: made.screen) {
        #expect(decoded.screen.values[path == "$values.c" ? "c" : "a"] == value)
      }
      guard made.section != nil else { continue }
      if RandomFormat.has("$values", in: made.section) {
        #expect(decoded.screen.sections.map(\.values) == screen.sections.map(\.values))
      }
      #expect(decoded.screen.sections.map(\.items.count) == screen.sections.map(\.items.count))
      if RandomFormat.has("$header", in: made.section) {
        #expect(decoded.screen.sections.map(\.header) == screen.sections.map(\.header))
      }
      // A value in an array may be missing, but is never another value.
      for (section, sent) in zip(decoded.screen.sections, screen.sections) {
        #expect(section.header == nil || section.header == sent.header)
        #expect(section.footer == nil || section.footer == sent.footer)
      }
    }
  }

  @Test(arguments: 0..<20) func `damaged JSON is an error or a screen, never a crash`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let text = Array(
      #"{"route":"r","version":1,"sections":[{"id":"s","header":"h","items":[{"id":"x","viewType":"A","content":{"n":1}},{"id":"y","viewType":"Z","content":[1.5,null]}]}]}"#
        .utf8)
    var decoded = 0
    for _ in 0..<200 {
      var broken = text
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: 0..<broken.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: broken[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: broken.remove(at: index)
        default: broken.insert(Array(#"[]{}:,"0-.e"#.utf8).randomElement(using: &generator) ?? 0, at: index)
        }
      }
      if (try? ScreenDecoder(registry: Self.registry).decode(Data(broken))) != nil { decoded += 1 }
    }
    #expect(decoded > 0)
  }
}
