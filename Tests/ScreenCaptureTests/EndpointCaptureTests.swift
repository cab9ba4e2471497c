import JSONText
import ScreenCapture
import Testing

/// Screens are at the addresses of the app, and other requests become endpoints.
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
        "the response is \"image/png\", not JSON ",
        "only GET can be a screen ",
        "only GET can be a screen; no endpoint: \"/health\" is Marquee's own ",
        "only GET can be a screen; no endpoint: the path of an endpoint cannot contain { or }, which stand for placeholders there ",
        "only GET can be a screen; no endpoint: the app had the response of status 304 already; record the first one ",
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
  @Test func `the redaction replaces fields of responses and numbers`() throws {
    let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"
    let location =
      "https://kim:pw1@app.example/cb/lee%40corp.example?code=4%2FSECRET&page=2&next=%2Fa%3Ftoken%3DHIDDEN#access_token=\(jwt)"
    let entries = [
      Self.entry(
        "POST", "/oauth", status: 302,
        headers: [
          ("Location", location), ("Link", "</p?api_key=HIDDEN>; rel=\"next\", <b>"),
          ("link", "<c>"), ("WWW-Authenticate", "Bearer realm=\"a b\", token=\"HIDDEN\""),
        ], ""),
      Self.entry("POST", "/call", body: #"{"phone":821012345678,"n":1}"#, "{}"),
      Self.entry("POST", "/call", body: #"{"phone":821087654321,"n":2}"#, status: 403, "{}"),
    ]
    let found = try Self.capture(entries[0], entries[1]).personalData.map(\.data)
    for name in ["Location", "Link", "WWW-Authenticate"] {
      #expect(found.contains(PersonalData(kind: .token, place: .field(name))), "\(found)")
    }
    #expect(found.contains(PersonalData(kind: .phoneNumber, place: .member("phone"))))

    let redacted = try Self.capture(entries[0], entries[1], entries[2], redacts: true)
    let oauth = try #require(redacted.file("_endpoints/post-oauth.json")?["responses"]?.arrayValue?.first)
    let text = oauth.text
    for secret in ["pw1", "lee", "SECRET", "HIDDEN", jwt] { #expect(!text.contains(secret), "\(text)") }
    #expect(text.contains("page=2") && text.contains("rel=") && text.contains("realm="), "\(text)")
    #expect(oauth["headers"]?["Link"]?.arrayValue?.count == 2)
    #expect(oauth["headers"]?["Link"]?.arrayValue?.last == "<c>")
    let call = try #require(redacted.file("_endpoints/post-call.json"))
    #expect(!call.text.contains("8210"), "\(call.text)")
    #expect(redacted.notes.count { $0.contains("send the replacements") } == 1)
  }

  @Test func `a screen keeps its address beside other responses`() throws {
    let screen = #"{"viewItems":[]}"#
    let capture = try Self.capture(
      Self.entry("GET", "/v1/offers", screen), Self.entry("GET", "/v1/offers?city=Busan&page=1", screen),
      Self.entry("GET", "/v1/offers?city=none&page=1", status: 404, "{}"),
      Self.entry("GET", "/v1/offers?page=1", status: 400, "{}"),
      Self.entry("GET", "/v1/offers", status: 500, "{}"),
      Self.entry("GET", "/v1/offers?token=a", status: 401, "{}"),
      Self.entry("GET", "/v1/%7Bid%7D", status: 404, "{}"))
    #expect(
      capture.words == ["equal", "equal", "endpoint", "endpoint"] + Array(repeating: "left-out", count: 3))
    #expect(capture.file("_endpoints/v1-offers.json")?["screen"] == "v1/offers")
    let errors = try #require(capture.file("_endpoints/get-v1-offers.json"))
    #expect(
      errors["request"]?["when"] == [
        "$or": [
          ["query.city": "none"], ["query.city": ["$exists": false], "query.page": "1"],
        ]
      ])
    #expect(errors["responses"]?.arrayValue?.count == 2)
    #expect(capture.reasons.count { $0.contains("is the address of the screen v1/offers") } == 2)
    #expect(capture.reasons.last?.contains("cannot contain { or }") == true)
    try capture.expectValidEndpoints()
  }

  @Test func `conditions tell numbers, booleans, null and missing values from texts`() throws {
    let bodies = [
      #"{"k":null}"#, "{}", #"{"k":"null"}"#, #"{"k":1}"#, #"{"k":"1"}"#, #"{"k":true}"#, #"{"k":1.0}"#,
    ]
    let entries = bodies.enumerated().map { index, body in
      Self.entry("POST", "/n", body: body, status: index == 1 ? 200 : 201 + index, "\(index)")
    }
    let capture = ScreenCapture(try Recording(Archive.text(entries: entries)))
    let file = try #require(capture.file("_endpoints/post-n.json"))
    let number = JSONValue.number(try #require(JSONNumber(text: "1.0")))
    let conditions: [JSONValue] = [
      ["body.k": .null, "body": ["$schema": ["required": ["k"]]]], ["body.k": ["$eq": "null"]],
      ["body.k": ["$eq": "1"]], ["body.k": ["$eq": true]], ["body.k": ["$eq": number]],
    ]
    #expect(file["responses"]?.arrayValue?.compactMap { $0["when"] } == conditions)
    #expect(file["responses"]?.arrayValue?.last?["status"] == nil)
    #expect(capture.words.firstIndex(of: "left-out") == 3)
  }

  @Test func `different requests beyond the limit are left out`() throws {
    let entries = (0..<105).map { index in
      Self.entry("POST", "/ev", body: #"{"id":\#(index)}"#, status: index == 104 ? 200 : 500, "\(index)")
    }
    let capture = ScreenCapture(try Recording(Archive.text(entries: entries)))
    #expect(capture.words.count { $0 == "endpoint" } == 100)
    #expect(capture.words.last == "endpoint")
    #expect(capture.reasons.count { $0.contains("an endpoint has at most 100 responses") } == 5)
    try capture.expectValidEndpoints()
  }

  @Test func `a request without a recorded body says so`() throws {
    let capture = try Self.capture([
      "request": ["method": "POST", "url": "https://api.example.com/x"],
      "response": ["status": 201, "content": ["mimeType": "application/json"]],
    ])
    #expect(
      capture.reasons == [
        "only GET can be a screen; no endpoint: the recording has no body; record with bodies (/log/entries/0/request/method)"
      ])
  }
}

/// Several captures into a folder with endpoints.
@Suite struct LaterEndpointCaptureTests {
  private static let screen = #"{"viewItems":[]}"#

  private static func entry(_ method: String, _ url: String, status: Int = 200, _ text: String) -> JSONValue {
    [
      "request": ["method": .string(method), "url": .string("https://api.example.com" + url)],
      "response": [
        "status": .number(JSONNumber(status)),
        "content": ["mimeType": "application/json", "text": .string(text)],
      ],
    ]
  }

  @Test func `endpoints of a person keep their addresses`() throws {
    let folder = try CapturedFolder()
    try folder.write(
      ["request": ["path": "/api/products"], "collection": ["seed": []]], to: "_endpoints/products.json")
    try folder.write(
      ["request": ["method": "GET", "path": "/api/carts/"], "responses": [["asset": "none.png"]]],
      to: "_endpoints/mine.json")
    let capture = try folder.capture(
      entries: Self.entry("GET", "/api/products", Self.screen),
      Self.entry("POST", "/api/products", status: 201, "{}"),
      Self.entry("GET", "/api/carts", status: 404, "{}"))
    #expect(capture.words == ["equal", "left-out", "left-out"])
    #expect(capture.reasons.first?.contains("_endpoints/products.json has this address already") == true)
    #expect(capture.reasons.last?.contains("_endpoints/mine.json has this address already") == true)
    #expect(
      capture.notes.contains(
        "api/products is only at /screens/, not at /api/products: _endpoints/products.json has this address already"
      ))
    #expect(!capture.files.contains { $0.kind == .endpoint })
  }

  @Test func `an edited endpoint keeps its file and stays a person's`() throws {
    let folder = try CapturedFolder()
    let request = Self.entry("GET", "/users/7", status: 404, "{}")
    try folder.capture(entries: request)
    let path = "_endpoints/get-users-7.json"
    try folder.edit(path) { $0["request"] = ["method": "GET", "path": "/users/{id}"] }
    let edited = try folder.json(path)
    for _ in 0..<2 {
      let capture = try folder.capture(entries: request)
      #expect(capture.words == ["left-out"])
      #expect(
        capture.reasons.first?.contains(
          "its file would be \(path), but it has been edited since capture wrote it") == true)
      #expect(capture.files.isEmpty)
    }
    #expect(try folder.json(path) == edited)

    // Equal to what capture writes, but not written by it.
    let other: JSONValue = ["request": ["method": "POST", "path": "/p"], "responses": [["body": ["a": 1]]]]
    try folder.write(other, to: "_endpoints/mine.json")
    #expect(try folder.capture(entries: Self.entry("POST", "/p", #"{"a":1}"#)).words == ["endpoint"])
    #expect(try folder.capture(entries: Self.entry("POST", "/p", #"{"a":2}"#)).words == ["left-out"])
    #expect(try folder.json("_endpoints/mine.json") == other)
  }

  @Test func `a later error does not take the address of a screen, which keeps its user`() throws {
    let folder = try CapturedFolder()
    try folder.capture(entries: Self.entry("GET", "/v1/me?user=7&city=x", Self.screen))
    let address = try folder.json("_endpoints/v1-me.json")
    #expect(address["user"] == "user")
    let errors = try folder.capture(
      entries: Self.entry("GET", "/v1/me?city=x", status: 500, "{}"),
      Self.entry("GET", "/v1/me?city=y", status: 404, "{}"))
    #expect(errors.words == ["left-out", "endpoint"])
    #expect(try folder.json("_endpoints/v1-me.json") == address)
    #expect(try folder.json("_endpoints/get-v1-me.json")["request"]?["when"] == ["query.city": "y"])
    try folder.capture(entries: Self.entry("GET", "/v1/me", Self.screen))
    #expect(try folder.json("_endpoints/v1-me.json") == address)
    #expect(try folder.isValid())
  }
}
