import HTTPWire
import ScreenAPI
import Testing

/// The fields of public responses for caches and for scripts of other origins.
@Suite struct ResponseFieldTests {
  private static let definition = """
    {"items":[{"id":"a","viewType":"TEXT","content":{"text":"1"}},{"id":"b","viewType":"TEXT","content":{"text":"2"}}],
     "experiment":{"key":"e","condition":{"country":"DE"},"variants":[{"key":"x"},{"key":"y","order":["b","a"]}]}}
    """
  private static let template = """
    {"template":true,"items":[{"viewType":"TEXT","content":{"text":"{{user}}"}}]}
    """
  private static let vary = "Accept-Encoding, Screen-User, Accept-View-Types, Client-Release"

  private func fixture() throws -> APIFixture {
    try APIFixture(
      definition: Self.definition,
      files: ["hi.json": Self.template, "_assets/a.txt": "0123456789"])
  }

  @Test(arguments: [
    ("GET /screens/home", "", 200), ("HEAD /screens/home", "", 200), ("GET /screens/h%6Fme", "", 200),
    ("GET /screens/home?user=1&country=DE", "Accept-Encoding: gzip", 200),
    ("GET /screens/home", "Accept-View-Types: TEXT", 200), ("GET /screens/home", "Client-Release: a/1", 200),
    ("GET /screens/home?version=1", "", 200), ("GET /screens/home?format=no", "", 400),
    ("GET /screens/home", "If-None-Match: *", 304), ("GET /screens/home", "If-Match: \"no\"", 412),
    ("GET /screens/home?version=draft", "", 401), ("GET /screens/home?version=7", "", 404),
    ("GET /screens/hom", "", 404), ("GET /screens/hi?user=mo", "", 200),
    ("GET /screens/hi", "If-Match: \"no\"", 412), ("GET /screens/home?__chaos=emoji", "", 200),
    ("GET /screens/home?__status=503", "", 503), ("GET /screens/home?__status=204", "", 204),
    ("GET /screens/home?__status=x", "", 400),
  ]) func `Vary is the same on every response with a screen`(line: String, field: String, status: Int) throws
  {
    let response = try fixture().send(line + " HTTP/1.1", field.isEmpty ? "X: y" : field)
    #expect(response.status == status)
    #expect(response.fields.filter { $0.isNamed("vary") }.map(\.value) == [Self.vary])
  }

  @Test func `Vary names further fields that affected the response`() throws {
    let api = try fixture()
    let refused = try api.send("GET /screens/home HTTP/1.1", "Accept: text/html")
    #expect(refused.status == 406)
    #expect(refused.value(of: "vary") == Self.vary + ", Accept")
    let preferred = try api.send("GET /screens/home HTTP/1.1", "Prefer: status=503")
    #expect(preferred.fields.filter { $0.isNamed("vary") }.map(\.value) == [Self.vary, "Prefer"])
    let deleted = try api.send("DELETE /admin/screens/home HTTP/1.1", "Authorization: Bearer secret")
    #expect(deleted.status == 200)
    let gone = try api.send("GET /screens/home HTTP/1.1")
    #expect(gone.status == 410)
    #expect(gone.value(of: "vary") == Self.vary)
  }

  /// Fields that scripts may always read (Fetch standard, «CORS-safelisted response-header name»), and those of CORS.
  private static let readable: Set<String> = [
    "cache-control", "content-language", "content-type", "expires", "last-modified", "pragma",
    "access-control-allow-origin", "access-control-expose-headers",
    // Fields for the browser itself.
    "content-encoding", "x-content-type-options",
  ]

