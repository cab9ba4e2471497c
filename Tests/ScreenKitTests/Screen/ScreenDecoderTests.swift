import Foundation
import ScreenKit
import Testing

@Suite struct ScreenDecoderTests {
  private func decode(
    _ text: String, _ format: WireFormat = .viewItems, unknown: ItemPolicy = .keep, failed: ItemPolicy = .keep
  ) throws -> (screen: Screen, warnings: [ScreenWarning]) {
    try ScreenDecoder(format: format, registry: .samples, unknown: unknown, failed: failed)
      .decode(Data(text.utf8))
  }

  private static let lines: [AppContent] = [.line("a"), .lines("b", "c")]

  @Test(arguments: [
    (
      "viewItems",
      #"{"viewItems":[{"viewType":"ONE_LINE_TEXT","viewObject":{"text1":"a"}},{"viewObject":{"text1":"b","text2":"c"},"viewType":"TWO_LINE_TEXT"}]}"#
    ),
    (
      "contents",
      #"{"screenName":"Home","contents":[{"section":{"text1":"a"},"sectionComponentType":"ONE_LINE_TEXT"},{"sectionComponentType":"TWO_LINE_TEXT","section":{"text1":"b","text2":"c"}}]}"#
    ),
    (
      "responseData",
      #"{"responseData":{"screenName":"Home","contents":[{"viewType":"ONE_LINE_TEXT","content":{"text1":"a"}},{"content":{"text1":"b","text2":"c"},"viewType":"TWO_LINE_TEXT"}]}}"#
    ),
    (
      "sections",
      #"{"screenName":"Home","sections":[{"header":"H","footer":"F","cells":[{"cellIdentifier":"ONE_LINE_TEXT","customData":{"text1":"a"}}]},{"cells":[{"customData":{"text1":"b","text2":"c"},"cellIdentifier":"TWO_LINE_TEXT"}]}]}"#
    ),
    (
      "screen",
      #"{"route":"home","version":7,"screenName":"Home","experiment":"e","variant":"v","sections":[{"id":"s","header":"H","footer":"F","items":[{"id":"x","viewType":"ONE_LINE_TEXT","content":{"text1":"a"}}]},{"items":[{"content":{"text1":"b","text2":"c"},"viewType":"TWO_LINE_TEXT","id":"y"}]}]}"#
    ),
  ])
  func `each shipped format is decoded in any order of members`(name: String, text: String) throws {
    let format = try #require(WireFormat.shipped.first { $0.name == name })
    let decoded = try decode(text, format)
    #expect(decoded.warnings.isEmpty)
    #expect(decoded.screen.appContents == Self.lines)
    #expect(decoded.screen.name == (name == "viewItems" ? nil : "Home"))
    if name == "sections" || name == "screen" {
      #expect(decoded.screen.sections.map(\.header) == ["H", nil])
      #expect(decoded.screen.sections.map(\.footer) == ["F", nil])
    }
    if name == "screen" {
      #expect(decoded.screen.route == "home" && decoded.screen.version == 7)
      #expect(decoded.screen.experiment == "e" && decoded.screen.variant == "v")
      #expect(decoded.screen.sections.map(\.id) == ["s", "section-1"])
      #expect(decoded.screen.items.map(\.id) == ["x", "y"])
    } else {
      #expect(decoded.screen.items.map(\.id) == ["ONE_LINE_TEXT-1", "TWO_LINE_TEXT-1"])
    }
  }

