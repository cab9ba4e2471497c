import JSONText
import ScreenCapture
import Screens
import Testing

/// What an author says about responses, and how they were understood.
@Suite struct HintTests {
  private static func pointer(_ text: String) throws -> JSONPointer { try #require(JSONPointer(text)) }

  /// Elements whose names say nothing to a program.
  private static let response: JSONValue = [
    "title": "T", "data": ["rows": [["a": "big", "b": "r1", "x": 1], ["a": "small", "b": "r2"]]],
    "more": ["p": ["x": 1], "q": ["x": 2]], "tags": ["s", "t"],
  ]

  private static func capture(
    _ hints: ElementHints, _ response: JSONValue = response
  ) throws -> ScreenCapture {
    ScreenCapture(try Recording(Archive.text([("/a", response)])), hints: hints)
  }

  @Test func `items, types and ids stand where the author says`() throws {
    let hints = try ElementHints(
      items: [Self.pointer("/data/rows")], type: Self.pointer("/a"), id: Self.pointer("/b"))
    let capture = try Self.capture(hints)
    #expect(capture.words == ["equal"], "\(capture.reasons)")
    #expect(capture.notes == [])
    let format = capture.file("_formats/data-rows.json")
    #expect(format?["viewType"] == "/a")
    #expect(format?["id"] == "/b")
    let items = capture.file("a.json")?["items"]?.arrayValue
    #expect(items?.map { $0["viewType"] } == ["big", "small"])
    #expect(items?.map { $0["id"] } == ["r1", "r2"])
  }

  @Test func `elements without types are of the list's type`() throws {
    let capture = try Self.capture(ElementHints(items: [Self.pointer("/tags")]))
    #expect(capture.words == ["equal"], "\(capture.reasons)")
    #expect(
      capture.file("a.json")?["items"] == [
        ["viewType": "tags", "content": "s"], ["viewType": "tags", "content": "t"],
      ])
    #expect(capture.file("_types/tags.json")?["type"] == "string")
  }

  @Test func `several lists are sections, and an object is a list of its members`() throws {
    let lists = try Self.capture(ElementHints(items: [Self.pointer("/data/rows"), Self.pointer("/tags")]))
    #expect(lists.words == ["equal"], "\(lists.reasons)")
    #expect(lists.file("a.json")?["sections"]?.arrayValue?.map { $0["id"] } == ["rows", "tags"])
    let map = try Self.capture(ElementHints(items: [Self.pointer("/more")]))
    #expect(map.words == ["equal"], "\(map.reasons)")
    #expect(map.file("a.json")?["items"]?.arrayValue?.map { $0["id"] } == ["p", "q"])
  }

  @Test func `a later recording is read as the author has said before`() throws {
    let folder = try CapturedFolder()
    let hints = try ElementHints(items: [Self.pointer("/tags")])
    try folder.capture(("/a", ["tags": ["s"], "n": 1]), hints: hints)
    let capture = try folder.capture(("/a", ["tags": ["s", nil], "n": 2]), ("/b", ["tags": ["u"], "n": 3]))
    #expect(capture.words == ["equal", "equal"], "\(capture.reasons)")
    #expect(capture.paths == ["_types/tags.json", "a.json", "b.json"])
    #expect(try folder.json("a.json")["items"]?.arrayValue?.count == 2)
  }

  @Test func `hints that do not fit are reported with their place`() throws {
    let type = try Self.capture(
      ElementHints(items: [Self.pointer("/data/rows")], type: Self.pointer("/none")))
    #expect(type.words == ["equal"])
    #expect(
      type.notes.first
        == "a is not read as --items, --type and --id say: at \"/data/rows/0\": this element has no view type at /none, where --type looks for it"
    )
    let items = try Self.capture(ElementHints(items: [Self.pointer("/none")]))
    #expect(items.notes.first == "no response has items as --items, --type and --id say")
  }

  @Test func `the note on a response that was not understood names the options`() throws {
    let capture = try Self.capture(.none, ["id": 7, "names": ["a", "b"]])
    #expect(
      capture.notes == [
        "a has no list of objects that could be its items, so the wire format a holds the whole response; --items POINTER names the place of such a list, and --type and --id the places in an element, such as --items /names"
      ])
  }

  // MARK: Explanations

  @Test func `an explanation says where lists, types, ids and values are`() throws {
    let capture = try Archive.capture(
      (
        "/a",
        [
          "pageTitle": "T", "theme": "dark",
          "body": [
            ["kind": "card", "id": "1", "parts": [["kind": "line", "id": "3", "text": "x"]]],
            ["kind": "line", "id": "2"],
          ],
          "actions": [["kind": "button", "id": "4"]],
        ]
      ))
    #expect(
      capture.explanations.map(\.lines) == [
        [
          "/screens/a",
          "  lists: /body (an array) as the section body, /actions (an array) as the section actions",
          "  type: at /kind", "  id: at /id", "  content: the whole element",
          "  values: /pageTitle as the screen's name, /theme",
          "  items: 1 card, 1 line, 1 button, and 1 inside them", "  format: body",
        ]
      ])
    let json = capture.explanations.first?.json
    #expect(json?["type"] == "/kind")
    #expect(json?["values"] == ["/theme"])
    #expect(json?["items"] == ["card": 1, "line": 1, "button": 1])
  }

  @Test func `unchanged screens and literal ones are explained, too`() throws {
    let folder = try CapturedFolder()
    try folder.capture(("/a", ["list": [["type": "A", "data": 1], ["type": "B", "data": 2]]]))
    let capture = try folder.capture(
      ("/a", ["list": [["type": "A", "data": 1], ["type": "B", "data": 2]]]), ("/me", ["name": "Ada"]))
    #expect(
      capture.explanations.map(\.lines) == [
        [
          "/screens/a", "  lists: /list (an array)", "  type: at /type",
          "  id: not found: no member identifies every element (name one with --id)",
          "  content: at /data", "  items: 1 A, 1 B", "  format: list",
        ], ["/screens/me", "  lists: none; --items names one", "  format: me"],
      ])
  }
}