  private func expectReadable(
    _ response: APIFixture.Response, _ about: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      response.value(of: "access-control-allow-origin") == "*", "\(about)", sourceLocation: sourceLocation)
    let lists = response.fields.filter { $0.isNamed("access-control-expose-headers") }
    let exposed = Set(lists.flatMap { $0.value.lowercased().split(separator: ", ").map(String.init) })
    for field in response.fields {
      let name = field.name.lowercased()
      #expect(
        Self.readable.contains(name) || exposed.contains(name), "\(name) of \(about)",
        sourceLocation: sourceLocation)
    }
    #expect(exposed.isSuperset(of: ["etag", "retry-after", "location", "screen-version", "delta-base"]))
  }

  @Test(arguments: [
    ("GET /screens/home?user=1&country=DE", "", 200), ("HEAD /screens/home", "", 200),
    ("GET /screens/home", "If-None-Match: *", 304), ("GET /screens/home?user=1&user=2", "", 400),
    ("GET /screens/home", "Accept: text/html", 406), ("GET /screens/hi?user=mo", "", 200),
    ("GET /screens/home", "Prefer: chaos=emoji", 200), ("GET /screens/home", "Prefer: status=503", 503),
    ("GET /screens/home?__status=204", "", 204), ("GET /screens/home", "Accept-View-Types: NONE", 200),
    ("GET /screens/home?version=draft", "", 401), ("GET /screens/hom", "", 404),
    ("DELETE /screens/home", "", 405), ("GET /screens/home/explain?user=1", "", 200),
    ("GET /screens/hom/explain", "", 404), ("GET /screens/hom/events", "", 404), ("GET /screens", "", 200),
    ("GET /view-types", "", 200), ("GET /view-types/TEXT", "", 200), ("GET /view-types/TEX", "", 404),
    ("GET /formats", "", 200), ("GET /formats/viewItems", "", 200), ("GET /formats/none", "", 404),
    ("GET /schemas/definition.json", "", 200), ("GET /schemas/definition.json", "If-None-Match: *", 304),
    ("GET /schemas/definition", "", 404),
    ("GET /health", "", 200), ("GET /version", "", 200), ("GET /metrics", "", 200),
    ("GET /openapi.json", "", 200), ("GET /nowhere", "", 404), ("GET /a/../b", "", 400),
    ("GET /assets/a.txt", "", 200), ("GET /assets/a.txt", "If-None-Match: *", 304),
    ("GET /assets/a.txt", "Range: bytes=0-1", 206), ("GET /assets/a.txt", "Range: bytes=10-", 416),
    ("GET /assets/b.txt", "", 404), ("GET /s/0123456789abcdef/screens/home", "", 404),
  ]) func `scripts of any origin may read public responses and their fields`(
    line: String, field: String, status: Int
  ) throws {
    let response = try fixture().send(line + " HTTP/1.1", field.isEmpty ? "X: y" : field)
    #expect(response.status == status)
    expectReadable(response, line)
  }

  @Test func `flags and patches may be read too`() throws {
    let api = try fixture()
    let line = "POST /ofrep/v1/evaluate/flags HTTP/1.1"
    let body = #"{"context":{"targetingKey":"1"}}"#
    let flags = try api.send(line, body: body)
    let tag = try #require(flags.value(of: "etag"))
    expectReadable(flags, "flags")
    let known = try api.send(line, "If-None-Match: \(tag)", body: body)
    #expect(known.status == 304)
    #expect(known.value(of: "etag") == tag)
    expectReadable(known, "flags that are known")
    expectReadable(try api.send(line, body: "{"), "flags without a context")
    let flag = try api.send("POST /ofrep/v1/evaluate/flags/e HTTP/1.1", body: body)
    #expect(flag.body == #"{"key":"e","reason":"DEFAULT","variant":"","metadata":{"decision":"condition"}}"#)
    let stream = #"{"type":"sse","url":"http://test/ofrep/v1/events"}"#
    #expect(flags.body == #"{"flags":[\#(flag.body)],"eventStreams":[\#(stream)]}"#)
    expectReadable(flag, "a flag")
    expectReadable(try api.send("POST /ofrep/v1/evaluate/flags/no HTTP/1.1", body: body), "no flag")

    let long = String(repeating: "long ", count: 400)
    func definition(_ text: String) -> String {
      #"{"items":[{"viewType":"TEXT","content":{"text":"\#(long)"}},{"viewType":"TEXT","content":{"text":"\#(text)"}}]}"#
    }
    let token = "Authorization: Bearer secret"
    _ = try api.send("PUT /admin/screens/long HTTP/1.1", token, body: definition("1"))
    let base = try #require(try api.send("GET /screens/long HTTP/1.1").value(of: "etag"))
    _ = try api.send("PUT /admin/screens/long HTTP/1.1", token, body: definition("2"))
    let patch = try api.send("GET /screens/long HTTP/1.1", "A-IM: json-patch", "If-None-Match: \(base)")
    #expect(patch.status == 226)
    #expect(patch.value(of: "vary") == Self.vary + ", A-IM, If-None-Match")
    expectReadable(patch, "a patch")
  }

  @Test func `errors are readable by scripts, and the admin API is not`() throws {
    let api = try fixture()
    for error in WireError.allCases {
      let refusal = APIFixture.Response(api.api.malformed(error))
      expectReadable(refusal, error.code)
    }
    for (line, field) in [
      ("GET /admin/screens/home", "Authorization: Bearer secret"), ("GET /admin/screens/home", "X: y"),
      ("GET /admin/nothing", "Authorization: Bearer secret"), ("OPTIONS /admin/screens/home", "X: y"),
      ("PATCH /admin/audit", "Authorization: Bearer secret"),
      ("PUT /admin/screens/home", "Authorization: Bearer secret"),
    ] {
      let response = try api.send(line + " HTTP/1.1", field)
      #expect(!response.fields.contains { $0.name.lowercased().hasPrefix("access-control-") }, "\(line)")
    }
  }

  @Test func `OPTIONS that is no preflight has no fields of one`() throws {
    let api = try fixture()
    let (origin, method) = ("Origin: https://a.example", "Access-Control-Request-Method: GET")
    let ofPreflights = ["access-control-allow-methods", "access-control-max-age", "vary"] as [StaticString]
    let preflight = try api.send("OPTIONS /screens/home HTTP/1.1", origin, method)
    for field in ofPreflights { #expect(preflight.value(of: field) != nil, "\(field)") }
    for fields in [["X: y", "X: z"], [origin, "X: z"], [method, "X: z"]] {
      let response = try api.send("OPTIONS /screens/home HTTP/1.1", fields[0], fields[1])
      #expect(response.status == 204 && response.value(of: "allow") == "GET, HEAD, OPTIONS")
      #expect(response.value(of: "access-control-allow-origin") == "*")
      for field in ofPreflights { #expect(response.value(of: field) == nil, "\(field)") }
    }
  }

  @Test(
    .bug(id: "F42"),
    arguments: [
      ("PUT /admin/screens/home", "application/json"), ("POST /screens/home/explain", "application/json"),
      ("PATCH /admin/screens/home", "application/merge-patch+json"),
    ])
  func `a body with a content coding is refused`(line: String, type: String) throws {
    let api = try fixture()
    func send(_ coding: String, _ body: String) throws -> APIFixture.Response {
      try api.send(
        line + " HTTP/1.1", "Authorization: Bearer secret", "Content-Type: \(type)",
        "Content-Encoding: \(coding)", body: body)
    }
    for coding in ["gzip", "identity, br", "GZIP"] {
      let refused = try send(coding, "xyz")
      #expect(refused.status == 415, "\(coding)")
      #expect(refused.body.contains("problems/unsupported-media-type"))
      #expect(refused.body.contains("send it without Content-Encoding"))
      #expect(refused.value(of: "accept-encoding") == "identity")
    }
    // Not a coding, and nothing to decode.
    #expect(try send("Identity", "xyz").status == 400)
    #expect(try send("gzip", "").status != 415)
  }
}
