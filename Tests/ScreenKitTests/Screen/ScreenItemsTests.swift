import Foundation
import ScreenKit
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct ScreenItemsTests {
  private struct Row: ViewObject {
    static let viewType = "ROW"
    var children: ScreenItems
    var lead: ScreenItems?
  }

  private static var registry: ViewRegistry {
    var registry = ViewRegistry()
    registry.register(OneLineText.self)
    registry.register(Row.self)
    return registry
  }

  private static func row(_ children: String) -> String {
    #"{"viewType":"ROW","viewObject":{"children":[\#(children)]}}"#
  }

  private func decode(
    _ text: String, unknown: ItemPolicy = .keep, failed: ItemPolicy = .keep
  ) throws -> (screen: Screen, warnings: [ScreenWarning]) {
    try ScreenDecoder(format: .viewItems, registry: Self.registry, unknown: unknown, failed: failed)
      .decode(Data(#"{"viewItems":[\#(text)]}"#.utf8))
  }

  private static let line = #"{"viewType":"ONE_LINE_TEXT","viewObject":{"text1":"a"}}"#
  private static let map = #"{"viewType":"MAP","viewObject":[1]}"#

  @Test func `policies hold for items inside items`() throws {
    let text = Self.row([Self.line, Self.map, "5"].joined(separator: ","))
    #expect(
      try decode(text, unknown: .drop).screen.items.first?.content(as: Row.self)?.children.count == 1)
    #expect(throws: ScreenWarning.self) { try decode(text, unknown: .throw) }
    #expect(throws: ScreenWarning.self) { try decode(text, failed: .throw) }
    let decoded = try decode(text)
    #expect(decoded.warnings.map(\.kind) == [.unknownViewType, .itemUnreadable])
    let children = try #require(decoded.screen.items.first?.content(as: Row.self)?.children)
    #expect(children.map(\.viewType) == ["ONE_LINE_TEXT", "MAP"])
    #expect(children.last?.rawItem == ["viewType": "MAP", "viewObject": [1]])
  }

  @Test func `items are encoded with their contents`() throws {
    let text = #"""
      {"viewType":"ROW","viewObject":{"children":[\#(Self.line),\#(Self.map)],"lead":\#(Self.row(""))}}
      """#
    let row = try #require(try decode(text).screen.items.first?.content(as: Row.self))
    #expect(
      try JSONValue(encoding: row) == [
        "children": [
          ["id": "ONE_LINE_TEXT-1", "viewType": "ONE_LINE_TEXT", "content": ["text1": "a"]],
          ["viewType": "MAP", "viewObject": [1]],
        ],
        "lead": ["id": "ROW-2", "viewType": "ROW", "content": ["children": []]],
      ])
    #expect(try JSONValue(encoding: ScreenItems()) == [])
    let refused: ScreenItems = [ScreenItem(id: "x", viewType: "X", content: AnyContent(Refused()))]
    #expect(throws: EncodingError.self) { try JSONValue(encoding: refused) }
  }

  private struct Refused: Hashable, Sendable {}

  @Test func `a content that is decoded twice keeps its items`() throws {
    struct Twice: ViewObject {
      static let viewType = "TWICE"
      var row: Row

      init(from decoder: any Decoder) throws {
        _ = try Row(from: decoder)
        row = try Row(from: decoder)
      }

      func encode(to encoder: any Encoder) throws { try row.encode(to: encoder) }
    }
    var registry = Self.registry
    registry.register(Twice.self) { $0.row }
    let nested = #"{"i":"x","t":"TWICE","c":{"children":[{"i":"y","t":"ONE_LINE_TEXT","c":{"text1":"a"}}]}}"#
    let flat =
      #"{"i":"x","t":"TWICE","c":{"children":["y"]}},{"i":"y","t":"ONE_LINE_TEXT","c":{"text1":"a"}}"#
    for (text, nesting) in [(nested, "inline"), (flat, "flat")] {
      let format = try WireFormat(
        name: "own",
        describedBy: [
          "screen": "$items", "item": ["i": "$id", "t": "$viewType", "c": "$content"],
          "nesting": .string(nesting),
        ])
      let decoded = try ScreenDecoder(format: format, registry: registry).decode(Data("[\(text)]".utf8))
      #expect(decoded.warnings.isEmpty)
      #expect(decoded.screen.items.map(\.id) == ["x"])
      #expect(decoded.screen.items.first?.content(as: Row.self)?.children.map(\.id) == ["y"])
    }
  }

  @Test func `items that are nested too deep are kept as JSON`() throws {
    let deep = (0..<100).reduce(Self.line) { text, _ in Self.row(text) }
    let decoded = try decode(deep)
    #expect(decoded.warnings.map(\.kind) == [.contentFailed])
    var depth = 0
    var item = decoded.screen.items.first
    while let row = item?.content(as: Row.self) {
      depth += 1
      item = row.children.first
    }
    #expect(depth == 64)
    #expect(item?.rawItem != nil)
  }

  @Test func `items inside others are found by id`() throws {
    let format = try WireFormat(
      name: "own",
      describedBy: ["screen": "$items", "item": ["i": "$id", "...": "$content"], "nesting": "flat"])
    var registry = ViewRegistry { $1 }
    registry.register("ONLY", JSONValue.self) { $0 }
    let screen = try ScreenDecoder(format: format, registry: registry)
      .decode(Data(#"[{"i":"x","below":["y"]},{"i":"y","text":"Y"}]"#.utf8)).screen
    #expect(screen.items.map(\.id) == ["x"])
    #expect(screen.item(withID: "x")?.content(as: JSONValue.self) == ["below": ["y"]])
    #expect(screen.item(withID: "y")?.content(as: JSONValue.self) == ["text": "Y"])
    #expect(screen.item(withID: "z") == nil)
  }

  @Test(arguments: [
    (#"{"screen":"$items","item":{"t":"$viewType","i":"$id","...":"$content"}}"#, false),
    (#"{"screen":"$itemsByID","item":{"t":"$viewType","c":"$content"}}"#, true),
    (#"{"screen":"$items","item":{"t":"$viewType","i":"$id","c":"$content"},"nesting":"flat"}"#, false),
  ]) func `the time to decode grows with the size`(format: String, isObject: Bool) throws {
    /// The processor time of this thread: other load on the machine does not count.
    func threadSeconds() -> Double {
      var time = timespec()
      // SAFETY: the call only writes to its argument.
      _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let format = try WireFormat(name: "own", document: Data(format.utf8))
    var registry = ViewRegistry { $1 }
    registry.register("A", JSONValue.self) { $0 }
    let decoder = ScreenDecoder(format: format, registry: registry)
    func seconds(_ count: Int) throws -> Double {
      // Each item refers to the next one.
      let items = (0..<count).map { number in
        (isObject ? "\"k\(number)\":" : "") + #"{"t":"A","i":"i\#(number)","c":{"next":"i\#(number + 1)"}}"#
      }
      let list = items.joined(separator: ",")
      let data = Data((isObject ? "{\(list)}" : "[\(list)]").utf8)
      // The least of three: interrupts and cold caches only add to it.
      var least = Double.infinity
      for _ in 0..<3 {
        let start = threadSeconds()
        _ = try decoder.decode(data)
        least = min(least, threadSeconds() - start)
      }
      return least
    }
    _ = try seconds(100)
    let ratio = try seconds(8000) / seconds(1000)
    #expect(ratio < 40, "eight times the items took \(ratio) times as long")
  }
}
