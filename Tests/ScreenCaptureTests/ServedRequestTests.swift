import JSONText
import ScreenCapture
import Testing

/// Whether a request as recorded, with header fields and query, gets the recorded response.
@Suite struct ServedRequestTests {
  private static let response: JSONValue = ["viewItems": [["viewType": "T", "viewObject": ["text": "a"]]]]

  /// The results of requests with header fields.
  private static func capture(
    _ requests: (url: String, fields: [(String, String)], response: JSONValue)...
  ) throws -> ScreenCapture {
    let entries = requests.map { url, fields, response -> JSONValue in
      var entry = Archive.entry(url, text: response.text)
      let list = fields.map { JSONValue.object(["name": .string($0.0), "value": .string($0.1)]) }
      if var object = entry.objectValue, var request = object["request"]?.objectValue {
        request["headers"] = .array(list)
        object["request"] = .object(request)
        entry = .object(object)
      }
      return entry
    }
    return ScreenCapture(try Recording(Archive.text(entries: entries)))
  }

  @Test(arguments: [
    ("__status=503", "__status"), ("a=1&__delay=x", "__delay"), ("__chaos=emoji", "__chaos"),
    ("__fault=reset", "__fault"), ("__scenario=none", "__scenario"), ("__statsu=1", "__statsu"),
    ("%5F_status=503", "__status"), ("arm=x", "arm"), ("rendition=x", "rendition"),
  ])
  func `a parameter that changes the response of the server is reported`(query: String, name: String) throws {
    let capture = try Archive.capture(("/a?\(query)", Self.response))
    #expect(capture.words == ["differs"])
    #expect(
      capture.reasons == [
        "the parameter \"\(name)\" has a meaning of its own in Marquee; without it, the response is equal"
      ])
    #expect(capture.paths.contains("a.json"))
  }

  @Test(arguments: ["__typename=x", "__seed=7", "_status=503", "x__status=503"])
  func `a parameter of the app's own is none`(query: String) throws {
    #expect(try Archive.capture(("/a?\(query)", Self.response)).words == ["equal"])
  }

  @Test(arguments: [
    (
      "Prefer", "status=503",
      "the field Prefer has a meaning of its own in Marquee; without it, the response is equal"
    ),
    (
      "prefer", "respond-async, delay=100",
      "the field Prefer has a meaning of its own in Marquee; without it, the response is equal"
    ),
    (
      "Accept-View-Types", "T",
      "the field Accept-View-Types has a meaning of its own in Marquee; without it, the response is equal"
    ),
    (
      "If-Match", "\"1\"",
      "the fields If-Match and If-None-Match name no response of the server; without them, it is equal"
    ),
    (
      "If-None-Match", "*",
      "the fields If-Match and If-None-Match name no response of the server; without them, it is equal"
    ),
    (
      "Accept", "application/vnd.api+json",
      "the field Accept excludes application/json, which the server sends"
    ),
    (
      "X", String(repeating: "x", count: 16_384),
      "the server refuses more than 128 header fields, or more than 16384 bytes of them"
    ),
    ("X", "a\r\nPrefer: status=503", "the field \"X\" contains a line break"),
    (
      "X Y", "a",
      "the server refuses the request: A field line is a name, a colon and a value without control characters, ended by CR LF."
    ),
  ])
  func `a field that changes the response of the server is reported`(
    name: String, value: String, reason: String
  ) throws {
    let capture = try Self.capture((url: "/a", fields: [(name, value)], response: Self.response))
    #expect(capture.words == ["differs"])
    #expect(capture.reasons == [reason])
  }

  @Test(arguments: [
    ("Prefer", "respond-async"), ("Prefer", "status=9"), ("Accept", "*/*"),
    ("Accept", "application/json; charset=utf-8"),
    ("Accept", "text/html, */*;q=0.1"), ("If-None-Match", "\"abc\""), (":authority", "a.example"),
    ("Host", "a.example"),
    ("Connection", "close"), ("Content-Length", "5"), ("Cookie", "a=b"), ("Authorization", "Basic x"),
    ("Client-Release", "ios/1"),
  ])
  func `a field that does not is none`(name: String, value: String) throws {
    #expect(
      try Self.capture((url: "/a", fields: [(name, value)], response: Self.response)).words == ["equal"])
  }

  @Test func `a request line that is too long for the server is reported`() throws {
    // `GET /screens/a?` and ` HTTP/1.1` with the line end have 26 bytes.
    let fits = try Archive.capture(("/a?q=" + String(repeating: "x", count: 8192 - 28), Self.response))
    #expect(fits.words == ["equal"])
    let long = try Archive.capture(("/a?q=" + String(repeating: "x", count: 8192 - 27), Self.response))
    #expect(long.words == ["differs"])
    #expect(long.reasons == ["the server refuses a request line of more than 8192 bytes"])
  }

  @Test func `a unit in a field gets its items`() throws {
    func response(_ text: String) -> JSONValue {
      ["viewItems": [["viewType": "T", "viewObject": ["text": .string(text)]]]]
    }
    let capture = try Self.capture(
      (url: "/a", fields: [("Screen-User", "1")], response: response("a")),
      (url: "/a", fields: [("Screen-User", "2")], response: response("b")),
      (url: "/a?user=1", fields: [("Screen-User", "2")], response: response("a")))
    #expect(capture.words == ["equal", "equal", "equal"])
    #expect(capture.file("a.json")?["sections"]?.arrayValue?.map { $0["requires"] } != nil)
  }

  @Test func `a response that only the mock gives does not replace that of the screen`() throws {
    let capture = try Archive.capture(
      ("/a", Self.response), ("/a?version=9", ["viewItems": []]), ("/a", Self.response))
    #expect(capture.words == ["equal", "left-out", "equal"])
    #expect(
      capture.reasons == [
        #"the parameter "version" has a meaning of its own in Marquee; without it, the response is equal (/log/entries/1/request)"#
      ])
  }
}

/// Names that some disks take for the same.
@Suite struct CaseTests {
  private static func response(_ type: String) -> JSONValue {
    ["viewItems": [["viewType": .string(type), "viewObject": ["text": "a"]]]]
  }

  @Test func `view types that differ only in case become different files`() throws {
    let capture = try Archive.capture(
      ("/a", Self.response("card")), ("/b", Self.response("Card")), ("/c", Self.response("CARD")),
      ("/d", Self.response("Card")))
    #expect(capture.words == ["equal", "equal", "equal", "equal"])
    let types = capture.paths.filter { $0.hasPrefix("_types/") }
    #expect(types.contains("_types/card.json"))
    #expect(Set(types.map { $0.lowercased() }).count == types.count)
    #expect(Set(capture.paths.map { $0.lowercased() }).count == capture.paths.count)
  }

  @Test func `view types of one response that differ only in case do, too`() throws {
    let capture = try Archive.capture(
      ("/a", ["list": [["type": "card", "x": 1], ["type": "Card", "y": 2], ["type": "card", "x": 3]]]))
    #expect(capture.words == ["equal"])
    #expect(capture.paths.filter { $0.hasPrefix("_types/") } == ["_types/Card-2.json", "_types/card.json"])
  }

  @Test func `wire formats, and files of the folder, do, too`() throws {
    let formats = try Archive.capture(
      ("/a", ["Blocks": [["kind": "A", "n": 1]], "x": 1]),
      ("/b", ["blocks": [["kind": "A", "n": 1]], "y": 1]))
    #expect(formats.words == ["equal", "equal"])
    #expect(Set(formats.paths.map { $0.lowercased() }).count == formats.paths.count)
  }
}
