import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Endpoints that requests set, and what of a request decides which one answers.
@Suite final class EndpointChangeTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
    try folder.write(
      #"{"request": {"method": "GET", "path": "/api/hello"}, "responses": [{"text": "file"}]}"#,
      to: "screens/_endpoints/hello.json")
  }

  private static func hello(_ text: String, path: String = "/api/hello") -> String {
    #"{"request": {"method": "GET", "path": "\#(path)"}, "responses": [{"text": "\#(text)"}]}"#
  }

  @Test func `an endpoint of a request wins until it is deleted, and in a session it is the session's`()
    async throws
  {
    try await Server.run(in: folder) { server in
      let made = try await server.admin("PUT", "/mock/endpoints/own", body: Self.hello("own"))
      #expect(made.status == 201 && made.text == #"{"name":"own"}"#, "\(made.text)")
      #expect(try await server.get("/api/hello").text == "own")
      let replaced = try await server.admin(
        "PUT", "/mock/endpoints/hello", body: Self.hello("new", path: "/b"))
      #expect(replaced.status == 200)
      #expect(try await server.get("/b").text == "new")

      let session = try await server.session()
      _ = try await server.admin("PUT", "/mock/endpoints/own", body: Self.hello("test"), in: session)
      #expect(try await server.get(session.path + "/api/hello").text == "test")
      #expect(try await server.get("/api/hello").text == "own")

      let listed = try JSONParser.parse(try await server.admin("GET", "/mock/endpoints").text)
      #expect(listed["endpoints"]?.arrayValue?.map { $0["name"] } == ["hello", "own"])
      #expect(listed["endpoints"]?.arrayValue?.map { $0["source"] } == ["api", "api"])
      #expect(try await server.admin("DELETE", "/mock/endpoints/own").status == 200)
      #expect(try await server.get("/api/hello").status == 404)
      #expect(try await server.admin("DELETE", "/mock/endpoints/hello").status == 200)
      #expect(try await server.get("/api/hello").text == "file")
      let gone = try await server.admin("DELETE", "/mock/endpoints/hello")
      #expect(gone.status == 404 && gone.text.contains("_endpoints/hello.json is a file"))
      let audit = try await server.admin("GET", "/audit").text
      #expect(audit.contains("set-mock-endpoint") && audit.contains("delete-mock-endpoint"))
    }
  }

  @Test func `a wrong endpoint is refused with its place, and changes nothing`() async throws {
    try await Server.run(in: folder) { server in
      let wrong = try await server.admin(
        "PUT", "/mock/endpoints/own",
        body:
          "{\"request\": {\"method\": \"GET\", \"path\": \"/api/x\"},\n \"responses\": [{\"text\": \"{{path.id}}\"}]}"
      )
      let error = try JSONParser.parse(wrong.text)["errors"]?.arrayValue?.first
      #expect(wrong.status == 422 && error?["line"] == 2, "\(wrong.text)")
      #expect(error?["message"]?.stringValue == "the path has no placeholder {id}")
      _ = try await server.admin("PUT", "/mock/endpoints/one", body: Self.hello("1", path: "/api/{a}"))
      let same = try await server.admin("PUT", "/mock/endpoints/two", body: Self.hello("2", path: "/api/{b}"))
      #expect(same.status == 422 && same.text.contains("the endpoint one, GET /api/{a}"), "\(same.text)")
      #expect(try await server.get("/api/x").text == "1")
      let tag = try #require(try await server.admin("GET", "/mock/endpoints/one").value(of: "ETag"))
      let rename = Self.hello("1", path: "/api/renamed/{a}")
      let stale = try await server.admin(
        "PUT", "/mock/endpoints/one", body: rename, fields: [CurlField("If-Match", "\"other\"")])
      #expect(stale.status == 412)
      #expect(try await server.get("/api/x").text == "1")
      let renamed = try await server.admin(
        "PUT", "/mock/endpoints/one", body: rename, fields: [CurlField("If-Match", tag)])
      #expect(renamed.status == 200, "\(renamed.text)")
      #expect(try await server.get("/api/renamed/x").text == "1")
      // 16 MiB together.
      let large = Self.hello(String(repeating: "x", count: 900_000), path: "/api/large")
      var statuses: [Int] = []
      for number in 0..<7 {
        let body = large.replacing("/api/large", with: "/api/large/\(number)")
        statuses.append(try await server.admin("PUT", "/mock/endpoints/large\(number)", body: body).status)
      }
      #expect(statuses == [201, 201, 201, 201, 201, 201, 422])
    }
    let off = ["--admin-token", Server.token, "--no-mock"]
    try await Server.run(in: folder, off) { server in
      let refused = try await server.admin("PUT", "/mock/endpoints/own", body: Self.hello("own"))
      #expect(refused.status == 409)
    }
  }

  @Test func `a request is judged by each endpoint of its path`() async throws {
    let endpoints = [
      "vip": #"""
      {"request": {"method": "POST", "path": "/api/login", "when": {"query.tag.1": "vip", "headers.x-app": "ios"}},
       "responses": [{"status": 201}]}
      """#,
      "strict": #"""
      {"request": {"method": "POST", "path": "/api/login", "body": {"type": "object", "required": ["name"]}},
       "responses": [{"when": {"body.name": "locked"}, "status": 403}, {"when": {"state.open": true}}]}
      """#,
      "any": #"{"request": {"method": "POST", "path": "/api/{page}"}, "responses": [{"status": 202}]}"#,
      "read": #"{"request": {"method": "GET", "path": "/api/login"}, "responses": [{}]}"#,
    ]
    for (name, text) in endpoints { try folder.write(text, to: "screens/_endpoints/\(name).json") }
    try await Server.run(in: folder) { server in
      func verdicts(_ body: String) async throws -> (JSONValue, [String]) {
        let answer = try await server.admin("POST", "/mock/match", body: body)
        let json = try JSONParser.parse(answer.text)
        return (
          json,
          (json["candidates"]?.arrayValue ?? []).map {
            "\($0["name"]?.stringValue ?? ""): \($0["verdict"]?.stringValue ?? ""), \($0["reason"]?.stringValue ?? "")"
          }
        )
      }
      let vip = try await verdicts(
        #"{"method": "POST", "path": "/api/login?tag=a&tag=vip", "headers": {"X-App": "ios"}, "body": "{\"name\": 1}"}"#
      )
      #expect(vip.0["answers"] == "vip" && vip.0["status"] == 201)
      #expect(
        vip.1 == [
          "vip: answers, It answers.", "strict: later, It matches, too, and is tried later.",
          "read: method, It is for GET.", "any: later, It matches, too, and is tried later.",
        ])
      let plain = try await verdicts(
        #"{"method": "POST", "path": "/api/login?tag=a&tag=b", "headers": {"X-App": "ios"}, "body": "{\"name\": 1}"}"#
      )
      // The first endpoint without a response ends the search, as for the request itself.
      #expect(plain.0["answers"] == .null && plain.0["status"] == 404)
      #expect(
        plain.1.prefix(2) == [
          #"vip: condition, Its condition does not hold: query.tag.1 is "b", and "vip" is asked for."#,
          #"strict: response, No condition of its responses holds: response 1: body.name is 1, and "locked" is asked for; response 2: there is no state.open, and true is asked for."#,
        ])
      let sent = try await server.send(
        "POST", "/api/login?tag=a", [CurlField("Content-Type", "application/json")], #"{"name": 1}"#)
      #expect(sent.status == 404)
      let unfit = try await verdicts(#"{"method": "POST", "path": "/api/login", "body": "{}"}"#)
      #expect(unfit.0["answers"] == "any", "\(unfit.0.text)")
      #expect(unfit.1[1].hasPrefix("strict: body, The body does not fit its schema: "))
      let far = try await verdicts(#"{"method": "GET", "path": "/none"}"#)
      #expect(far.0["status"] == 404 && far.0["candidates"] == [])
      let near = try await verdicts(#"{"method": "GET", "path": "/apj/login"}"#)
      #expect(near.1.count == 1 && near.1[0].contains(": path, Its path is /api/"))
      let broken = try await verdicts(#"{"method": "G T", "path": "/api/login"}"#)
      #expect(
        broken.0["status"] == 400 && broken.0["note"]?.stringValue?.contains("not valid in HTTP") == true)
      let own = try await verdicts(#"{"method": "GET", "path": "/screens/home"}"#)
      #expect(own.0["status"] == .null && own.0["note"] == "Marquee itself has this path.")
      let wrongBody = try await verdicts(
        #"{"method": "POST", "path": "/api/login", "headers": {"Content-Type": "application/json"}, "body": "{"}"#
      )
      #expect(wrongBody.0["status"] == 400 && wrongBody.0["note"] != nil)
      let preflight = try await verdicts(#"{"method": "OPTIONS", "path": "/api/login"}"#)
      #expect(preflight.0["status"] == 204)
    }
  }

  @Test func `the state and collections can be replaced`() async throws {
    try folder.write(
      #"{"request": {"path": "/api/posts"}, "collection": {"seed": [{"id": 1}], "schema": {"properties": {"title": {"type": "string"}}}}}"#,
      to: "screens/_endpoints/posts.json")
    try folder.write(
      #"{"request": {"method": "GET", "path": "/api/me"}, "responses": [{"body": "{{=state.user}}"}]}"#,
      to: "screens/_endpoints/me.json")
    try await Server.run(in: folder) { server in
      let set = try await server.admin(
        "PUT", "/mock/state",
        body: #"{"state": {"user": {"name": "ann"}}, "collections": {"posts": [{"id": 7, "title": "a"}]}}"#)
      #expect(set.status == 200, "\(set.text)")
      #expect(try await server.get("/api/me").text == #"{"name":"ann"}"#)
      #expect(try await server.get("/api/posts").text == #"[{"id":7,"title":"a"}]"#)
      let wrong = try await server.admin(
        "PUT", "/mock/state",
        body: #"{"state": {}, "collections": {"posts": [{"id": 7, "title": 1}, {}], "post": []}}"#)
      let messages = try JSONParser.parse(wrong.text)["errors"]?.arrayValue?.map {
        $0["message"]?.stringValue
      }
      #expect(wrong.status == 422 && messages?.count == 3, "\(wrong.text)")
      #expect(messages?.contains("an item needs the member \"id\"") == true)
      #expect(messages?.contains("no collection has the name \"post\"") == true)
      #expect(try await server.get("/api/me").text == #"{"name":"ann"}"#)
      let large = #"{"state": {"x": "\#(String(repeating: "x", count: 1_000_000))"}}"#
      #expect(try await server.admin("PUT", "/mock/state", body: large).status == 200)
      let more =
        #"{"collections": {"posts": [{"id": 1, "title": "\#(String(repeating: "x", count: 100_000))"}]}}"#
      #expect(try await server.admin("PUT", "/mock/state", body: more).status == 507)
      let audit = try await server.admin("GET", "/audit").text
      #expect(audit.components(separatedBy: "set-mock-state").count == 3, "\(audit)")
      let tag = try #require(try await server.admin("GET", "/mock/state").value(of: "ETag"))
      #expect(try await server.admin("DELETE", "/mock/state").status == 200)
      let stale = try await server.admin(
        "PUT", "/mock/state", body: #"{"state": {"late": 1}}"#, fields: [CurlField("If-Match", tag)])
      #expect(stale.status == 412)
      #expect(try await server.get("/api/posts").text == #"[{"id":1}]"#)
    }
  }

  @Test func `secrets are not in the journal, however a response repeats them`() async throws {
    try folder.write(
      #"""
      {"request": {"method": "POST", "path": "/api/echo"}, "responses": [{"headers": {"X-Url": "{{url}}"},
        "body": {"text": "{{text}}", "url": "{{url}}", "sid": "{{cookies.sid}}"}}]}
      """#, to: "screens/_endpoints/echo.json")
    try await Server.run(in: folder) { server in
      let form = [CurlField("Content-Type", "application/x-www-form-urlencoded")]
      let sent: [(query: String, fields: [CurlField], body: String)] = [
        ("", form, #"{"password":"hunter2-json"}"#), ("", form, "password=hunter%32-form"),
        ("?token=hunter2+%7equery", [], "x"), ("", [CurlField("Cookie", "a=b; sid=hunter2-cookie")], "x"),
        ("", [CurlField("Content-Type", "application/json")], #"{"password":"\u0068unter2-escaped"}"#),
      ]
      for (query, fields, body) in sent {
        let answer = try await server.send("POST", "/api/echo" + query, fields, body)
        #expect(answer.status == 200 && answer.text.contains("unter"), "\(answer.text)")
      }
      let journal = try await server.admin("GET", "/requests?path=/api/echo").text
      #expect(try JSONParser.parse(journal)["requests"]?.arrayValue?.count == sent.count)
      for trace in ["hunter", "unter2", "%32-form", "%7equery"] {
        #expect(!journal.contains(trace), "\(journal)")
      }
    }
  }

  @Test func `endpoints of files and of requests follow changed groups`() async throws {
    try folder.write(#"["ann"]"#, to: "screens/_groups/staff.json")
    let condition = #""when": {"query.u": {"$inGroup": "staff"}}"#
    try folder.write(
      #"{"request": {"method": "GET", "path": "/f", \#(condition)}, "responses": [{"text": "file"}]}"#,
      to: "screens/_endpoints/f.json")
    try await Server.run(in: folder) { server in
      let set = try await server.admin(
        "PUT", "/mock/endpoints/g",
        body: #"{"request": {"method": "GET", "path": "/g", \#(condition)}, "responses": [{"text": "set"}]}"#)
      #expect(set.status == 201, "\(set.text)")
      for path in ["/f", "/g"] { #expect(try await server.get(path + "?u=ann").status == 200) }
      try await server.makeSet("s1")
      let content = try await server.admin(
        "PUT", "/changesets/s1/content", body: #"{"groups": {"staff": ["bob"]}}"#)
      #expect(content.status == 200, "\(content.text)")
      let published = try await server.admin("POST", "/changesets/s1/publish", body: "{}")
      #expect(published.status == 200, "\(published.text)")
      for path in ["/f", "/g"] {
        #expect(try await server.get(path + "?u=bob").status == 200, "\(path)")
        #expect(try await server.get(path + "?u=ann").status == 404, "\(path)")
      }
    }
  }

  @Test func `placeholders make at most 16 MiB of a request`() async throws {
    let body = "[" + Array(repeating: #""{{=body}}""#, count: 40).joined(separator: ",") + "]"
    try folder.write(
      #"{"request": {"method": "POST", "path": "/api/echo"}, "responses": [{"body": \#(body)}]}"#,
      to: "screens/_endpoints/echo.json")
    try folder.write(
      #"{"request": {"method": "POST", "path": "/api/text"}, "responses": [{"text": "\#(String(repeating: "{{body.a}}", count: 40))"}]}"#,
      to: "screens/_endpoints/text.json")
    try await Server.run(in: folder) { server in
      let json = [CurlField("Content-Type", "application/json")]
      let small = #"{"a":"\#(String(repeating: "x", count: 100_000))"}"#
      let large = #"{"a":"\#(String(repeating: "x", count: 500_000))"}"#
      for path in ["/api/echo", "/api/text"] {
        let fits = try await server.send("POST", path, json, small)
        #expect(fits.status == 200 && fits.body.count >= 4_000_000)
        let refused = try await server.send("POST", path, json, large)
        #expect(
          refused.status == 507 && refused.text.contains("16777216 bytes"), "\(refused.text.prefix(300))")
      }
    }
  }
}
