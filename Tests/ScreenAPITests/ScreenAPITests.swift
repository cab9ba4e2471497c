import JSONText
import Testing

@Suite struct ScreenAPITests {
  private static let definition = """
    {"items":[{"id":"a","viewType":"TEXT","content":{"text":"1"}},{"id":"b","viewType":"TEXT","content":{"text":"2"}}],
     "experiment":{"key":"e","condition":{"country":"DE"},"variants":[{"key":"x","weight":0},
      {"key":"y","weight":1,"order":["b","a"]}]}}
    """

  @Test(arguments: [
    ("/screens/home", "a"), ("/screens/home?user=1", "a"), ("/screens/home?user=1&country=DE", "b"),
    ("/screens/home?country=DE&user=1", "b"), ("/screens/home?country=DE", "a"),
    ("/screens/home?user=&country=DE", "a"), ("/screens/home?country=FR&user=1", "a"),
    ("/screens/home?variant=y", "b"), ("/screens/h%6Fme?user=1&country=%44E", "b"),
  ]) func `the parameters select the combination`(target: String, first: String) throws {
    let response = try APIFixture(definition: Self.definition).send("GET \(target) HTTP/1.1")
    #expect(response.status == 200)
    #expect(response.body.hasPrefix("{\"all\":[{\"id\":\"\(first)\""))
  }

