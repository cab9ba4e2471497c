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
  ]) func `the arm follows from the parameters`(target: String, first: String) throws {
    let answer = try APIFixture(definition: Self.definition).answer("GET \(target) HTTP/1.1")
    #expect(answer.status == 200)
    #expect(answer.body.hasPrefix("{\"all\":[{\"id\":\"\(first)\""))
  }

  @Test func `the unit may come in a field, and the query wins`() throws {
    let api = try APIFixture(definition: Self.definition)
    let field = "Screen-User: 7"
    #expect(try api.answer("GET /screens/home?country=DE HTTP/1.1", field).body.contains("[{\"id\":\"b\""))
    #expect(
      try api.answer("GET /screens/home?country=DE&user= HTTP/1.1", field).body.contains("[{\"id\":\"a\""))
  }

  @Test(arguments: [
    ("GET /screens/home?user=1&user=2 HTTP/1.1", 400), ("GET /screens/home?version=x HTTP/1.1", 400),
    ("GET /screens/home?version=9 HTTP/1.1", 404), ("GET /screens/home?format=no HTTP/1.1", 400),
    ("GET /screens/home?variant=no HTTP/1.1", 404), ("GET /screens/hom HTTP/1.1", 404),
    ("GET /screens/home/../home HTTP/1.1", 400), ("GET /nowhere HTTP/1.1", 404),
    ("DELETE /screens/home HTTP/1.1", 405), ("GET /admin/screens/home HTTP/1.1", 401),
    ("OPTIONS /screens/home HTTP/1.1", 204), ("OPTIONS * HTTP/1.1", 204),
  ]) func `what can't be met has a status of its own`(line: String, status: Int) throws {
    #expect(try APIFixture(definition: Self.definition).answer(line).status == status)
  }

  @Test func `an admin's write is served by the next request`() throws {
    let api = try APIFixture(definition: Self.definition)
    let token = "Authorization: Bearer secret"
    let put = try api.answer("PUT /admin/screens/home/order HTTP/1.1", token, body: #"["b","a"]"#)
    #expect(put.status == 200)
    #expect(put.body == #"{"route":"home","version":2}"#)
    #expect(try api.answer("GET /screens/home HTTP/1.1").body.contains("[{\"id\":\"b\""))
    #expect(try api.answer("GET /screens/home?version=1 HTTP/1.1").body.contains("[{\"id\":\"a\""))
    #expect(try api.answer("PUT /admin/screens/home HTTP/1.1", "Authorization: Bearer no").status == 403)
    let refused = try api.answer("PUT /admin/screens/home/order HTTP/1.1", token, body: #"["b","c"]"#)
    #expect(refused.status == 422)
    #expect(refused.body.contains(#""code":"unknown-id","pointer":"/1","line":1,"column":6"#))
    #expect(refused.body.contains(#""code":"missing-id""#))
  }

  @Test func `a patch that is malformed and one that does not apply differ`() throws {
    let api = try APIFixture(definition: Self.definition)
    let token = "Authorization: Bearer secret"
    let type = "Content-Type: application/json-patch+json"
    func patch(_ body: String) throws -> Int {
      try api.answer("PATCH /admin/screens/home HTTP/1.1", token, type, body: body).status
    }
    #expect(try patch(#"[{"op":"spam","path":""}]"#) == 422)
    #expect(try patch(#"[{"op":"remove","path":"/nothing"}]"#) == 409)
    #expect(try patch(#"[{"op":"replace","path":"/items/0/content/text","value":5}]"#) == 422)
    #expect(try patch(#"[{"op":"replace","path":"/items/0/content/text","value":"9"}]"#) == 200)
    let merge = "Content-Type: application/merge-patch+json"
    let merged = try api.answer(
      "PATCH /admin/screens/home HTTP/1.1", token, merge, body: #"{"screenName":"New"}"#)
    #expect(merged.body == #"{"route":"home","version":3}"#)
    #expect(try api.answer("PATCH /admin/screens/home HTTP/1.1", token, body: "{}").status == 415)
  }

  @Test func `an order crosses sections, and each keeps its number of items`() throws {
    func item(_ id: String) -> String { #"{"id":"\#(id)","viewType":"TEXT","content":{"text":"\#(id)"}}"# }
    let sections = """
      [{"id":"s","items":[\(item("a")),\(item("b"))]},{"id":"t","items":[\(item("c"))]}]
      """
    let api = try APIFixture(definition: #"{"sections":\#(sections)}"#)
    let token = "Authorization: Bearer secret"
    let put = try api.answer("PUT /admin/screens/home/order HTTP/1.1", token, body: #"["c","b","a"]"#)
    #expect(put.body == #"{"route":"home","version":2}"#)
    let all = try api.answer("GET /screens/home HTTP/1.1").body
    #expect(
      all
        == #"{"all":[\#(["c", "b", "a"].map { #"{"id":"\#($0)","c":{"text":"\#($0)"}}"# }.joined(separator: ","))]}"#
    )
    let one = try api.answer("PUT /admin/screens/home/order?section=s HTTP/1.1", token, body: #"["b","c"]"#)
    #expect(one.body == #"{"route":"home","version":3}"#)
    #expect(
      try api.answer("PUT /admin/screens/home/order?section=x HTTP/1.1", token, body: "[]").status == 404)
  }

  @Test(arguments: [
    "DELETE /admin/screens/home", "PUT /admin/view-types/NEW", "POST /admin/screens/home/rollback",
  ])
  func `a dry run changes nothing`(line: String) throws {
    let api = try APIFixture(definition: Self.definition)
    let token = "Authorization: Bearer secret"
    _ = try api.answer("PUT /admin/screens/home/order HTTP/1.1", token, body: #"["b","a"]"#)
    let body = line.contains("rollback") ? #"{"version":1}"# : "true"
    #expect(try api.answer("\(line)?dryRun=true HTTP/1.1", token, body: body).status == 200)
    #expect(
      try api.answer("GET /admin/screens/home/versions HTTP/1.1", token).body.contains(#"[{"version":2"#))
    #expect(try api.answer("GET /view-types/NEW HTTP/1.1").status == 404)
    #expect(try api.answer("\(line)?limit=1 HTTP/1.1", token, body: body).status == 400)
  }

  @Test func `a version that was published is served whatever has become of its view types`() throws {
    let api = try APIFixture(definition: Self.definition)
    let token = "Authorization: Bearer secret"
    let next = #"{"items":[{"id":"n","viewType":"TEXT","content":{"text":"long enough"}}]}"#
    #expect(try api.answer("PUT /admin/screens/home HTTP/1.1", token, body: next).status == 200)
    let schema = #"{"type":"object","properties":{"text":{"minLength":5}}}"#
    #expect(try api.answer("PUT /admin/view-types/TEXT HTTP/1.1", token, body: schema).status == 200)
    #expect(try api.answer("GET /screens/home?version=1 HTTP/1.1").status == 200)
    let back = try api.answer("POST /admin/screens/home/rollback HTTP/1.1", token, body: #"{"version":1}"#)
    #expect(back.status == 422)
    let short = schema.replacing("5", with: "99")
    #expect(try api.answer("PUT /admin/view-types/TEXT HTTP/1.1", token, body: short).status == 409)
  }

  @Test(arguments: [
    ("application/json;charset=utf-8", 200), ("text/html", 406), ("text/html, */*;q=0.1", 200),
    ("application/*; q=0.5", 200), ("application/json;q=0", 406), ("", 200),
  ]) func `Accept that excludes JSON is refused`(accept: String, status: Int) throws {
    let api = try APIFixture(definition: Self.definition)
    #expect(try api.answer("GET /screens/home HTTP/1.1", "Accept: \(accept)").status == status)
  }
}
