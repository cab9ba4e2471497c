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
}
