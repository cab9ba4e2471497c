import CurlClient
import Foundation
import JSONText
import RawClient
import TestFolders
import Testing

/// Endpoints of the app's backend: `_endpoints/NAME.json`.
@Suite final class EndpointTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
  }

  private func write(_ endpoints: [String: String]) throws {
    for (name, text) in endpoints { try folder.write(text, to: "screens/_endpoints/\(name).json") }
  }

  @Test func `the most specific endpoint answers, with the values of the request`() async throws {
    try write([
      "cart": #"""
      {"request": {"method": "GET", "path": "/api/carts/{cart}"}, "responses": [
        {"when": {"path.cart": "none"}, "status": 404, "body": {"error": "no cart"}},
        {"headers": {"X-Cart": "{{path.cart}}", "Set-Cookie": ["a=1", "b=2"]},
         "body": {"id": "{{path.cart}}", "tags": "{{=query.tag.1}}", "first": "{{query.tag}}", "none": "{{=query.no}}",
                  "text": "a {{{{b}} {{query.no}}{{headers.x-app}}", "by": "{{user}}", "n": 1.0}}]}
      """#,
      "search":
        #"{"request": {"method": "GET", "path": "/api/carts/search"}, "responses": [{"text": "found {{query.q}}"}]}"#,
      "beta":
        #"{"request": {"method": "GET", "path": "/api/carts/search", "when": {"query.tag.1": "beta"}}, "responses": [{"status": 204}]}"#,
      "any":
        #"{"request": {"method": "GET", "path": "/{first}/carts/{second}"}, "responses": [{"text": "any"}]}"#,
    ])
    try await Server.run(in: folder) { server in
      let cart = try await server.get(
        "/api/carts/7?tag=a&tag=%22b%22&user=ann", fields: [CurlField("X-App", "ios")])
      #expect(cart.status == 200 && cart.value(of: "Content-Type") == "application/json")
      #expect(
        cart.text
          == #"{"id":"7","tags":"\"b\"","first":"a","text":"a {{b}} ios","by":"ann","n":1.0}"#)
      #expect(cart.value(of: "X-Cart") == "7" && cart.values(of: "Set-Cookie") == ["a=1", "b=2"])
      #expect(try await server.get("/api/carts/7/").text.contains(#""id":"7""#))
      #expect(try await server.get("/api/carts/none").text == #"{"error":"no cart"}"#)
      let search = try await server.get("/api/carts/search?q=%7B%7Buser%7D%7D&user=x")
      #expect(
        search.text == "found {{user}}" && search.value(of: "Content-Type") == "text/plain; charset=utf-8")
      #expect(try await server.get("/api/carts/search?tag=a&tag=beta").status == 204)
      #expect(try await server.get("/other/carts/7").text == "any")
      #expect(try await server.head("/api/carts/7").status == 200)
    }
  }

  @Test func `bodies are JSON, forms and multipart, and must fit the schema`() async throws {
    try write([
      "login": #"""
      {"request": {"method": "POST", "path": "/api/login", "body": {"type": "object", "required": ["name"],
        "properties": {"name": {"type": "string"}}, "additionalProperties": false}},
       "responses": [{"when": {"body.name": "ann"}, "body": {"hello": "{{=body}}"}}]}
      """#,
      "form":
        #"{"request": {"method": "POST", "path": "/api/form"}, "responses": [{"body": ["{{form.a}}", "{{=form.a.1}}"]}]}"#,
      "upload":
        #"{"request": {"method": "PUT", "path": "/api/upload", "when": {"files.photo.size": {"$gt": 2}}}, "responses": [{"body": {"file": "{{=files.photo}}", "note": "{{form.note}}"}}]}"#,
      "asset":
        #"{"request": {"method": "GET", "path": "/api/terms"}, "responses": [{"asset": "terms.txt"}]}"#,
      "field":
        #"{"request": {"method": "GET", "path": "/api/field"}, "responses": [{"headers": {"X-Q": "{{query.q}}"}}]}"#,
    ])
    try folder.write("the terms", to: "screens/_assets/terms.txt")
    try await Server.run(in: folder) { server in
      let json = [CurlField("Content-Type", "application/json")]
      let good = try await server.send("POST", "/api/login", json, #"{"name": "ann"}"#)
      #expect(good.text == #"{"hello":{"name":"ann"}}"#)
      let bad = try await server.send("POST", "/api/login", json, "{\"nam\": \"ann\"}")
      let found = try JSONParser.parse(bad.text)["errors"]?.arrayValue
      #expect(bad.status == 422 && found?.count == 2)
      #expect(found?.last?["pointer"] == "/nam" && found?.last?["line"] == 1 && found?.last?["column"] == 2)
      let other = try await server.send("POST", "/api/login", json, #"{"name": "bob"}"#)
      #expect(other.status == 404 && other.text.contains("/problems/no-response"))
      #expect(try await server.send("POST", "/api/login", json, "{").status == 400)
      #expect(try await server.send("POST", "/api/login", [], nil).status == 422)
      let form = [CurlField("Content-Type", "application/x-www-form-urlencoded")]
      #expect(try await server.send("POST", "/api/form", form, "a=1+%26&a=2").text == #"["1 &","2"]"#)
      let multipart = [CurlField("Content-Type", "multipart/form-data; boundary=\"x y\"")]
      let parts = """
        --x y\r\nContent-Disposition: form-data; name="note"\r\n\r\nhi\r\n--x y\r\nContent-Type: image/png\r
        content-disposition: form-data; name="photo"; filename="a\\"b.png"\r\n\r\n\r\nabc\r\n--x y--\r\n
        """
      let upload = try await server.send("PUT", "/api/upload", multipart, parts)
      #expect(upload.text == #"{"file":{"name":"a\"b.png","type":"image/png","size":5},"note":"hi"}"#)
      let cut = try await server.send("PUT", "/api/upload", multipart, String(parts.dropLast(8)))
      #expect(cut.status == 400 && cut.text.contains("/problems/bad-form"))
      #expect(try await server.get("/api/terms").text == "the terms")
      let field = try await server.get("/api/field?q=a%0D%0AX-Other:%201")
      #expect(field.status == 500 && field.text.contains("/problems/invalid-header"))
    }
  }

  @Test func `the rest of a path is the least specific placeholder`() async throws {
    try write([
      "all":
        #"{"request": {"method": "GET", "path": "/{rest...}"}, "responses": [{"text": "all {{path.rest}}"}]}"#,
      "files":
        #"{"request": {"method": "GET", "path": "/files/{name...}"}, "responses": [{"when": {"path.name": {"$regex": "[.]txt$"}}, "text": "text"}, {"text": "file {{path.name}}"}]}"#,
      "one":
        #"{"request": {"method": "GET", "path": "/files/{one}"}, "responses": [{"text": "one {{path.one}}"}]}"#,
      "two": #"{"request": {"method": "GET", "path": "/files/{one}/b"}, "responses": [{"text": "two"}]}"#,
    ])
    try await Server.run(in: folder) { server in
      for (path, text) in [
        ("/other", "all other"), ("/a/b%2Fc/", "all a/b/c"), ("/files", "all files"), ("/files/a", "one a"),
        ("/files/a/", "one a"), ("/files/a/b", "two"), ("/files/a/c", "file a/c"),
        ("/files/a/c/d.txt", "text"),
      ] { #expect(try await server.get(path).text == text) }
      // Marquee's own paths win.
      #expect(try await server.get("/health").text != "all health")
      #expect(try await server.get("/screens/lines").text == Lines.viewItems(["a"]))
      #expect(try await server.get("/admin/other").status == 401)
      let post = try await server.send("POST", "/other/path", [], nil)
      #expect(post.status == 405 && post.value(of: "Allow") == "GET, HEAD, OPTIONS")
    }
    try write([
      "all":
        "{\"request\": {\"method\": \"GET\", \"path\": \"/x/{rest...}/y\"}, \"responses\": [{\"body\": 1}]}",
      "files":
        "{\"request\": {\"method\": \"GET\", \"path\": \"/assets/{rest...}\"}, \"responses\": [{\"body\": 1}]}",
      "one":
        "{\"request\": {\"method\": \"GET\", \"path\": \"/y/{a}/{a...}\"}, \"responses\": [{\"body\": 1}]}",
      "two":
        "{\"request\": {\"method\": \"GET\", \"path\": \"/formats/{rest...}\"}, \"responses\": [{\"body\": 1}]}",
    ])
    let run = try await Program.run(["validate"], in: folder)
    #expect(
      run.outputLines.filter { $0.hasPrefix("screens/") } == [
        "screens/_endpoints/all.json:1:39: error: \"{rest...}\" stands for the end of a path, and \"y\" follows it; write {rest} for one segment",
        "screens/_endpoints/files.json:1:39: error: \"/assets/{rest...}\" is Marquee's own; give it another first segment, such as /api/assets/{rest...}",
        "screens/_endpoints/one.json:1:39: error: the placeholder \"{a}\" is repeated",
      ])
  }

  @Test func `conditions name the url, cookies, texts, all values of a name, and a schema`() async throws {
    try write([
      "url":
        #"{"request": {"method": "GET", "path": "/u", "when": {"url": "/u?b=%20&a"}}, "responses": [{"text": "{{url}}"}]}"#,
      "cookie":
        #"{"request": {"method": "GET", "path": "/jar"}, "responses": [{"when": {"cookies.sid.1": "2"}, "text": "second"}, {"text": "{{cookies.sid}}|{{cookies.no}}"}]}"#,
      "text":
        #"{"request": {"method": "POST", "path": "/t", "when": {"text": {"$regex": "^a"}}}, "responses": [{"body": {"text": "{{text}}"}}]}"#,
      "list":
        #"{"request": {"method": "GET", "path": "/l"}, "responses": [{"when": {"query.id": {"$size": 2, "$all": ["1"], "$ne": "1"}}, "text": "pair"}, {"when": {"query.id": {"$not": {"$elemMatch": {"$regex": "x"}}}}, "text": "no x"}, {"text": "else"}]}"#,
      "schema":
        #"{"request": {"method": "POST", "path": "/fit"}, "responses": [{"when": {"body": {"$schema": {"type": "object", "required": ["a"]}}, "body.b": {"$not": {"$schema": {"type": "number"}}}}, "text": "fits"}, {"text": "other"}]}"#,
    ])
    try await Server.run(in: folder) { server in
      #expect(try await server.get("/u?b=%20&a").text == "/u?b=%20&a")
      #expect(try await server.get("/u?a&b=%20").status == 404)
      let session = try await server.session()
      #expect(try await server.get(session.path + "/u?b=%20&a").text == "/u?b=%20&a")
      #expect(try await server.get("/jar", fields: [CurlField("Cookie", "a=b; sid=1=2")]).text == "1=2|")
      #expect(try await server.get("/jar", fields: [CurlField("Cookie", "sid=1;sid=2")]).text == "second")
      #expect(try await server.send("POST", "/t", [], "a\"b").text == #"{"text":"a\"b"}"#)
      #expect(try await server.send("POST", "/t", [], "b").status == 404)
      #expect(try await server.get("/l?id=2&id=1").text == "pair")
      #expect(try await server.get("/l?id=1&id=2").text == "no x")
      #expect(try await server.get("/l?id=1&id=ax").text == "else")
      #expect(try await server.send("POST", "/fit", [], #"{"a":1}"#).text == "fits")
      #expect(try await server.send("POST", "/fit", [], #"{"a":1,"b":2}"#).text == "other")
      #expect(try await server.send("POST", "/fit", [], "text").text == "other")
    }
    try write([
      "schema":
        "{\"request\": {\"method\": \"GET\", \"path\": \"/fit\", \"when\": {\"body\": {\"$schema\":\n {\"type\": \"strin\"}}}}, \"responses\": [{\"body\": 1}]}"
    ])
    let run = try await Program.run(["validate"], in: folder)
    let line = run.outputLines.first { $0.hasPrefix("screens/_endpoints/schema.json:2:11: error: ") }
    #expect(run.status == 1 && line != nil, "\(run.output)")
  }

  @Test func `other methods and near paths are named`() async throws {
    try write([
      "login": #"{"request": {"method": "POST", "path": "/api/login"}, "responses": [{"body": {}}]}"#,
      "me": #"{"request": {"method": "GET", "path": "/api/users/{id}"}, "responses": [{"body": {}}]}"#,
      "later": #"{"request": {"method": "GET", "path": "/api/later"}, "responses": [], "proxy": true}"#,
    ])
    try await Server.run(in: folder) { server in
      let put = try await server.send("PUT", "/api/login", [], nil)
      #expect(put.status == 405 && put.value(of: "Allow") == "POST, OPTIONS")
      #expect(put.text.contains("POST /api/login is defined; this was PUT"))
      let near = try await server.get("/api/logn")
      #expect(near.status == 404 && near.text.contains("did you mean POST /api/login?"))
      #expect(try await server.get("/api/user/7").text.contains("did you mean GET /api/users/{id}?"))
      #expect(try await server.send("OPTIONS", "/api/login", [], nil).value(of: "Allow") == "POST, OPTIONS")
      let forwarded = try await server.get("/api/later")
      #expect(forwarded.status == 502 && forwarded.text.contains("/problems/no-upstream"))
      // Marquee's own paths are as ever.
      #expect(try await server.get("/health").status == 200)
      #expect(try await server.get("/admin/login").status == 401)
      #expect(try await server.get("/screens/lines").text == Lines.viewItems(["a"]))
    }
    try await Server.run(in: folder, ["--admin-token", Server.token, "--no-mock"]) { server in
      let answer = try await server.send("POST", "/api/login", [], nil)
      #expect(answer.status == 404)
    }
  }

  @Test func `delays and faults are those of the response, of rules and of scenarios`() async throws {
    try write([
      "slow":
        #"{"request": {"method": "GET", "path": "/api/slow"}, "responses": [{"delay": 60, "body": 1}]}"#,
      "gone":
        #"{"request": {"method": "GET", "path": "/api/gone"}, "responses": [{"fault": "empty", "body": 1}]}"#,
      "plain": #"{"request": {"method": "GET", "path": "/api/plain"}, "responses": [{"body": 1}]}"#,
    ])
    try folder.write(
      #"{"rules": [{"match": {"path": "/api/*"}, "status": 503}]}"#, to: "screens/_scenarios/down.json")
    try await Server.run(in: folder) { server in
      let began = ContinuousClock.now
      #expect(try await server.get("/api/slow").text == "1")
      #expect(ContinuousClock.now - began >= .milliseconds(60))
      let port = try #require(Int(server.port))
      let client = try #require(TestClient(port: port))
      client.send("GET /api/gone HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.receiveAll() == "" && client.ending == .end)
      let session = try await server.session()
      let rule = #"{"match": {"path": "/api/pl*", "condition": {"user": "ann"}, "nth": 2}, "status": 429}"#
      #expect(try await server.admin("PUT", "/mock/rules/limit", body: rule, in: session).status == 201)
      let path = session.path + "/api/plain?user=ann"
      #expect(try await server.get(path).status == 200)
      let limited = try await server.get(path)
      #expect(limited.status == 429 && limited.value(of: "Mock-Applied") == "limit")
      #expect(try await server.get("/api/plain?user=ann").status == 200)
      _ = try await server.admin("PUT", "/mock/scenario", body: #"{"name": "down"}"#, in: session)
      #expect(try await server.get(path).status == 503)
      #expect(try await server.get(session.path + "/screens/lines").status == 200)
    }
  }

  @Test func `the journal has bodies without secrets, and verify finds requests by path and method`()
    async throws
  {
    try write([
      "login":
        #"{"request": {"method": "POST", "path": "/api/login"}, "responses": [{"headers": {"Set-Cookie": "sid=abc"}, "body": {"token": "t0p-secret", "name": "{{body.name}}", "echo": "{{body.password}}"}}]}"#
    ])
    try await Server.run(in: folder) { server in
      _ = try await server.send(
        "POST", "/api/login?key=hidden",
        [CurlField("Content-Type", "application/json"), CurlField("Authorization", "Bearer opensesame")],
        #"{"name":"ann","password":"opensesame","nested":[{"api_key":"hush-hush"}]}"#)
      _ = try await server.send("PUT", "/api/login", [], nil)
      _ = try await server.get("/screens/lines")
      let listed = try await server.admin("GET", "/requests").text
      for secret in ["opensesame", "hush-hush", "t0p-secret", "hidden", "sid=abc"] {
        #expect(!listed.contains(secret), "\(secret)")
      }
      let requests = try #require(try JSONParser.parse(listed)["requests"]?.arrayValue)
      #expect(requests.map { $0["method"] } == ["GET", "PUT", "POST"])
      #expect(requests[2]["endpoint"] == "login" && requests[2]["path"] == "/api/login?key=…")
      #expect(requests[2]["requestBody"] == #"{"name":"ann","password":"…","nested":[{"api_key":"…"}]}"#)
      #expect(requests[2]["body"] == #"{"token":"…","name":"ann","echo":"…"}"#)
      func verify(_ match: String) async throws -> CurlResponse {
        try await server.admin("POST", "/requests/verify", body: #"{"match":\#(match)}"#)
      }
      #expect(
        try await verify(#"{"path":"/api/login","method":"POST","status":200}"#).text == #"{"count":1}"#)
      let missed = try JSONParser.parse(try await verify(#"{"path":"/api/login","method":"PATCH"}"#).text)
      #expect(missed["nearest"]?.arrayValue?.first?["differs"] == ["method": "PUT"])
      #expect(try await server.admin("GET", "/requests/count?path=/api/login").text == #"{"count":2}"#)
      let archive = try await server.admin("GET", "/requests/har").text
      #expect(!archive.contains("opensesame"))
      let entry = try JSONParser.parse(archive)["log"]?["entries"]?.arrayValue?.first
      #expect(entry?["request"]?["url"]?.stringValue?.hasSuffix("/api/login?key=%E2%80%A6") == true)
      #expect(entry?["request"]?["postData"]?["text"] == requests[2]["requestBody"])
      // A replay is of screens alone.
      let replay = try await server.admin(
        "POST", "/replay", body: #"{"against":"draft","route":"lines","requests":{"last":10}}"#)
      #expect(!replay.text.contains("api/login"))
    }
  }

  @Test func `files are watched, and the last valid one stays`() async throws {
    func endpoint(_ text: String) -> String {
      #"{"request": {"method": "GET", "path": "/api/v"}, "responses": [{"text": "\#(text)"}]}"#
    }
    try write(["v": endpoint("one")])
    let arguments = ["--admin-token", Server.token, "--watch"]
    try await Server.run(in: folder, arguments) { server in
      #expect(try await server.get("/api/v").text == "one")
      try write(["v": endpoint("{{query.")])
      try write(["w": endpoint("other").replacingOccurrences(of: "/api/v", with: "/api/w")])
      try await server.wait(for: "second endpoint") { try await $0.get("/api/w").text == "other" }
      #expect(try await server.get("/api/v").text == "one")
      try write(["v": endpoint("two")])
      try await server.wait(for: "changed endpoint") { try await $0.get("/api/v").text == "two" }
      try FileManager.default.removeItem(atPath: folder.path("screens/_endpoints/w.json"))
      try await server.wait(for: "removal") { try await $0.get("/api/w").status == 404 }
    }
  }

  @Test func `mistakes are found with file, line, column and hint`() async throws {
    try write([
      "a":
        "{\"request\": {\"method\": \"GET\", \"path\": \"/api/x/{id}\"},\n \"responses\": [{\"body\": {}}]}",
      "b":
        "{\"request\": {\"method\": \"GET\",\n \"path\": \"/api/x/{other}\"}, \"responses\": [{\"body\": {}}]}",
      "c":
        "{\"request\": {\"method\": \"GTE\", \"path\": \"/version\", \"when\": {\"quer.a\": 1}},\n \"responses\": [{\"body\": \"{{path.a}}\"},\n {\"stats\": 1, \"text\": \"{{=body}} and\"}], \"x\": 1}",
      "d": "{\"request\": {\"method\": \"GET\", \"path\": \"/e\"}, \"screen\": \"line\"}",
      "e": "{\"request\": {\"path\": \"/f\"}, \"collection\": {\"seed\": [{\"id\": 1}, {\"id\": \"1\"}]}}",
      "f": "{\"request\": {\"method\": \"GET\", \"path\": \"/g\"}, \"proxy\": true}",
    ])
    let run = try await Program.run(["validate"], in: folder)
    #expect(run.status == 1)
    let found = run.outputLines.filter { $0.hasPrefix("screens/") }
    #expect(
      found
        == [
          "screens/_endpoints/b.json:2:10: error: no request can tell GET /api/x/{other} apart from GET /api/x/{id} at screens/_endpoints/a.json:1:39; give one of them another path, or a \"when\"",
          "screens/_endpoints/c.json:1:24: error: \"method\" cannot be \"GTE\"; did you mean GET?",
          "screens/_endpoints/c.json:1:39: error: \"/version\" is Marquee's own; give it another first segment, such as /api/version",
          "screens/_endpoints/c.json:1:60: error: a request has no value \"quer.a\"; did you mean query?",
          "screens/_endpoints/c.json:2:25: error: the path has no placeholder {a}",
          "screens/_endpoints/c.json:3:2: error: no request gets this response: the one at /responses/0 has no \"when\"; write the response without \"when\" last",
          "screens/_endpoints/c.json:3:3: error: a response has no member \"stats\"; did you mean status?",
          "screens/_endpoints/c.json:3:23: error: {{=body}} is a whole string; write {{body}} within a text",
          "screens/_endpoints/c.json:3:42: error: an endpoint has no member \"x\"…",
          "screens/_endpoints/d.json:1:56: error: there is no screen \"line\"; did you mean lines?",
          "screens/_endpoints/e.json:1:71: error: the id \"1\" is repeated",
          "screens/_endpoints/f.json:1:55: warning: requests that no response answers get status 502: this server has no real backend",
        ].map { line in
          line.hasSuffix("…") ? found.first { $0.hasPrefix(line.dropLast()) } ?? line : line
        })
    let one = try await Program.run(["validate", "screens/_endpoints/a.json"], in: folder)
    #expect(one.status == 0)
  }
}

extension Server {
  func send(
    _ method: String, _ path: String, _ fields: [CurlField], _ body: String?
  ) async throws -> CurlResponse {
    try await CurlSession().response(
      to: CurlRequest(method, url + path, fields: fields, body: body.map { Array($0.utf8) }))
  }
}
