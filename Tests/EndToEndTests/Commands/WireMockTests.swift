import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// `marquee convert wiremock`: the endpoints answer as WireMock documents it.
@Suite final class WireMockTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
  }

  /// A request, and the text of the response; nil for 404.
  struct Exchange {
    let method: String
    let path: String
    let fields: [CurlField]
    let body: String?
    let expected: String?

    init(
      _ method: String, _ path: String, _ fields: [String: String] = [:], body: String? = nil,
      is expected: String?
    ) {
      self.method = method
      self.path = path
      self.fields = fields.map { CurlField($0.key, $0.value) }
      self.body = body
      self.expected = expected
    }

    static func get(_ path: String, _ fields: [String: String] = [:], is expected: String?) -> Exchange {
      Exchange("GET", path, fields, is: expected)
    }

    static func post(_ path: String, _ body: String, type: String = "application/json", is expected: String?)
      -> Exchange
    {
      Exchange("POST", path, ["Content-Type": type], body: body, is: expected)
    }
  }

  static let file = "wiremock/mappings/all.json: /mappings"

  /// Converts stubs without anything left out, and expects the responses of a server.
  private func expect(_ exchanges: [Exchange], from stubs: String) async throws {
    #expect(try await convert(stubs).dropLast() == [])
    try await expect(exchanges)
  }

  func convert(_ stubs: String, _ arguments: [String] = []) async throws -> [String] {
    try folder.write("{\"mappings\": [\(stubs)]}", to: "wiremock/mappings/all.json")
    let run = try await Program.run(
      ["convert", "wiremock", "wiremock", "--allow-left-out"] + arguments, in: folder)
    #expect(run.status == 0 && run.errors.isEmpty)
    return run.outputLines
  }

  func expect(_ exchanges: [Exchange]) async throws {
    try await Server.run(in: folder) { server in
      for exchange in exchanges {
        let response = try await server.send(exchange.method, exchange.path, exchange.fields, exchange.body)
        let found = response.status == 404 ? nil : response.text
        #expect(
          found == exchange.expected, "\(exchange.method) \(exchange.path) \(exchange.body ?? "")")
      }
    }
  }

  // MARK: Paths

  @Test func `a url is the whole path and query, and a urlPath the path alone`() async throws {
    try await expect(
      [
        .get("/shop", is: "all"), .get("/shop?sort=up", is: "sorted"), .get("/shop?sort=down", is: nil),
        .get("/shop?sort=up&x=1", is: nil), .get("/shop/", is: nil), .get("/a%20b/c", is: "space"),
        .get("/open?x=1", is: "open"), .get("/end", is: "no slash"), .get("/end/", is: "slash"),
        .get("/br%7B1%7D", is: "braces"), .get("/br%7B2%7D", is: nil),
      ],
      from: #"""
        {"request": {"method": "GET", "url": "/shop?sort=up"}, "response": {"body": "sorted"}},
        {"request": {"method": "GET", "url": "/shop"}, "response": {"body": "all"}},
        {"request": {"method": "GET", "urlPath": "/a%20b/c"}, "response": {"body": "space"}},
        {"request": {"method": "GET", "urlPath": "/open"}, "response": {"body": "open"}},
        {"request": {"method": "GET", "urlPath": "/end"}, "response": {"body": "no slash"}},
        {"request": {"method": "GET", "urlPath": "/end/"}, "response": {"body": "slash"}},
        {"request": {"method": "GET", "urlPath": "/br%7B1%7D"}, "response": {"body": "braces"}}
        """#)
  }

  @Test func `patterns are divided into segments, or match the whole url`() async throws {
    try await expect(
      [
        .get("/n/12", is: "number"), .get("/n/x", is: nil), .get("/all/a/b?c=1", is: "all"),
        .get("/all", is: nil),
        .get("/q/7?id=12", is: "query"), .get("/q/7", is: nil), .get("/q/7?id=x", is: nil),
        .get("/alt/a/b", is: "alternatives"), .get("/alt/c", is: "alternatives"), .get("/alt/d", is: nil),
        .get("/maybe", is: "optional"), .get("/maybe/x", is: "optional"), .get("/maybe/x/y", is: nil),
        .get("/slash", is: "slash"), .get("/slash/", is: "slash"), .get("/set/a/b", is: "set"),
        .get("/CASE", is: "any case"), .get("/exact/1?x=2", is: nil), .get("/exact/1", is: "exact"),
        .get("/mid/a/b/end", is: "middle"), .get("/mid/a/b/other?x=/end", is: nil),
        .get("/pre-fix/x", is: "prefix"),
      ],
      from: #"""
        {"request": {"method": "GET", "urlPathPattern": "/n/[0-9]+"}, "response": {"body": "number"}},
        {"request": {"method": "GET", "urlPattern": "/all/.*"}, "response": {"body": "all"}},
        {"request": {"method": "GET", "urlPattern": "/q/[0-9]\\?id=\\d+"}, "response": {"body": "query"}},
        {"request": {"method": "GET", "urlPathPattern": "/alt/(a/b|c)"}, "response": {"body": "alternatives"}},
        {"request": {"method": "GET", "urlPathPattern": "/maybe(/[a-z]+)?"}, "response": {"body": "optional"}},
        {"request": {"method": "GET", "urlPathPattern": "^/slash/?$"}, "response": {"body": "slash"}},
        {"request": {"method": "GET", "urlPathPattern": "/set/[\\w/]+"}, "response": {"body": "set"}},
        {"request": {"method": "GET", "urlPathPattern": "(?i)/case"}, "response": {"body": "any case"}},
        {"request": {"method": "GET", "urlPattern": "/exact/[0-9]"}, "response": {"body": "exact"}},
        {"request": {"method": "GET", "urlPathPattern": "/mid/.+/end"}, "response": {"body": "middle"}},
        {"request": {"method": "GET", "urlPathPattern": "/pre-.*"}, "response": {"body": "prefix"}}
        """#)
  }

  @Test func `priorities hold across paths`() async throws {
    try await expect(
      [
        .get("/p/one", is: "pattern first"), .get("/p/two", is: "pattern first"),
        .get("/q/one", ["X-App": "a"], is: "literal"), .get("/q/one", is: "fallback"),
        .get("/q/two", is: "fallback"),
        .get("/r/one", ["X-App": "a"], is: "a"), .get("/r/one", ["X-App": "b"], is: "b"),
        .get("/r/one", is: "r rest"),
        .get("/u/7", is: "seven"), .get("/u/ann", is: "name"), .get("/u/ANN", is: nil),
        .get("/x/b", is: "x"), .get("/y/b", is: "b"), .get("/x/c", is: nil),
      ],
      from: #"""
        {"priority": 1, "request": {"method": "GET", "urlPathPattern": "/p/[a-z]+"}, "response": {"body": "pattern first"}},
        {"priority": 2, "request": {"method": "GET", "urlPathPattern": "/p/[a-z]+one"}, "response": {"body": "never"}},
        {"priority": 9, "request": {"method": "GET", "urlPathPattern": "/q/[a-z]+"}, "response": {"body": "fallback"}},
        {"request": {"method": "GET", "urlPath": "/q/one", "headers": {"X-App": {"equalTo": "a"}}},
         "response": {"body": "literal"}},
        {"request": {"method": "GET", "urlPath": "/r/one", "headers": {"X-App": {"equalTo": "a"}}}, "response": {"body": "a"}},
        {"request": {"method": "GET", "urlPath": "/r/one", "headers": {"X-App": {"equalTo": "b"}}}, "response": {"body": "b"}},
        {"priority": 7, "request": {"method": "GET", "urlPathTemplate": "/r/{id}",
          "pathParameters": {"id": {"matches": "o.*"}}}, "response": {"body": "r rest"}},
        {"request": {"method": "GET", "urlPathTemplate": "/u/{id}", "pathParameters": {"id": {"equalTo": "7"}}},
         "response": {"body": "seven"}},
        {"request": {"method": "GET", "urlPathTemplate": "/u/{name}", "pathParameters": {"name": {"matches": "[a-z]+"}}},
         "response": {"body": "name"}},
        {"priority": 9, "request": {"method": "GET", "urlPathPattern": "/[a-z]/b"}, "response": {"body": "b"}},
        {"request": {"method": "GET", "urlPathPattern": "/x/[ab]"}, "response": {"body": "x"}}
        """#)
  }

  @Test func `a stub that is never reached is listed`() async throws {
    let lines = try await convert(
      #"""
      {"priority": 9, "request": {"method": "GET", "urlPath": "/a"}, "response": {"body": "late"}},
      {"request": {"method": "GET", "urlPath": "/a"}, "response": {"body": "first"}}
      """#)
    #expect(
      lines == [
        "\(Self.file)/0: the stub is left out: other stubs answer all of its requests first",
        "1 endpoint written to screens/_endpoints",
      ])
  }

  // MARK: Matchers

  @Test func `one of several values matches, and a missing one only the opposites`() async throws {
    try await expect(
      [
        .get("/v?id=1&id=2", is: "two"), .get("/v?id=2", is: "two"), .get("/v?id=3", is: nil),
        .get("/any", is: nil), .get("/any", ["X-A": "q"], is: "any"),
        .get("/not", is: "none"), .get("/not?q=null", is: "none"), .get("/not?q=1", is: nil),
        .get("/lacks", is: "lacks"), .get("/lacks?q=xay", is: nil), .get("/lacks?q=xby", is: "lacks"),
        .get("/case?q=A.b", is: "case"), .get("/case?q=Axb", is: nil), .get("/flag?q=ABC", is: "flag"),
        .get("/exactly?id=1&id=2", is: "exactly"), .get("/exactly?id=1&id=2&id=3", is: nil),
        .get("/includes?id=3&id=2&id=10", is: "includes"), .get("/includes?id=2", is: nil),
        .get("/logic?a=john&b=x", is: "logic"), .get("/logic?a=jack", is: "logic"),
        .get("/logic?a=jim", is: nil),
        .get("/logic?a=john&b=y", is: nil), .get("/whatever", is: "whatever"), .get("/gt?n=12", is: "gt"),
        .get("/gt?n=9", is: nil), .get("/gt?n=x", is: nil), .get("/gt", is: nil),
        .get("/date", ["X-Date": "2026-02-01T00:00:00Z"], is: "date"),
        .get("/date", ["X-Date": "soon"], is: nil),
        .get("/date", ["X-Date": "2025-02-01T00:00:00Z"], is: nil),
      ],
      from: #"""
        {"request": {"method": "GET", "urlPath": "/v", "queryParameters": {"id": {"equalTo": "2"}}}, "response": {"body": "two"}},
        {"request": {"method": "GET", "urlPath": "/any", "headers": {"X-A": {"matches": ".*"}}}, "response": {"body": "any"}},
        {"request": {"method": "GET", "urlPath": "/not", "queryParameters": {"q": {"doesNotMatch": "[0-9]"}}}, "response": {"body": "none"}},
        {"request": {"method": "GET", "urlPath": "/lacks", "queryParameters": {"q": {"doesNotContain": "a"}}}, "response": {"body": "lacks"}},
        {"request": {"method": "GET", "urlPath": "/case", "queryParameters": {"q": {"equalTo": "a.B", "caseInsensitive": true}}}, "response": {"body": "case"}},
        {"request": {"method": "GET", "urlPath": "/flag", "queryParameters": {"q": {"matches": "(?i)abc"}}}, "response": {"body": "flag"}},
        {"request": {"method": "GET", "urlPath": "/exactly", "queryParameters": {"id": {"hasExactly": [{"equalTo": "2"}, {"matches": "1|5"}]}}}, "response": {"body": "exactly"}},
        {"request": {"method": "GET", "urlPath": "/includes", "queryParameters": {"id": {"includes": [{"equalTo": "2"}, {"contains": "1"}]}}}, "response": {"body": "includes"}},
        {"request": {"method": "GET", "urlPath": "/logic", "queryParameters": {
          "a": {"or": [{"equalTo": "john"}, {"and": [{"contains": "ja"}, {"matches": ".*k"}]}]}, "b": {"not": {"equalTo": "y"}}}}, "response": {"body": "logic"}},
        {"request": {"method": "GET", "urlPath": "/whatever", "queryParameters": {"a": {"anything": true}}}, "response": {"body": "whatever"}},
        {"request": {"method": "GET", "urlPath": "/gt", "queryParameters": {"n": {"greaterThanNumber": "10"}}}, "response": {"body": "gt"}},
        {"request": {"method": "GET", "urlPath": "/date", "headers": {"X-Date": {"after": "2026-01-01T00:00:00Z"}}}, "response": {"body": "date"}}
        """#)
  }

  @Test func `cookies, hosts and parts of a form are conditions`() async throws {
    let form = "multipart/form-data; boundary=x"
    func part(_ text: String) -> String {
      "--x\r\nContent-Disposition: form-data; name=\"info\"\r\n\r\n\(text)\r\n--x--\r\n"
    }
    try await expect(
      [
        .get("/jar", ["Cookie": "a=b; sid=1"], is: "cookie"),
        .get("/jar", ["Cookie": "xsid=1; sid=12"], is: nil), .get("/jar", is: nil),
        .get("/h", ["Host": "shop.example:81"], is: "host"), .get("/h", is: nil),
        .get("/h", ["Host": "shop.example.org"], is: nil),
        .post("/part", part("all here"), type: form, is: "part"),
        .post("/part", part("other"), type: form, is: nil),
      ],
      from: #"""
        {"request": {"method": "GET", "urlPath": "/jar", "cookies": {"sid": {"equalTo": "1"}, "no": {"absent": true}}}, "response": {"body": "cookie"}},
        {"request": {"method": "GET", "urlPath": "/h", "host": {"equalTo": "shop.example"}}, "response": {"body": "host"}},
        {"request": {"method": "POST", "urlPath": "/part", "multipartPatterns": [{"matchingType": "ANY",
          "headers": {"Content-Disposition": {"contains": "name=\"info\""}}, "bodyPatterns": [{"contains": "here"}]}]}, "response": {"body": "part"}}
        """#)
  }

  // MARK: Bodies

  @Test func `JSON bodies are compared exactly`() async throws {
    try await expect(
      [
        .post("/strict", #"{"b":[1,{"c":null}],"a":"x"}"#, is: "strict"),
        .post("/strict", #"{"a":"x","b":[1,{"c":null}],"d":1}"#, is: nil),
        .post("/strict", #"{"a":"x","b":[1,{}]}"#, is: nil),
        .post("/extra", #"{"a":{"b":2,"c":3},"z":0}"#, is: "extra"),
        .post("/extra", #"{"a":{"b":"2"}}"#, is: nil),
        .post("/null", #"{"a":null,"b":{}}"#, is: "null"), .post("/null", #"{"b":{}}"#, is: nil),
        .post("/items", #"{"a":[{"id":1,"x":2},{"id":2}]}"#, is: "items"),
        .post("/items", #"{"a":[{"id":2}]}"#, is: nil),
        .post("/order", #"[2,1,2]"#, is: "order"), .post("/order", #"[1,2]"#, is: nil),
        .post("/order", #"[1,2,2,3]"#, is: nil),
        .post("/unit", #"{"id":"abc","n":[]}"#, is: "unit"), .post("/unit", #"{"id":3,"n":1}"#, is: nil),
        .post("/schema", #"{"name":"n"}"#, is: "schema"), .post("/schema", #"{"name":1}"#, is: nil),
        .post("/schema", "x", type: "text/plain", is: nil),
      ],
      from: #"""
        {"request": {"method": "POST", "urlPath": "/strict", "bodyPatterns": [{"equalToJson": "{\"a\":\"x\",\"b\":[1.0,{\"c\":null}]}"}]}, "response": {"body": "strict"}},
        {"request": {"method": "POST", "urlPath": "/extra", "bodyPatterns": [{"equalToJson": {"a": {"b": 2}}, "ignoreExtraElements": true}]}, "response": {"body": "extra"}},
        {"request": {"method": "POST", "urlPath": "/null", "bodyPatterns": [{"equalToJson": {"a": null, "b": {}}, "ignoreExtraElements": true}]}, "response": {"body": "null"}},
        {"request": {"method": "POST", "urlPath": "/items", "bodyPatterns": [{"equalToJson": {"a": [{"id": 1}]}, "ignoreExtraElements": true}]}, "response": {"body": "items"}},
        {"request": {"method": "POST", "urlPath": "/order", "bodyPatterns": [{"equalToJson": [1, 2, 2], "ignoreArrayOrder": true}]}, "response": {"body": "order"}},
        {"request": {"method": "POST", "urlPath": "/unit", "bodyPatterns": [{"equalToJson": {"id": "${json-unit.any-string}", "n": "${json-unit.ignore}"}}]}, "response": {"body": "unit"}},
        {"request": {"method": "POST", "urlPath": "/schema", "bodyPatterns": [{"matchesJsonSchema": {"required": ["name"], "properties": {"name": {"type": "string"}}}}]}, "response": {"body": "schema"}}
        """#)
  }

  @Test func `JSONPaths and texts of bodies are conditions`() async throws {
    try await expect(
      [
        .post("/there", #"{"a":[{"b":1}]}"#, is: "there"), .post("/there", #"{"a":[]}"#, is: nil),
        .post("/equal", #"{"n":42}"#, is: "equal"), .post("/equal", #"{"n":43}"#, is: nil),
        .post("/filter", #"{"things":[{"name":"x"},{"name":"y","n":3}]}"#, is: "filter"),
        .post("/filter", #"{"things":[{"name":"y","n":1}]}"#, is: nil),
        .post("/filter", #"{"things":[{"name":"x","n":3}]}"#, is: nil),
        .post("/pattern", #"{"t":[{"name":"Required one"}]}"#, is: "pattern"),
        .post("/pattern", #"{"t":[{"name":"one"}]}"#, is: nil),
        .post("/size", #"{"t":[1,2]}"#, is: "size"), .post("/size", #"[{"t":[1,2]}]"#, is: "size"),
        .post("/size", #"{"t":[1]}"#, is: nil),
        .post("/each", #"{"t":[{"id":1},{"id":7}]}"#, is: "each"),
        .post("/each", #"{"t":[{"id":1}]}"#, is: nil),
        .post("/sub", #"{"o":{"i":42}}"#, is: "sub"), .post("/sub", #"{"o":{"i":42,"j":1}}"#, is: nil),
        .post("/text", "one\ntwo three", type: "text/plain", is: "text"),
        .post("/text", "three", type: "text/plain", is: nil),
        .post("/same", "exactly", type: "text/plain", is: "same"),
        .post("/bytes", "hi", type: "text/plain", is: "bytes"),
        .post("/either", "hi", type: "text/plain", is: "either"), .post("/either", #"{"a":1}"#, is: "either"),
        .post("/either", "ho", type: "text/plain", is: nil),
      ],
      from: #"""
        {"request": {"method": "POST", "urlPath": "/there", "bodyPatterns": [{"matchesJsonPath": "$['a'][0].b"}]}, "response": {"body": "there"}},
        {"request": {"method": "POST", "urlPath": "/equal", "bodyPatterns": [{"matchesJsonPath": {"expression": "$.n", "equalTo": "42"}}]}, "response": {"body": "equal"}},
        {"request": {"method": "POST", "urlPath": "/filter", "bodyPatterns": [{"matchesJsonPath": "$.things[?(@.name == 'y' && @.n > 2)]"}]}, "response": {"body": "filter"}},
        {"request": {"method": "POST", "urlPath": "/pattern", "bodyPatterns": [{"matchesJsonPath": "$.t[?(@.name =~ /required.*/i)]"}]}, "response": {"body": "pattern"}},
        {"request": {"method": "POST", "urlPath": "/size", "bodyPatterns": [{"matchesJsonPath": "$[?(@.t.size() == 2)]"}]}, "response": {"body": "size"}},
        {"request": {"method": "POST", "urlPath": "/each", "bodyPatterns": [{"matchesJsonPath": {"expression": "$.t[*].id", "equalTo": "7"}}]}, "response": {"body": "each"}},
        {"request": {"method": "POST", "urlPath": "/sub", "bodyPatterns": [{"matchesJsonPath": {"expression": "$.o", "equalToJson": "{\"i\": 42}"}}]}, "response": {"body": "sub"}},
        {"request": {"method": "POST", "urlPath": "/text", "bodyPatterns": [{"matches": "one.*three"}, {"contains": "two"}]}, "response": {"body": "text"}},
        {"request": {"method": "POST", "urlPath": "/same", "bodyPatterns": [{"equalTo": "exactly"}]}, "response": {"body": "same"}},
        {"request": {"method": "POST", "urlPath": "/bytes", "bodyPatterns": [{"binaryEqualTo": "aGk="}]}, "response": {"body": "bytes"}},
        {"request": {"method": "POST", "urlPath": "/either", "bodyPatterns": [{"or": [{"equalTo": "hi"}, {"equalToJson": {"a": 1}}]}]}, "response": {"body": "either"}}
        """#)
  }

  // MARK: Responses

  @Test func `templates of values of the request become placeholders`() async throws {
    let stubs = #"""
      {"request": {"method": "GET", "urlPathTemplate": "/t/{id}/x"}, "response": {"transformers": ["response-template"],
        "headers": {"X-Id": "{{request.path.id}}"},
        "body": "{{request.query.q}} {{request.pathSegments.[0]}} {{request.path.[1]}} {{{request.headers.X-App}}} {{request.cookies.c}} {{request.method}} {{request.path}} {{request.url}} {{parameters.p}} \\{{x}}{{! no}}",
        "transformerParameters": {"p": "parameter"}}},
      {"request": {"method": "POST", "urlPathPattern": "/b/.*"}, "response": {"transformers": ["response-template"],
        "jsonBody": {"a": "{{jsonPath request.body '$.a.b'}}", "all": "{{request.body}}"}}},
      {"request": {"method": "GET", "urlPath": "/plain"}, "response": {"body": "{{request.url}}"}},
      {"request": {"method": "GET", "urlPath": "/left"}, "response": {"transformers": ["response-template"], "body": "{{now}}"}}
      """#
    #expect(
      try await convert(stubs) == [
        "\(Self.file)/0/response/transformerParameters: only placeholders of this stub read them",
        "\(Self.file)/2/response/body: {{…}} is sent as text, because the stub lacks the transformer response-template; if WireMock runs with --global-response-templating, give the same flag",
        "\(Self.file)/3/response/body: the stub is left out: responses have no template {{now}}",
        "3 endpoints written to screens/_endpoints",
      ])
    try await expect([
      .get(
        "/t/7/x?q=%7B%7Bu%7D%7D", ["X-App": "ios", "Cookie": "c=d"],
        is: "{{u}} t 7 ios d GET /t/7/x /t/7/x?q=%7B%7Bu%7D%7D parameter {{x}}"),
      .post("/b/1", #"{"a":{"b":2}}"#, is: #"{"a":"2","all":"{\"a\":{\"b\":2}}"}"#),
      .get("/plain", is: "{{request.url}}"),
    ])
    _ = try await convert(stubs, ["--global-response-templating", "--screens", "global"])
    let plain = try String(contentsOfFile: folder.path("global/_endpoints/get-plain.json"), encoding: .utf8)
    #expect(plain.contains("{{url}}"))
  }

  @Test func `what a response cannot have is listed, and the stub stays`() async throws {
    try folder.write("\u{FF}", to: "wiremock/__files/none.txt")
    let bytes = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0xFF, 0x00])
    try bytes.write(to: URL(fileURLWithPath: folder.path("wiremock/__files/icon.png")))
    let lines = try await convert(
      #"""
      {"request": {"method": "GET", "urlPath": "/a"}, "response": {"status": 304, "body": "x", "headers": {"Date": "now", "ETag": "\"1\""}}},
      {"request": {"method": "POST", "urlPath": "/b"}, "response": {"status": 201}, "serveEventListeners": [{"name": "webhook", "parameters": {"url": "http://back.example"}}]},
      {"request": {"method": "GET", "urlPath": "/jar"}, "response": {"bodyFileName": "icon.png", "headers": {"Content-Length": "10"}}},
      {"request": {"method": "HEAD", "urlPath": "/d"}, "response": {"body": "ok", "statusMessage": "Fine", "headers": {"Content-Length": "2"}}},
      {"request": {"method": "GET", "urlPath": "/e", "scheme": "https"}, "response": {"body": "once", "chunkedDribbleDelay": {"numberOfChunks": 2, "totalDuration": 20}}},
      {"request": {"method": {"oneOf": ["PUT", "PATCH"]}, "urlPath": "/f"}, "response": {"body": "both"}}
      """#)
    #expect(
      lines == [
        "\(Self.file)/0/response/body: a response of status 304 has no body",
        "\(Self.file)/0/response/headers/Date: the server itself writes the field Date",
        "\(Self.file)/1/serveEventListeners/0: no request is sent to \"http://back.example\"",
        "\(Self.file)/3/request/method: the stub answers GET, too",
        "\(Self.file)/3/response/statusMessage: a response has the usual words of its status",
        "\(Self.file)/4/response/chunkedDribbleDelay: the whole body arrives after the delay",
        "\(Self.file)/4/request/scheme: the stub answers any scheme",
        "7 endpoints written to screens/_endpoints", "1 file written to screens/_assets",
      ])
    try await Server.run(in: folder) { server in
      #expect(try await server.get("/a").value(of: "ETag") == "\"1\"")
      #expect(try await server.send("POST", "/b", [], nil).status == 201)
      let icon = try await server.get("/jar")
      #expect(Data(icon.body) == bytes && icon.value(of: "Content-Type") == "image/png")
      #expect(try await server.get("/e").text == "once")
      #expect(try await server.send("PATCH", "/f", [], nil).text == "both")
    }
  }

  @Test func `a proxy is the real backend`() async throws {
    let lines = try await convert(
      #"""
      {"priority": 9, "request": {"method": "ANY"}, "response": {"proxyBaseUrl": "http://back.example/v1", "removeProxyRequestHeaders": ["A"]}},
      {"request": {"method": "GET", "urlPath": "/own"}, "response": {"body": "own"}},
      {"request": {"method": "GET", "urlPath": "/other"}, "response": {"proxyBaseUrl": "http://other.example"}}
      """#)
    #expect(
      lines.dropLast() == [
        "\(Self.file)/0/response/removeProxyRequestHeaders: the real backend gets the fields of the app",
        "\(Self.file)/2/response/proxyBaseUrl: the stub is left out: a server has one real backend, such as http://back.example/v1",
        "note: start the server with --upstream http://back.example/v1",
      ])
    try await Server.run(in: folder) { server in
      #expect(try await server.get("/own").text == "own")
      let forwarded = try await server.send("DELETE", "/any/where", [], nil)
      #expect(forwarded.status == 502 && forwarded.text.contains("/problems/no-upstream"))
      #expect(try await server.get("/health").status == 200)
    }
  }

  @Test func `what has no counterpart is left out with its place`() async throws {
    let lines = try await convert(
      #"""
      {"request": {"method": "POST", "urlPath": "/a", "bodyPatterns": [{"equalToXml": "<a/>", "enablePlaceholders": true}]}, "response": {}},
      {"request": {"method": "GET", "urlPath": "/b", "queryParameters": {"q": {"equalTo": 10}}}, "response": {}},
      {"request": {"method": "GET", "urlPath": "/"}, "response": {}},
      {"request": {"method": "POST", "urlPath": "/jar", "bodyPatterns": [{"matchesJsonPath": "$.a[-1]"}]}, "response": {}},
      {"request": {"method": "POST", "urlPath": "/d", "bodyPatterns": [{"equalToJson": [{"a": 1}, {"b": 2}], "ignoreArrayOrder": true, "ignoreExtraElements": true}]}, "response": {}},
      {"request": {"method": "GET", "urlPath": "/e", "headers": {"X": {"matches": "a++\\h"}}}, "response": {}},
      {"request": {"method": "GET", "urlPath": "/f", "queryParameters": {"q": {"matches": "a(?<=b++)"}}}, "response": {}},
      {"request": {"method": "GET", "urlPath": "/g", "customMatcher": {"name": "x"}}, "response": {}},
      {"request": {"method": "GET", "urlPath": "/h"}, "response": {"status": 600}},
      {"request": {"method": "GET", "urlPath": "/i"}, "response": {}, "postServeActions": {"count": {}}},
      {"request": {"method": "GET", "urlPath": "/j"}, "response": {"bodyFileName": "no.json"}},
      {"request": {"method": "GET", "urlPathTemplate": "/k/{a}.json"}, "response": {}},
      {"request": {"method": "GET", "urlPath": "/l", "headers": {"X": {"before": "now +3 days"}}}, "response": {}},
      {"request": {"method": "GET", "urlPath": "/m", "headers": {"X": {"matchesJsonSchema": {}}}}, "response": {}}
      """#)
    let reasons = lines.dropLast().map { $0.dropFirst(Self.file.count) }
    #expect(
      reasons == [
        "/0/request/bodyPatterns/0/equalToXml: the stub is left out: conditions do not read XML",
        "/1/request/queryParameters/q/equalTo: the stub is left out: this is a string in the files of WireMock",
        "/2: the stub is left out: \"/\" is Marquee's own; give it another first segment, such as /api/",
        "/3/request/bodyPatterns/0/matchesJsonPath: the stub is left out: conditions name members, not \"$.a[-1]\"",
        "/4/request/bodyPatterns/0/equalToJson: the stub is left out: conditions have no elements in any order of which one can fit two",
        "/5/request/headers/X/matches: the stub is left out: regular expressions have no \\h",
        "/6: the stub is left out: not a regular expression: there is nothing to repeat, at character 9",
        "/7/request/customMatcher: the stub is left out: endpoints have no extensions",
        "/8: the stub is left out: \"status\" cannot be 600; write a whole number from 200 to 599",
        "/9/postServeActions/count: there is no action \"count\"",
        "/10/response/bodyFileName: the stub is left out: there is no file \"__files/no.json\"",
        "/11/request/urlPathTemplate: the stub is left out: a placeholder stands for a whole segment, not for a part of \"{a}.json\"",
        "/12/request/headers/X/before: the stub is left out: conditions compare dates such as 2026-01-31T00:00:00Z, not \"now +3 days\"",
        "/13/request/headers/X/matchesJsonSchema: the stub is left out: conditions read no JSON in a text",
      ])
    // Only the stub with the action is written: that changes nothing in its response.
    #expect(lines.last == "1 endpoint written to screens/_endpoints")
  }
}