  @Test func `the unit can be in a field, and the query takes precedence`() throws {
    let api = try APIFixture(definition: Self.definition)
    let field = "Screen-User: 7"
    #expect(try api.send("GET /screens/home?country=DE HTTP/1.1", field).body.contains("[{\"id\":\"b\""))
    #expect(
      try api.send("GET /screens/home?country=DE&user= HTTP/1.1", field).body.contains("[{\"id\":\"a\""))
  }

  @Test(arguments: [
    ("GET /screens/home?user=1&user=2 HTTP/1.1", 400), ("GET /screens/home?version=x HTTP/1.1", 400),
    ("GET /screens/home?version=9 HTTP/1.1", 404), ("GET /screens/home?format=no HTTP/1.1", 400),
    ("GET /screens/home?variant=no HTTP/1.1", 404), ("GET /screens/hom HTTP/1.1", 404),
    ("GET /screens/home/../home HTTP/1.1", 400), ("GET /nowhere HTTP/1.1", 404),
    ("DELETE /screens/home HTTP/1.1", 405), ("GET /admin/screens/home HTTP/1.1", 401),
    ("OPTIONS /screens/home HTTP/1.1", 204), ("OPTIONS * HTTP/1.1", 204),
  ]) func `each impossible request has its own status`(line: String, status: Int) throws {
    #expect(try APIFixture(definition: Self.definition).send(line).status == status)
  }

  @Test func `the request after a write gets the new version`() throws {
    let api = try APIFixture(definition: Self.definition)
    let token = "Authorization: Bearer secret"
    let put = try api.send("PUT /admin/screens/home/order HTTP/1.1", token, body: #"["b","a"]"#)
    #expect(put.status == 200)
    #expect(put.body == #"{"route":"home","version":2}"#)
    #expect(try api.send("GET /screens/home HTTP/1.1").body.contains("[{\"id\":\"b\""))
    #expect(try api.send("GET /screens/home?version=1 HTTP/1.1").body.contains("[{\"id\":\"a\""))
    #expect(try api.send("PUT /admin/screens/home HTTP/1.1", "Authorization: Bearer no").status == 403)
    let refused = try api.send("PUT /admin/screens/home/order HTTP/1.1", token, body: #"["b","c"]"#)
    #expect(refused.status == 422)
    #expect(refused.body.contains(#""code":"unknown-id","pointer":"/1","line":1,"column":6"#))
    #expect(refused.body.contains(#""code":"missing-id""#))
  }

  @Test func `a malformed patch and one that does not apply are different problems`() throws {
    let api = try APIFixture(definition: Self.definition)
    let token = "Authorization: Bearer secret"
    let type = "Content-Type: application/json-patch+json"
    func patch(_ body: String) throws -> Int {
      try api.send("PATCH /admin/screens/home HTTP/1.1", token, type, body: body).status
    }
    #expect(try patch(#"[{"op":"spam","path":""}]"#) == 422)
    #expect(try patch(#"[{"op":"remove","path":"/nothing"}]"#) == 409)
    #expect(try patch(#"[{"op":"replace","path":"/items/0/content/text","value":5}]"#) == 422)
    #expect(try patch(#"[{"op":"replace","path":"/items/0/content/text","value":"9"}]"#) == 200)
    let merge = "Content-Type: application/merge-patch+json"
    let merged = try api.send(
      "PATCH /admin/screens/home HTTP/1.1", token, merge, body: #"{"screenName":"New"}"#)
    #expect(merged.body == #"{"route":"home","version":3}"#)
    #expect(try api.send("PATCH /admin/screens/home HTTP/1.1", token, body: "{}").status == 415)
  }

  @Test func `an order can move items between sections, which keep their numbers of items`() throws {
    func item(_ id: String) -> String { #"{"id":"\#(id)","viewType":"TEXT","content":{"text":"\#(id)"}}"# }
    let sections = """
      [{"id":"s","items":[\(item("a")),\(item("b"))]},{"id":"t","items":[\(item("c"))]}]
      """
    let api = try APIFixture(definition: #"{"sections":\#(sections)}"#)
    let token = "Authorization: Bearer secret"
    let put = try api.send("PUT /admin/screens/home/order HTTP/1.1", token, body: #"["c","b","a"]"#)
    #expect(put.body == #"{"route":"home","version":2}"#)
    let all = try api.send("GET /screens/home HTTP/1.1").body
    #expect(
      all
        == #"{"all":[\#(["c", "b", "a"].map { #"{"id":"\#($0)","c":{"text":"\#($0)"}}"# }.joined(separator: ","))]}"#
    )
    let one = try api.send("PUT /admin/screens/home/order?section=s HTTP/1.1", token, body: #"["b","c"]"#)
    #expect(one.body == #"{"route":"home","version":3}"#)
    #expect(
      try api.send("PUT /admin/screens/home/order?section=x HTTP/1.1", token, body: "[]").status == 404)
  }

  /// Percent-encoded: `%ED%9A%8C` is one Hangul syllable.
  @Test(arguments: [
    ("GET /screens/home/explain?user=42", "", true), ("GET /screens/home/explain", "", true),
    ("GET /screens/home/explain?user=%ED%9A%8C", "", false),
    ("POST /screens/home/explain", #"{"user":"42","country":"한국"}"#, true),
    ("POST /screens/home/explain", #"{"user":"é"}"#, false),
    ("POST /screens/home/explain?user=%ED%9A%8C", #"{"user":42}"#, true),
  ])
  func `explain says whether all SDKs hash the unit in the same way`(
    line: String, body: String, isPortable: Bool
  ) throws {
    let api = try APIFixture(definition: Self.definition)
    let explained = try JSONParser.parse(try api.send("\(line) HTTP/1.1", body: body).body)
    #expect(explained["portable"] == .bool(isPortable))
    #expect(explained["experiments"]?.arrayValue?.map { $0["portable"] } == [.bool(isPortable)])
    let plain = try APIFixture(definition: #"{"items":[]}"#)
    let unhashed = try JSONParser.parse(try plain.send("\(line) HTTP/1.1", body: body).body)
    #expect(unhashed["portable"] == .bool(isPortable))
  }

  @Test func `a seed that is not ASCII is not portable for any unit`() throws {
    let definition = #"{"items":[],"experiment":{"key":"e","seed":"é","variants":[{"key":"x"},{"key":"y"}]}}"#
    let api = try APIFixture(definition: definition)
    for query in ["", "?user=42"] {
      let explained = try JSONParser.parse(try api.send("GET /screens/home/explain\(query) HTTP/1.1").body)
      #expect(explained["portable"] == false)
    }
    let field = try api.send("GET /screens/home/explain HTTP/1.1", "Screen-User: 42")
    #expect(try JSONParser.parse(field.body)["unit"] == "42")
  }

  @Test func `schemas of a view type are nested at most 64 deep`() throws {
    let api = try APIFixture(definition: Self.definition)
    func put(_ depth: Int) throws -> APIFixture.Response {
      let open = String(repeating: #"{"properties":{"a":"#, count: depth)
      return try api.send(
        "PUT /admin/view-types/DEEP HTTP/1.1", "Authorization: Bearer secret",
        body: open + "true" + String(repeating: "}}", count: depth))
    }
    let refused = try put(65)
    #expect(refused.status == 422)
    #expect(refused.body.contains("nested deeper than 64 schemas"))
    #expect(try put(64).status == 201)
  }

  @Test(arguments: [
    "DELETE /admin/screens/home", "PUT /admin/view-types/NEW", "POST /admin/screens/home/rollback",
  ])
  func `a dry run changes nothing`(line: String) throws {
    let api = try APIFixture(definition: Self.definition)
    let token = "Authorization: Bearer secret"
    _ = try api.send("PUT /admin/screens/home/order HTTP/1.1", token, body: #"["b","a"]"#)
    let body = line.contains("rollback") ? #"{"version":1}"# : "true"
    #expect(try api.send("\(line)?dryRun=true HTTP/1.1", token, body: body).status == 200)
    #expect(
      try api.send("GET /admin/screens/home/versions HTTP/1.1", token).body.contains(#"[{"version":2"#))
    #expect(try api.send("GET /view-types/NEW HTTP/1.1").status == 404)
    #expect(try api.send("\(line)?limit=1 HTTP/1.1", token, body: body).status == 400)
  }

  @Test func `a published version is served even if its view types have changed`() throws {
    let api = try APIFixture(definition: Self.definition)
    let token = "Authorization: Bearer secret"
    let next = #"{"items":[{"id":"n","viewType":"TEXT","content":{"text":"long enough"}}]}"#
    #expect(try api.send("PUT /admin/screens/home HTTP/1.1", token, body: next).status == 200)
    let schema = #"{"type":"object","properties":{"text":{"minLength":5}}}"#
    #expect(try api.send("PUT /admin/view-types/TEXT HTTP/1.1", token, body: schema).status == 200)
    #expect(try api.send("GET /screens/home?version=1 HTTP/1.1").status == 200)
    let back = try api.send("POST /admin/screens/home/rollback HTTP/1.1", token, body: #"{"version":1}"#)
    #expect(back.status == 422)
    let short = schema.replacing("5", with: "99")
    #expect(try api.send("PUT /admin/view-types/TEXT HTTP/1.1", token, body: short).status == 409)
  }

  @Test(arguments: [
    ("application/json;charset=utf-8", 200), ("text/html", 406), ("text/html, */*;q=0.1", 200),
    ("application/*; q=0.5", 200), ("application/json;q=0", 406), ("", 200),
    (#"text/html;foo="bar\"", application/json"#, 200), (#"text/html;foo="x, application/json""#, 406),
    (#"text/html;foo="x;charset=y", application/json; charset="utf-8""#, 200),
  ]) func `Accept that excludes JSON is refused`(accept: String, status: Int) throws {
    let api = try APIFixture(definition: Self.definition)
    #expect(try api.send("GET /screens/home HTTP/1.1", "Accept: \(accept)").status == status)
  }
}
