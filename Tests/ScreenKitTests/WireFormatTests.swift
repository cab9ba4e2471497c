import BuiltPrograms
import Foundation
import ScreenKit
import Testing

@Suite struct WireFormatTests {
  private func decode(_ format: String, _ text: String) throws -> Screen<Shown> {
    let format = try WireFormat(name: "own", describedBy: json(format))
    let decoded = try ScreenDecoder(format: format, registry: ViewRegistry.samples).decode(Data(text.utf8))
    #expect(decoded.warnings.isEmpty)
    return decoded.value
  }

  /// The documents that the server ships with.
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

  @Test func theShippedFormatsAreWhatTheirDocumentsSay() throws {
    for format in WireFormat.shipped {
      let document = try json(try #require(Self.documents[format.name]))
      #expect(try WireFormat(name: format.name, describedBy: document) == format)
    }
    #expect(WireFormat.shipped.count == Self.documents.count)
  }

  @Test func aFileIsNamedAfterTheFormat() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("viewItems.json")
    try Data(#require(Self.documents["viewItems"]).utf8).write(to: file)
    #expect(try WireFormat(contentsOf: file) == .viewItems)
    try Data("{".utf8).write(to: file)
    #expect(throws: DecodingError.self) { try WireFormat(contentsOf: file) }
  }

  @Test func aFormatOfArraysIsRead() throws {
    let screen = try decode(
      #"{"screen":["$screenName",{"v":["$version"]},"$sections"],"section":["$header","$items"],"item":["fixed",["$viewType","$content"],"$id"]}"#,
      #"["Home",{"v":[3]},[["H",[["fixed",["ONE_LINE_TEXT",{"text1":"a"}],"x"]]],[[["fixed",["TWO_LINE_TEXT",{"text1":"b","text2":"c"}],"y"]]]]]"#
    )
    #expect(screen.name == "Home" && screen.version == 3)
    #expect(screen.items.map(\.value) == [.line("a"), .lines("b", "c")])
    #expect(screen.items.map(\.id) == ["x", "y"])
    // A header that is absent leaves no trace in an array, and is not taken for the list behind it.
    #expect(screen.sections.map(\.header) == ["H", nil])
  }

  @Test func aFormatOfOtherNestingIsRead() throws {
    let screen = try decode(
      #"{"screen":"$items","item":{"meta":{"kind":"$viewType","key":"$id","$$x":"$$x"},"data":{"payload":"$content"}}}"#,
      #"[{"data":{"payload":{"text1":"a"}},"meta":{"key":"x","kind":"ONE_LINE_TEXT","$$x":"$x"}}]"#)
    #expect(screen.items == [ScreenItem(id: "x", viewType: "ONE_LINE_TEXT", value: .line("a"))])
  }

  @Test func contentsThatAreNoObjectsAreReadInTheDecodersWay() throws {
    var registry = ViewRegistry<Shown> { .unknown($0, $1) }
    registry.register("LINK", URL.self) { .image($0) }
    let format = try WireFormat(
      name: "own", describedBy: ["screen": "$items", "item": ["$viewType", "$content"]])
    let decoded = try ScreenDecoder(format: format, registry: registry)
      .decode(Data(#"[["LINK","https://example.com/a"],["OTHER",[1]],["LINK",4]]"#.utf8))
    #expect(
      decoded.value.items.map(\.value) == [
        .image(try #require(URL(string: "https://example.com/a"))), .unknown("OTHER", [1]),
        .unknown("LINK", 4),
      ])
    #expect(decoded.value.items[1].unread == ["OTHER", [1]])
    #expect(decoded.warnings.map(\.path) == ["/1", "/2/1"])
  }

  @Test(arguments: [
    (#"[]"#, "not a wire format: a wire format is an object"),
    (#"{"item":{}}"#, "not a wire format: a wire format needs the member \"screen\""),
    (#"{"screen":"$items"}"#, "not a wire format: a wire format needs the member \"item\""),
    (#"{"screen":"$items","item":{},"x":1}"#, "not a wire format: a wire format has no member \"x\""),
    (
      #"{"screen":"$sections","item":["$viewType","$content"]}"#,
      "not a wire format: \"$sections\" needs the member \"section\""
    ),
    (#"{"screen":["$items","$cells"],"item":{}}"#, "\"$cells\" has no meaning here"),
    (
      #"{"screen":"$items","item":{"c":"$content"}}"#,
      "screens in this wire format cannot be read: an item does not contain \"$viewType\""
    ),
    (
      #"{"screen":["$experiment","$items","$variant"],"item":{"t":"$viewType","c":"$content"}}"#,
      "screens in this wire format cannot be read: \"$items\" stands in an array between values that may be absent"
    ),
  ])
  func aFormatThatCannotBeReadSaysWhy(text: String, reason: String) throws {
    let document = try json(text)
    let error = try #require(throws: WireFormatError.self) {
      try WireFormat(name: "own", describedBy: document)
    }
    #expect(error.description == reason)
  }
}
