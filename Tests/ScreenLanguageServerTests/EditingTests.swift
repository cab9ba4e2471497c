import JSONText
import ScreenLanguageServer
import Testing

/// Hover, completion, outline and definition, in documents that people are still writing.
@Suite struct EditingTests {
  private let client: ScriptedClient

  init() throws { client = try ScriptedClient() }

  @Test(arguments: [
    (#"{"items":[{"viewType":"ONE_‸IMAGE"}]}"#, "A cell filled by one image."),
    (#"{"items":[{"viewType":"ONE_IMAGE","content":{"u‸rl":"x"}}]}"#, "Where the image is"),
    (#"{"it‸ems":[]}"#, "in their order"),
    (#"{"items":[],"experiment":{"cover‸age":1}}"#, "from 0 to 1"),
    (#"{"items":[{"viewType":"RichViewType","content":{"richText":[{"text":{"font‸Size":5"#, "in points"),
  ])
  func `hover shows descriptions`(marked: String, expected: String) throws {
    let text = try client.ask("hover", marked)["contents"]?["value"]?.stringValue
    #expect(text?.contains(expected) == true, "\(text ?? "nothing")")
  }

  @Test(arguments: [#"{"‸":1}"#, #"{"none‸":1}"#, "‸", "{}‸", "[‸]", #"{"items":[5‸"#])
  func `hover about nothing is null or a description`(marked: String) throws {
    let answer = try client.ask("hover", marked)
    #expect(answer == .null || answer["contents"]?["value"]?.stringValue?.isEmpty == false)
  }

  @Test(arguments: [
    (#"{"items":[{"viewType":"‸"#, ["ONE_IMAGE", "TITLE"], ["content"]),
    (#"{"items":[{"viewType": ‸}]}"#, ["ONE_IMAGE"], ["content"]),
    (#"{"items":[{"viewType":"ONE_IMAGE",‸}]}"#, ["content", "fallback"], ["viewType"]),
    (#"{"items":[{"viewType":"ONE_IMAGE","content":{"‸"#, ["url"], ["text1"]),
    (#"{"items":[{"viewType":"TWO_LINE_TEXT","content":{"text1":"a","‸"}}]}"#, ["text2"], ["text1", "url"]),
    (#"{‸"#, ["items", "sections", "experiment"], ["content"]),
    (#"{"format":‸,"items":[]}"#, ["viewItems", "screen"], ["items"]),
    (#"{"items":[],"template":‸"#, ["true", "false"], []),
    (
      #"{"items":[{"viewType":"PLUS_TITLE","content":{"titleText":{"textStyle":"‸"}}}]}"#,
      ["bold", "strike"], []
    ),
    (#"{"items":[],"experiment":{"variants":[{"changes":[{"op":"‸"}]}]}}"#, ["move", "merge"], []),
    (#"{"items":[],"experiment":{"variants":[{"changes":[{"op":"move",‸}]}]}}"#, ["id", "before"], ["item"]),
    (#"{"items":[{"id":"a","viewType":"TITLE","requires":{"age":{"‸":1}}}]}"#, ["$gte", "$in"], []),
  ])
  func `completion knows where it is`(marked: String, present: [String], absent: [String]) throws {
    let proposals = try client.proposals(marked)
    for name in present { #expect(proposals.contains(name), "\(name) in \(proposals)") }
    for name in absent { #expect(!proposals.contains(name), "\(name) in \(proposals)") }
  }

  @Test(arguments: [
    (#"{"op":"move","id":"‸"}"#, ["a", "TITLE-2"]),
    (#"{"op":"move","id":"a","before":‸}"#, ["a", "TITLE-2"]),
    (#"{"op":"remove","id":"‸"#, ["a", "TITLE-2"]),
    (#"{"op":"insert","item":{"id":"new"},"before":"a"},{"op":"move","id":"‸"}"#, ["a", "TITLE-2", "new"]),
  ])
  func `changes propose the ids of the screen's items`(changes: String, expected: [String]) throws {
    let text =
      #"{"items":[{"id":"a","viewType":"TITLE"},{"viewType":"TITLE"}],"#
      + #""experiment":{"key":"k","variants":[{"key":"x"},{"key":"y","changes":["# + changes
    let proposals = try client.proposals(text)
    #expect(expected.allSatisfy { proposals.contains($0) }, "\(proposals)")
    #expect(proposals.count == expected.count, "\(proposals)")
  }

  @Test func `a link proposes the screens, and leads to the file of one`() throws {
    try client.write(
      #"{"properties":{"to":{"type":"string","x-meaning":"route"},"note":{"type":"string"}}}"#,
      to: "_types/LINK.json")
    try client.write(#"{"screenName":"Front","items":[]}"#, to: "front.json")
    try client.write(#"{"items":[]}"#, to: "menu/noodles.json")
    let link = #"{"items":[{"viewType":"LINK","content":{"to":"‸"#
    let proposals = try client.proposals(link)
    #expect(proposals.contains("front") && proposals.contains("menu/noodles"), "\(proposals)")
    #expect(try client.proposals(link.replacing("to", with: "note")).isEmpty)
    let named = #"{"items":[{"viewType":"LINK","content":{"to":"menu/‸noodles"}}]}"#
    #expect(try client.ask("definition", named)["uri"]?.stringValue == client.uri("menu/noodles.json"))
    #expect(try client.ask("definition", named.replacing("noodles", with: "soup")) == .null)
  }

  @Test func `sections, orders, forced variants and scenarios propose ids and keys`() throws {
    let sections =
      #"{"sections":[{"id":"one","items":[{"id":"a","viewType":"TITLE"}]}],"experiment":{"variants":["#
    #expect(
      try client.proposals(sections + #"{"changes":[{"op":"insert","section":"‸"}]}]}}"#) == ["one"])
    let items = #"{"items":[{"id":"a","viewType":"BViewType","content":{"title":"t"}}]"#
    #expect(try client.proposals(items + #","experiment":{"variants":[{"order":["‸"]}]}}"#) == ["a"])
    #expect(
      try client.proposals(items + #","experiment":{"variants":[{"key":"x"}],"force":{"7":"‸"}}}"#) == ["x"])
    try client.write(items + "}", to: "home.json")
    let scenario = #"{"screens":{"home":{"changes":[{"op":"remove","id":"‸"}]}}}"#
    #expect(try client.proposals(scenario, at: "_scenarios/test.json") == ["a"])
  }

  @Test func `a proposal replaces the text with its quotes`() throws {
    let marked = #"{"items":[{"viewType":"ONE‸"}]}"#
    let items = try #require(try client.ask("completion", marked).arrayValue)
    let item = try #require(items.first { $0["label"] == "ONE_IMAGE" })
    #expect(item["textEdit"]?["newText"] == #""ONE_IMAGE""#)
    #expect(item["textEdit"]?["range"]?["start"]?["character"] == 22)
    #expect(item["textEdit"]?["range"]?["end"]?["character"] == 27)
    #expect(item["documentation"] == "One image: A cell filled by one image.")
  }

  @Test func `the outline names items by their ids`() throws {
    let text = #"{"items":[{"id":"a","viewType":"TITLE"},{"viewType":"BViewType","content":{}}‸"#
    let symbols = try #require(try client.ask("documentSymbol", text).arrayValue)
    #expect(symbols.map { $0["name"] } == ["items"])
    let items = try #require(symbols.first?["children"]?.arrayValue)
    #expect(items.map { $0["name"] } == ["a", "BViewType"])
    #expect(items.map { $0["detail"] } == ["TITLE", "BViewType"])
  }

  @Test func `the definition of a view type, a format and a group is its file`() throws {
    try client.write(#"["a"]"#, to: "_groups/staff.json")
    for (marked, file) in [
      (#"{"items":[{"viewType":"TIT‸LE"}]}"#, "_types/TITLE.json"),
      (#"{"format":"scr‸een","items":[]}"#, "_formats/screen.json"),
      (#"{"items":[{"viewType":"TITLE","requires":{"user":{"$inGroup":"st‸aff"}}}]}"#, "_groups/staff.json"),
    ] {
      #expect(try client.ask("definition", marked)["uri"]?.stringValue == client.uri(file))
    }
    #expect(try client.ask("definition", #"{"items":[{"viewType":"NO‸NE"}]}"#) == .null)
  }

  /// Every beginning of a document is something that somebody types.
  @Test func `every beginning of a document can be asked about`() throws {
    let text = #"{"items":[{"id":"é\"🍜","viewType":"TITLE","content":{"a":[1,{"b":null}]}}],"x":tru"#
    for end in text.indices {
      let marked = text[..<end] + "‸"
      for method in ["hover", "completion", "definition", "documentSymbol"] {
        _ = try client.ask(method, String(marked))
      }
    }
  }

  @Test func `a document nested deeply is answered`() throws {
    let text = String(repeating: #"[{"a":"#, count: 20_000)
    _ = try client.ask("completion", text + "‸")
    _ = try client.ask("documentSymbol", text + "‸")
  }
}
