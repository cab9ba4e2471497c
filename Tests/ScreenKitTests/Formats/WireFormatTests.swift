import BuiltPrograms
import Foundation
import ScreenKit
import TestFolders
import Testing

@Suite struct WireFormatTests {
  private func decode(_ format: String, _ text: String) throws -> Screen {
    let format = try WireFormat(name: "own", describedBy: json(format))
    let decoded = try ScreenDecoder(format: format, registry: ViewRegistry.samples).decode(Data(text.utf8))
    #expect(decoded.warnings.isEmpty)
    return decoded.screen
  }

  /// The format documents of the server.
  static let documents = [
    "viewItems":
      #"{"description":"x","screen":{"viewItems":"$items"},"item":{"viewType":"$viewType","viewObject":"$content"}}"#,
    "contents":
      #"{"screen":{"screenName":"$screenName","contents":"$items"},"item":{"sectionComponentType":"$viewType","section":"$content"}}"#,
    "responseData":
      #"{"screen":{"responseData":{"screenName":"$screenName","contents":"$items"}},"item":{"viewType":"$viewType","content":"$content"}}"#,
    "screen":
      #"{"screen":{"route":"$route","version":"$version","screenName":"$screenName","experiment":"$experiment","variant":"$variant","sections":"$sections"},"section":{"id":"$id","header":"$header","footer":"$footer","items":"$items"},"item":{"id":"$id","viewType":"$viewType","content":"$content"}}"#,
    "sections":
      #"{"screen":{"screenName":"$screenName","sections":"$sections"},"section":{"header":"$header","footer":"$footer","cells":"$items"},"item":{"cellIdentifier":"$viewType","customData":"$content"}}"#,
  ]

