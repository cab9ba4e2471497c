import Foundation
import ScreenKit
import Testing

@Suite struct TemplatePositionTests {
  private func decode(_ format: String, _ text: String) throws -> Screen {
    let format = try WireFormat(name: "own", document: Data(format.utf8))
    return try ScreenDecoder(format: format, registry: ViewRegistry.samples).decode(Data(text.utf8)).screen
  }

  private static let item = #""item":["$id",{"$viewType":"$content"}]"#
  private static let line = #"["x",{"ONE_LINE_TEXT":{"text1":"a"}}]"#

  @Test(arguments: [
    (#"["e",[\#(line)],"v"]"#, "e", "v"), (#"[[\#(line)]]"#, nil, nil), (#"["e",[\#(line)]]"#, "e", nil),
    (#"[[\#(line)],"v"]"#, nil, "v"),
  ]) func `elements are told apart by their kinds`(text: String, experiment: String?, variant: String?) throws
  {
    let screen = try decode(#"{"screen":["$experiment","$items","$variant"],\#(Self.item)}"#, text)
    #expect(screen.items.map(\.id) == ["x"])
    #expect(screen.experiment == experiment)
    #expect(screen.variant == variant)
  }

  @Test func `an element that can be one of two is neither`() throws {
    let screen = try decode(
      #"{"screen":["$experiment","$variant","$items","$values.n","$values.m"],\#(Self.item)}"#,
      #"["e",[\#(Self.line)],5]"#)
    #expect(screen.items.map(\.id) == ["x"])
    #expect(screen.experiment == nil && screen.variant == nil)
    #expect(screen.values == [:])
  }

  @Test func `named sections are in the order of the document`() throws {
    let format =
      #"{"screen":{"z":"$items.first","\u0061":[{"y":"$items.second"},"$items.third"]},\#(Self.item)}"#
    let text = #"{"a":[{"y":[]},[\#(Self.line)]],"z":[]}"#
    #expect(try decode(format, text).sections.map(\.id) == ["first", "second", "third"])
    let unordered = try WireFormat(name: "own", describedBy: json(format))
    let screen = try ScreenDecoder(format: unordered, registry: ViewRegistry.samples).decode(Data(text.utf8))
    #expect(screen.screen.sections.map(\.id) == ["second", "third", "first"])
  }

  @Test func `items by id are in the order of the document`() throws {
    let screen = try decode(
      #"{"screen":[{"all":"$itemsByID"}],"item":{"$viewType":"$content"}}"#,
      #" [ {"x\"}":[{"all":{}},"{"] , "all" : {"z\u0022":{"ONE_LINE_TEXT":{"text1":"]}"}}, "b":{"ONE_LINE_TEXT":{"text1":"\\"}},"ä":{"ONE_LINE_TEXT":{"text1":""}}, "a" : {"ONE_LINE_TEXT":{"text1":"x"}}}}]"#
    )
    #expect(screen.items.map(\.id) == ["z\"", "b", "ä", "a"])
  }
}