  private static let troubled = #"""
    {"viewItems":[
      {"viewType":"ONE_LINE_TEXT","viewObject":{"text1":"a"}},
      {"viewType":"MAP","viewObject":{"at":[1,2.5,{"deep":null}]},"extra":true},
      {"viewType":"ONE_LINE_TEXT","viewObject":{"text1":7}},
      {"viewType":"TWO_LINE_TEXT","viewObject":{"text1":"refused","text2":""}},
      {"viewType":"ONE_LINE_TEXT","viewObject":{}},
      {"viewType":"ONE_LINE_TEXT"},
      "nothing", 5, null, {"viewType":9},
      {"viewType":"ONE_LINE_TEXT","viewObject":{"text1":"z"}}
    ]}
    """#

  @Test func `an item that cannot be decoded does not affect the others`() throws {
    let decoded = try decode(Self.troubled)
    #expect(
      decoded.screen.appContents == [
        .line("a"), .unknown("MAP", ["at": [1, 2.5, ["deep": .null]]]),
        .unknown("ONE_LINE_TEXT", ["text1": 7]),
        .unknown("TWO_LINE_TEXT", ["text1": "refused", "text2": ""]), .unknown("ONE_LINE_TEXT", [:]),
        .unknown("ONE_LINE_TEXT", .null), .line("z"),
      ])
    #expect(
      decoded.screen.items[1].rawItem
        == ["viewType": "MAP", "viewObject": ["at": [1, 2.5, ["deep": .null]]], "extra": true])
    #expect(decoded.screen.items[0].rawItem == nil)
    #expect(decoded.screen.items.last?.id == "ONE_LINE_TEXT-5")
  }

  @Test func `each warning has a kind, a path and an id`() throws {
    let warnings = try decode(Self.troubled).warnings
    #expect(
      warnings.map { "\($0.kind) \($0.path ?? "-") \($0.itemID ?? "-")" } == [
        "unknownViewType /viewItems/1 MAP-1", "contentFailed /viewItems/2/viewObject/text1 ONE_LINE_TEXT-2",
        "contentFailed /viewItems/3 TWO_LINE_TEXT-1", "contentFailed /viewItems/4/viewObject ONE_LINE_TEXT-3",
        "contentFailed /viewItems/5 ONE_LINE_TEXT-4", "itemUnreadable /viewItems/6 -",
        "itemUnreadable /viewItems/7 -", "itemUnreadable /viewItems/8 -", "itemUnreadable /viewItems/9 -",
      ])
    #expect(warnings[3].message == "the member \"text1\" is missing")
  }

  @Test func `the policy drop removes items and adds warnings`() throws {
    let decoded = try decode(Self.troubled, unknown: .drop, failed: .drop)
    #expect(decoded.screen.appContents == [.line("a"), .line("z")])
    #expect(decoded.warnings.count == 9)
    #expect(decoded.screen.items.map(\.id) == ["ONE_LINE_TEXT-1", "ONE_LINE_TEXT-5"])
  }

  @Test func `the policy throw throws the warning`() throws {
    #expect(throws: ScreenWarning.self) { try decode(Self.troubled, unknown: .throw) }
    #expect(throws: ScreenWarning.self) { try decode(Self.troubled, failed: .throw) }
  }

  @Test(arguments: ["", "{", "[]", "{}", #"{"viewItems":{}}"#, "null", #"{"viewItems":null}"#])
  func `data that is not a screen is an error`(text: String) {
    #expect(throws: DecodingError.self) { try decode(text) }
  }

  @Test func `a repeated id is replaced and becomes a warning`() throws {
    let item = #"{"id":"x","viewType":"ONE_LINE_TEXT","content":{"text1":"a"}}"#
    let decoded = try decode(
      #"{"sections":[{"id":"s","items":[\#(item),\#(item)]},{"id":"s","items":[]}]}"#, .screen)
    #expect(decoded.screen.items.map(\.id) == ["x", "ONE_LINE_TEXT-1"])
    #expect(decoded.screen.sections.map(\.id) == ["s", "section-1"])
    #expect(decoded.warnings.map(\.kind) == [.repeatedID, .repeatedID])
  }

  @Test func `the manifest has the form that the server accepts`() throws {
    #expect(
      String(decoding: try ViewRegistry.samples.releaseManifest(), as: UTF8.self)
        == #"{"supported":true,"viewTypes":["ONE_IMAGE","ONE_LINE_TEXT","TWO_LINE_TEXT"]}"#)
  }

  @Test func `a second registration replaces the first`() throws {
    var registry = ViewRegistry.samples
    #expect(!registry.register(OneLineText.self) { AppContent.line($0.text1.uppercased()) })
    #expect(registry.register("HEADLINE", OneLineText.self) { AppContent.line($0.text1) })
    let text = #"{"viewItems":[{"viewType":"ONE_LINE_TEXT","viewObject":{"text1":"a"}}]}"#
    let decoded = try ScreenDecoder(format: .viewItems, registry: registry).decode(Data(text.utf8))
    #expect(decoded.screen.appContents == [.line("A")])
  }
}