  @Test func `each shipped format equals its compiled document`() throws {
    for format in WireFormat.shipped {
      let document = try json(try #require(Self.documents[format.name]))
      #expect(try WireFormat(name: format.name, describedBy: document) == format)
    }
    #expect(WireFormat.shipped.count == Self.documents.count)
  }

  @Test func `a dollar sign is recognized before a combining character`() throws {
    func format(_ text: String) throws -> WireFormat {
      try WireFormat(
        name: "own",
        describedBy: json(
          #"{"screen":{"a":"\#(text)","b":"$items"},"item":{"viewType":"$viewType","content":"$content"}}"#))
    }
    #expect(throws: ScreenError.self) { try format("$\u{301}items") }
    #expect(throws: Never.self) { try format("$$\u{301}items") }
  }

  @Test func `the file name is the name of the format`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("viewItems.json")
    try Data(#require(Self.documents["viewItems"]).utf8).write(to: file)
    #expect(try WireFormat(contentsOf: file) == .viewItems)
    try Data("{".utf8).write(to: file)
    #expect(throws: DecodingError.self) { try WireFormat(contentsOf: file) }
  }

  @Test func `a format made of arrays is decoded`() throws {
    let screen = try decode(
      #"{"screen":["$screenName",{"v":["$version"]},"$sections"],"section":["$header","$items"],"item":["fixed",["$viewType","$content"],"$id"]}"#,
      #"["Home",{"v":[3]},[["H",[["fixed",["ONE_LINE_TEXT",{"text1":"a"}],"x"]]],[[["fixed",["TWO_LINE_TEXT",{"text1":"b","text2":"c"}],"y"]]]]]"#
    )
    #expect(screen.name == "Home" && screen.version == 3)
    #expect(screen.appContents == [.line("a"), .lines("b", "c")])
    #expect(screen.items.map(\.id) == ["x", "y"])
    // An absent header is not sent in an array. The list after it must not be taken for the header.
    #expect(screen.sections.map(\.header) == ["H", nil])
  }

  @Test(arguments: [
    (
      #"{"screen":{"title":"$values.title","list":"$items","next":"$values.next?"},"item":"$content","viewType":"/type","id":"/meta/id","viewTypes":{"ONE_LINE_TEXT":"Line 📺"},"values":{"screen":true}}"#,
      #"{"list":[{"type":"Line 📺","meta":{"id":"x"},"text1":"a"},{"type":"ONE_LINE_TEXT","meta":{"id":7},"text1":"b"}],"next":null}"#
    ),
    (
      #"{"screen":{"list":"$items","v":"$values"},"item":{"t":"$viewType","i":"$id","c":"$content"},"viewTypes":{"ONE_LINE_TEXT":3}}"#,
      #"{"list":[{"t":3,"i":"x","c":{"text1":"a"}},{"t":3,"i":"7","c":{"text1":"b"}}],"v":{"n":1}}"#
    ),
  ]) func `view types and ids are found inside the content, and under other names`(
    format: String, text: String
  ) throws {
    let screen = try decode(format, text)
    #expect(screen.items.map(\.id) == ["x", "7"])
    #expect(screen.items.map(\.viewType) == ["ONE_LINE_TEXT", "ONE_LINE_TEXT"])
  }

  @Test func `a format with nested parts is decoded`() throws {
    let screen = try decode(
      #"{"screen":"$items","item":{"meta":{"kind":"$viewType","key":"$id","$$x":"$$x"},"$$data":{"pay$$id":"$content"}}}"#,
      #"[{"$data":{"pay$id":{"text1":"a"}},"meta":{"key":"x","kind":"ONE_LINE_TEXT","$x":"$x"}}]"#)
    #expect(
      screen.items == [
        ScreenItem(id: "x", viewType: "ONE_LINE_TEXT", content: AnyContent(AppContent.line("a")))
      ])
  }

  @Test(arguments: [
    (
      #"{"$schema":"s.json","screen":"$items","item":{"$viewType":"$content","key":"$id"}}"#,
      #"[{"ONE_LINE_TEXT":{"text1":"a"},"key":"x"},{"key":"y","TWO_LINE_TEXT":{"text1":"b","text2":"c"}}]"#
    ),
    (
      #"{"screen":"$items","item":["fixed",{"$id":{"of":"$viewType","$viewType":{"data":"$content"}}}]}"#,
      #"[["fixed",{"x":{"of":"ONE_LINE_TEXT","ONE_LINE_TEXT":{"data":{"text1":"a"}}}}],["fixed",{"y":{"of":"TWO_LINE_TEXT","TWO_LINE_TEXT":{"data":{"text1":"b","text2":"c"}}}}]]"#
    ),
  ])
  func `a format whose members have the names of ids and view types is decoded`(format: String, text: String)
    throws
  {
    #expect(
      try decode(format, text).items == [
        ScreenItem(id: "x", viewType: "ONE_LINE_TEXT", content: AnyContent(AppContent.line("a"))),
        ScreenItem(id: "y", viewType: "TWO_LINE_TEXT", content: AnyContent(AppContent.lines("b", "c"))),
      ])
  }

  @Test func `sections are decoded from members that have their ids as names`() throws {
    let screen = try decode(
      #"{"screen":"$sections","section":{"$id":"$items","title":"$header"},"item":{"$viewType":"$content"}}"#,
      #"[{"s":[{"ONE_LINE_TEXT":{"text1":"a"}}],"title":"H"},{"t":[]}]"#)
    #expect(screen.sections.map(\.id) == ["s", "t"])
    #expect(screen.sections.map(\.header) == ["H", nil])
    #expect(screen.appContents == [.line("a")])
  }

  @Test func `an item without exactly one member of its own is skipped`() throws {
    let format = try WireFormat(
      name: "own", describedBy: json(#"{"screen":"$items","item":{"$viewType":"$content","k":1}}"#))
    let decoded = try ScreenDecoder(format: format, registry: ViewRegistry.samples).decode(
      Data(#"[{"k":1},{"A":{},"B":{}},{"k":2,"ONE_LINE_TEXT":{"text1":"a"}}]"#.utf8))
    #expect(decoded.screen.appContents == [.line("a")])
    #expect(decoded.warnings.map(\.path) == ["/0", "/1"])
  }

  @Test func `contents that are not objects are decoded with the decoder's strategies`() throws {
    var registry = ViewRegistry { AppContent.unknown($0, $1) }
    registry.register("LINK", URL.self) { AppContent.image($0) }
    let format = try WireFormat(
      name: "own", describedBy: ["screen": "$items", "item": ["$viewType", "$content"]])
    let decoded = try ScreenDecoder(format: format, registry: registry)
      .decode(Data(#"[["LINK","https://example.com/a"],["OTHER",[1]],["LINK",4]]"#.utf8))
    #expect(
      decoded.screen.appContents == [
        .image(try #require(URL(string: "https://example.com/a"))), .unknown("OTHER", [1]),
        .unknown("LINK", 4),
      ])
    #expect(decoded.screen.items[1].rawItem == ["OTHER", [1]])
    #expect(decoded.warnings.map(\.path) == ["/1", "/2/1"])
  }

  @Test(arguments: [
    (#"[]"#, "not a wire format: the document must be an object"),
    (#"{"item":{}}"#, "not a wire format: the member \"screen\" is missing"),
    (#"{"screen":"$items"}"#, "not a wire format: the member \"item\" is missing"),
    (#"{"screen":"$items","item":{},"x":1}"#, "not a wire format: unknown member \"x\""),
    (
      #"{"screen":"$sections","item":["$viewType","$content"]}"#,
      "not a wire format: the member \"section\" is missing; \"$sections\" needs it"
    ),
    (#"{"screen":["$items","$cells"],"item":{}}"#, "not a wire format: \"$cells\" is not a placeholder here"),
    (
      #"{"screen":"$items","item":{"...":"$viewType"}}"#,
      "not a wire format: \"...\" must be \"$content\" or \"$values\""
    ),
    (
      #"{"screen":"$items","item":"$content","nesting":"deep"}"#,
      "not a wire format: \"nesting\" must be \"inline\" or \"flat\""
    ),
    (
      #"{"screen":{"$id":"$items"},"item":{}}"#, "not a wire format: \"$id\" is not a placeholder here"
    ),
  ])
  func `an unusable format gives its reason`(text: String, reason: String) throws {
    let document = try json(text)
    let error = try #require(throws: ScreenError.self) {
      try WireFormat(name: "own", describedBy: document)
    }
    #expect(error.description == reason)
  }
}
