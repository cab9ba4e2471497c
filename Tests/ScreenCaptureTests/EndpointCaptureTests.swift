import JSONText
import ScreenCapture
import Testing

/// What is no screen becomes endpoints, and screens are at the addresses of the app.
@Suite struct EndpointCaptureTests {
  private static func entry(
    _ method: String, _ url: String, body: String? = nil, type: String = "application/json",
    status: Int = 200,
    headers: [(String, String)] = [], _ text: String, as mimeType: String = "application/json"
  ) -> JSONValue {
    var request: JSONObject = ["method": .string(method), "url": .string("https://api.example.com" + url)]
    if let body { request["postData"] = ["mimeType": .string(type), "text": .string(body)] }
    return [
      "request": .object(request),
      "response": [
        "status": .number(JSONNumber(status)),
        "headers": .array(headers.map { ["name": .string($0.0), "value": .string($0.1)] }),
        "content": [
          "size": .number(JSONNumber(text.utf8.count)), "mimeType": .string(mimeType), "text": .string(text),
        ],
      ],
    ]
  }

  private static func capture(
    _ entries: JSONValue..., existing: ExistingScreens = ExistingScreens(), redacts: Bool = false
  ) throws -> ScreenCapture {
    ScreenCapture(try Recording(Archive.text(entries: entries), redacts: redacts), existing: existing)
  }

  @Test func `requests of one method and path are told apart by what differs in them`() throws {
    let capture = try Self.capture(
      Self.entry("POST", "/login", body: #"{"name":"ann","password":"a","n":1}"#, #"{"hello":"{{ann}}"}"#),
      Self.entry(
        "POST", "/login", body: #"{"name":"bob","password":"b","n":1}"#, status: 403, "no", as: "text/plain"),
      Self.entry("POST", "/find?q=a", body: "x=1&pin=3", type: "application/x-www-form-urlencoded", "[1]"),
      Self.entry("POST", "/find?q=a", body: "x=2", type: "application/x-www-form-urlencoded", "[2]"),
      Self.entry("DELETE", "/cart", status: 204, ""))
    #expect(capture.words == Array(repeating: "endpoint", count: 5))
    #expect(capture.isComplete(allowsLeftOut: false))
    #expect(
      capture.file("_endpoints/post-login.json") == [
        "request": ["method": "POST", "path": "/login"],
        "responses": [
          [
            "when": ["body.name": "bob"], "status": 403, "text": "no",
            "headers": ["Content-Type": "text/plain"],
          ], ["body": ["hello": "{{{{ann}}"]],
        ],
      ])
    #expect(
      capture.file("_endpoints/post-find.json")?["responses"] == [
        ["when": ["form.x": "1"], "body": [1]], ["body": [2]],
      ])
    #expect(capture.file("_endpoints/delete-cart.json")?["responses"] == [["status": 204]])
  }

  @Test func `the last of equal requests answers, and what no endpoint can say is left out`() throws {
    let capture = try Self.capture(
      Self.entry("PUT", "/a", "1"), Self.entry("PUT", "/a", "2"), Self.entry("PUT", "/a", "2"),
      Self.entry("GET", "/logo", "iVBOR", as: "image/png"), Self.entry("OPTIONS", "/a", "{}"),
      Self.entry("POST", "/health", "{}"), Self.entry("POST", "/a{b", "{}"),
      Self.entry("POST", "/x", status: 304, ""))
    #expect(capture.words == ["left-out", "endpoint", "endpoint"] + Array(repeating: "left-out", count: 5))
    #expect(capture.file("_endpoints/put-a.json")?["responses"] == [["body": 2]])
    #expect(
      capture.reasons.map { $0.prefix { $0 != "(" } } == [
        "only GET can be a screen; no endpoint: a later request that nothing tells apart got another response ",
        "the response is \"image/png\", not JSON ", "only GET can be a screen ",
        "only GET can be a screen; no endpoint: \"/health\" is Marquee's own ",
        "only GET can be a screen; no endpoint: a placeholder is a whole segment: a name of letters, digits and \"_\" in braces ",
        "only GET can be a screen ",
      ])
  }

  @Test func `a screen is at the address of the app, with the values of its query`() throws {
    let screen = #"{"viewItems":[]}"#
    let capture = try Self.capture(
      Self.entry("GET", "/v1/home", screen), Self.entry("GET", "/v1/home?city=Busan&user=7", screen),
      Self.entry("GET", "/screens/menu", screen), Self.entry("GET", "/", screen))
    #expect(
      capture.file("_endpoints/v1-home.json") == [
        "request": ["method": "GET", "path": "/v1/home"], "screen": "v1/home", "user": "user",
        "attributes": ["city": "query.city"],
      ])
    #expect(capture.files.count { $0.kind == .endpoint } == 1)
    #expect(capture.notes.contains("index is only at /screens/, not at /: \"/\" is Marquee's own"))
  }

  @Test func `personal data in endpoints is found and replaced`() throws {
    let entry = Self.entry(
      "POST", "/login?mail=a@b.example", body: #"{"mail":"a@b.example"}"#,
      #"{"token":"abcdefgh12345678","to":"a@b.example"}"#)
    #expect(try Self.capture(entry).personalData.count >= 2)
    let redacted = try Self.capture(
      entry, Self.entry("POST", "/login?mail=c@d.example", body: #"{"mail":"c@d.example"}"#, "{}"),
      redacts: true)
    let text = try #require(redacted.file("_endpoints/post-login.json")).text
    #expect(text.contains("person-1@example.com") && !text.contains("b.example"), "\(text)")
  }
}
