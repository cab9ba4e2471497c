import Foundation
import JSONText
import ScreenCapture
import Screens
import TestFolders
import Testing

/// Items, sections and wire formats that are inferred from responses.
@Suite struct ShapeTests {
  private static let items: JSONValue = [
    ["viewType": "A", "content": ["x": 1]], ["viewType": "B", "content": ["y": "$5"]],
  ]

  @Test(arguments: [
    (#"{"viewItems":[{"viewType":"A","viewObject":{"x":1}}]}"#, "viewItems"),
    (#"{"contents":[{"sectionComponentType":"A","section":[]}],"screenName":"S"}"#, "contents"),
    (#"{"responseData":{"screenName":"S","contents":[]}}"#, "responseData"),
    (#"{"screenName":"S","sections":[{"cells":[]},{"footer":"f","cells":[]}]}"#, "sections"),
    (
      #"{"route":"a","version":1,"screenName":"S","sections":[{"items":[{"id":"i","viewType":"A","content":{}}]}]}"#,
      "screen"
    ),
  ])
  func `a shipped format is recognized`(_ response: String, _ format: String) throws {
    let capture = try Archive.capture(("/a", try JSONParser.parse(response)))
    #expect(capture.words == ["equal"])
    #expect(capture.file("a.json")?["format"]?.stringValue == format)
    let shipped = PackageFolder.screens.appending(path: "_formats/\(format).json")
    #expect(
      capture.file("_formats/\(format).json")
        == (try JSONParser.parse([UInt8](try Data(contentsOf: shipped)))))
  }

  @Test(arguments: [
    // The version, the route, an experiment, ids and members that a shipped format would not send.
    #"{"route":"a","version":7,"screenName":"S","sections":[{"items":[{"id":"i","viewType":"A","content":{}}]}]}"#,
    #"{"route":"b","version":1,"screenName":"S","sections":[{"items":[]}]}"#,
    #"{"route":"a","version":1,"screenName":"S","experiment":"e","variant":"v","sections":[]}"#,
    #"{"viewItems":[{"viewType":"A","viewObject":{}}],"next":null}"#,
    #"{"viewItems":[{"viewType":"A"}]}"#, #"{"viewItems":[{"viewType":"5","viewObject":{}}]}"#,
    #"{"viewItems":[{"viewType":null,"viewObject":{}}]}"#, #"{"viewItems":{}}"#, #"{"viewItems":[[]]}"#,
    #"{"items":[{"id":"i","kind":"A","data":{}},{"id":"i","kind":"A","data":{}}]}"#,
    #"{"items":[{"id":"not a name","kind":"A","data":{}}]}"#,
    #"{"a":[{"type":"A","data":{}}],"b":[{"type":"B","data":{}},{"type":"B","data":{}}]}"#,
    #"{"groups":[{"title":"g","rows":[{"type":"A","v":1}]},{"title":5,"rows":[{"type":"A","v":2}]}]}"#,
    #"[{"id":"i","type":"A","data":{"n":1E400}},{"type":"B"}]"#,
    "[]", "{}", "null", "true", "-0.0", #""$items""#, #"{"$$":"$$x","a":["$","$items"]}"#, "[[[[]]]]",
    "[1,null,[]]",
    #"{"é":1,"é":2}"#, #"{"$type":"Home: $screenName","$$id":{"a$$items":"$$5 and $id"},"x-$content":"$"}"#,
    #"{"rows":[{"$kind":"$header","type":"A","data":{}},{"$kind":"$header","type":"B","data":{}}]}"#,
  ])
  func `any response comes back`(_ response: String) throws {
    let capture = try Archive.capture(("/a", try JSONParser.parse(response)))
    #expect(capture.words == ["equal"], "\(capture.reasons)")
  }

  @Test func `an existing format that names members by ids and view types is recognized`() throws {
    let folder = try TemporaryFolder()
    let format = #"""
      {"screen":{"all":"$sections"},"section":{"$id":"$items","title":"$header"},
       "item":{"$$k":1,"$viewType":{"key":"$id","data":"$content"}}}
      """#
    try folder.write(format, to: "_formats/keyed.json")
    let response = try JSONParser.parse(
      #"{"all":[{"s":[{"A":{"key":"x","data":{"n":1}},"$k":1}],"title":"T"},{"t":[]}]}"#)
    let existing = ExistingScreens(try FolderContents(reading: folder.path))
    let capture = ScreenCapture(
      try Recording(Archive.text([("/a", response)])), existing: existing)
    #expect(capture.words == ["equal"], "\(capture.reasons)")
    #expect(capture.paths == ["_types/A.json", "a.json"])
    #expect(
      capture.file("a.json") == [
        "format": "keyed",
        "sections": [
          ["id": "s", "header": "T", "items": [["id": "x", "viewType": "A", "content": ["n": 1]]]],
          ["id": "t", "items": []],
        ],
      ])
  }

  @Test func `screens of a folder without formats keep the shipped ones`() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"items":[]}"#, to: "home.json")
    func capture(_ response: JSONValue) throws -> ScreenCapture {
      ScreenCapture(
        try Recording(Archive.text([("/home", ["viewItems": []]), ("/a", response)])),
        existing: ExistingScreens(try FolderContents(reading: folder.path)))
    }
    let shipped = try capture(["viewItems": [["viewType": "A", "viewObject": [:]]]])
    #expect(shipped.words == ["equal", "equal"], "\(shipped.reasons)")
    #expect(shipped.unchanged.map(\.name) == ["home"])
    #expect(shipped.paths == ["_types/A.json", "a.json"])
    let own = try capture(["rows": [["kind": "A", "data": ["n": 1], "more": 1]]])
    #expect(own.words == ["equal", "equal"], "\(own.reasons)")
    for file in own.files { try folder.write(file.json.serialized(), to: file.path) }
    let check = FolderImport(checking: try FolderContents(reading: folder.path))
    #expect(check.problems.isEmpty)
    #expect(check.documents[.format].count == 6)
  }

  @Test func `items are found behind other members, which the new format keeps`() throws {
    let response: JSONValue = [
      "ok": true, "price": "$4", "data": ["pageTitle": "Quay", "list": Self.items],
    ]
    let capture = try Archive.capture(("/v1/quay", response))
    #expect(
      capture.file("_formats/data-list.json") == [
        "screen": [
          "ok": "$values.ok", "price": "$values.price",
          "data": ["pageTitle": "$screenName", "list": "$items"],
        ],
        "item": ["viewType": "$viewType", "content": "$content"],
        "values": [
          "screen": [
            "type": "object", "properties": ["ok": ["type": "boolean"], "price": ["type": "string"]],
            "required": ["ok", "price"], "additionalProperties": false,
          ]
        ],
      ])
    #expect(
      capture.file("v1/quay.json") == [
        "screenName": "Quay", "format": "data-list", "values": ["ok": true, "price": "$4"],
        "items": [["viewType": "A", "content": ["x": 1]], ["viewType": "B", "content": ["y": "$5"]]],
      ])
    #expect(capture.notes.isEmpty)
  }

  @Test func `flat items are content as a whole, typed by their discriminator`() throws {
    let cards: JSONValue = [
      ["kind": "photo", "url": "https://a.example/1"], ["kind": "note", "text": "t", "n": 1],
    ]
    let capture = try Archive.capture(("/a", ["cards": cards]))
    #expect(capture.file("_formats/cards.json")?["item"] == "$content")
    #expect(capture.paths == ["_types/note.json", "_types/photo.json", "_formats/cards.json", "a.json"])
    #expect(capture.file("_types/photo.json")?["properties"]?["kind"] == ["const": "photo"])
  }

  @Test func `sections keep headers, footers and ids`() throws {
    let response: JSONValue = [
      "parts": [
        ["id": "p1", "title": "One", "subtitle": "first", "rows": [["type": "A", "data": 1]]],
        ["id": "p2", "title": "Two", "rows": []],
      ]
    ]
    let capture = try Archive.capture(("/a", response))
    #expect(
      capture.file("_formats/parts.json") == [
        "screen": ["parts": "$sections"],
        "section": ["id": "$id", "title": "$header", "subtitle": "$footer", "rows": "$items"],
        "item": ["type": "$viewType", "data": "$content"],
      ])
    #expect(capture.file("a.json")?["sections"]?.arrayValue?.count == 2)
  }

  @Test func `routes of the same shape share a format`() throws {
    let capture = try Archive.capture(
      ("/a", ["pageTitle": "A", "blocks": Self.items]), ("/b", ["pageTitle": "B", "blocks": Self.items]),
      ("/c", ["pageTitle": "C", "more": true, "blocks": Self.items]))
    #expect(capture.words == ["equal", "equal", "equal"])
    #expect(capture.paths.filter { $0.hasPrefix("_formats/") } == ["_formats/blocks.json"])
  }

  @Test func `equal responses to two queries are one layout`() throws {
    let response: JSONValue = [
      "body": [["type": "A", "id": "a"]], "actions": [["type": "B", "id": "b", "to": "home"]],
    ]
    let capture = try Archive.capture(("/home?_=1", response), ("/home?_=2", response))
    #expect(capture.words == ["equal", "equal"])
    #expect(capture.file("home.json")?["sections"]?.arrayValue?.count == 2)
  }

  @Test func `a format of the route's own is used if it sends more of the responses`() throws {
    func response(_ text: String) -> JSONValue {
      [
        "body": [["type": "A", "id": "a", "text": .string(text)]],
        "actions": [["type": "B", "id": "b", "to": "x"]],
      ]
    }
    let capture = try Archive.capture(("/home?tab=1", response("one")), ("/home?tab=2", response("two")))
    #expect(capture.words == ["equal", "equal"])
  }

  @Test func `elements of a type and an id alone have no content`() throws {
    let blocks: JSONValue = ["blocks": [["type": "A", "id": "1"], ["type": "B", "id": "2"]]]
    let capture = try Archive.capture(("/home", blocks))
    #expect(capture.words == ["equal"])
    #expect(capture.paths.filter { $0.hasPrefix("_formats/") } == ["_formats/blocks.json"])
  }

  @Test func `many texts by name are captured in linear time`() throws {
    let texts = (0..<20_000).reduce(into: JSONObject()) { $0["text-\($1)"] = .string("Text \($1)") }
    let capture = try Archive.capture(("/texts", ["en": .object(texts), "ko": .object(texts)]))
    #expect(capture.words == ["equal"])
  }

  @Test func `a response without items is held by its format, with a note`() throws {
    let capture = try Archive.capture(("/me", ["name": "Ada"]))
    #expect(capture.file("_formats/me.json")?["screen"] == ["name": "Ada"])
    #expect(capture.notes.count == 1)
    let tags: JSONValue = ["name": "Ada", "tags": ["a", "b"]]
    #expect(try Archive.capture(("/me", tags)).file("_formats/me.json")?["screen"] == tags)
  }

  @Test func `plain values are items if the responses differ in them alone`() throws {
    let capture = try Archive.capture(
      ("/a", ["n": 1, "tags": ["a"]]), ("/a?x=1", ["n": 1, "tags": ["b", "c"]]))
    #expect(capture.words == ["equal", "equal"])
    #expect(capture.file("_types/tags.json")?["type"] == "string")
  }

  @Test func `a path that is no route gets a similar one`() throws {
    func route(_ path: String) throws -> String? {
      try Archive.capture((path, ["a": []])).outcomes.first?.route?.name
    }
    #expect(try route("/screens/home") == "home")
    #expect(try route("/") == "index")
    #expect(try route("/api/items") == "api/items-screen")
    #expect(try route("/users/@me/") == "users/me")
    #expect(try route("/%6Denu") == "menu")
    #expect(try route("/caf%C3%A9") == "cafuE9")
    #expect(try route("/@") == nil)
    #expect(try route("/" + String(repeating: "x", count: Route.maximumBytes + 1)) == nil)
  }
}
