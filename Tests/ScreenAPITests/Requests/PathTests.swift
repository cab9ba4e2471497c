import ScreenAPI
import Synchronization
import Testing

@Suite struct PathTests {
  private static let definition = #"{"items":[{"id":"a","viewType":"TEXT","content":{"text":"1"}}]}"#
  private static let token = "Authorization: Bearer secret"

  @Test(arguments: [
    "/screens/%", "/screens/%2", "/screens/%zz", "/screens/%C0%AF", "/screens/%FF/explain",
    "/admin/screens/%zz", "/admin/%FF", "/assets/%zz", "/s/%zz", "/s/0123456789abcdef/%zz",
    "/screens/home/%2E%2e",
  ])
  func `a path that cannot be decoded is a 400`(path: String) throws {
    let api = try APIFixture(definition: Self.definition)
    for method in ["GET", "PUT", "OPTIONS"] {
      let response = try api.send("\(method) \(path) HTTP/1.1", Self.token)
      #expect(response.status == 400, "\(method)")
      #expect(response.body.contains("problems/malformed-path"), "\(method)")
    }
  }

  @Test(arguments: ["/screens/a%00", "/%7F", "/admin/screens/a%0A", "/s/0123456789abcdef/%01"])
  func `a path with a control character is a 404`(path: String) throws {
    let response = try APIFixture(definition: Self.definition).send("GET \(path) HTTP/1.1", Self.token)
    #expect(response.status == 404)
    #expect(response.body.contains("problems/not-found"))
    #expect(response.body.contains(path))
  }

  @Test func `an encoded slash does not separate segments of a route`() throws {
    let api = try APIFixture(definition: Self.definition)
    let put = try api.send("PUT /admin/screens/a/b HTTP/1.1", Self.token, body: Self.definition)
    #expect(put.status == 201)
    for (method, path) in [
      ("GET", "/screens/a%2Fb"), ("HEAD", "/screens/a%2fb"), ("GET", "/screens/a%2Fb/explain"),
      ("POST", "/screens/a%2Fb/explain"), ("GET", "/screens/a%2Fb/events"), ("GET", "/screens%2Fa/b"),
      ("GET", "/screens/a%2Fb?version=draft"), ("GET", "/screens/a/b%2Fexplain"),
      ("GET", "/admin/screens/a%2Fb"), ("GET", "/admin/screens/a%2Fb/versions"),
      ("HEAD", "/admin/screens/a%2Fb/draft"), ("GET", "/admin/releases/ios%2F1"),
    ] {
      #expect(try api.send("\(method) \(path) HTTP/1.1", Self.token).status == 404, "\(method) \(path)")
    }
  }

  @Test(arguments: [
    ("PUT", "/admin/screens/x%2Fy"), ("PUT", "/admin/screens/home%2Fdraft"),
    ("DELETE", "/admin/screens/a%2Fb"),
    ("PATCH", "/admin/screens/a%2Fb"), ("PUT", "/admin/screens/a%2Fb/draft"),
    ("POST", "/admin/screens/a%2Fb/publish"), ("DELETE", "/admin/screens/a%2Fb/items/a"),
  ])
  func `a write to a route with an encoded slash is a 400`(method: String, path: String) throws {
    let api = try APIFixture(definition: Self.definition)
    #expect(
      try api.send("PUT /admin/screens/a/b HTTP/1.1", Self.token, body: Self.definition).status == 201)
    let response = try api.send("\(method) \(path) HTTP/1.1", Self.token, body: Self.definition)
    #expect(response.status == 400)
    #expect(response.body.contains("%2F"))
    #expect(try api.send("GET /screens/x/y HTTP/1.1").status == 404)
    #expect(try api.send("GET /screens/a/b HTTP/1.1").status == 200)
    #expect(try api.send("GET /screens/home HTTP/1.1").status == 200)
  }

  @Test func `an encoded slash does not separate segments of an asset's path`() throws {
    let api = try APIFixture(
      definition: Self.definition, files: ["_assets/menu/noodles.txt": "noodles"])
    #expect(try api.send("GET /assets/menu/noodles.txt HTTP/1.1").body == "noodles")
    #expect(try api.send("GET /assets/menu%2Fnoodles.txt HTTP/1.1").status == 404)
    #expect(try api.send("GET /assets%2Fmenu/noodles.txt HTTP/1.1").status == 404)
  }

  @Test func `an encoded slash does not separate segments of a session's path`() throws {
    let api = try APIFixture(definition: Self.definition)
    let made = try api.send("POST /admin/sessions HTTP/1.1", Self.token)
    let text = try #require(made.body.firstMatch(of: #/"path":"([^"]+)"/#)?.1)
    let session = String(text)
    #expect(try api.send("GET \(session)/screens/home HTTP/1.1").status == 200)
    #expect(try api.send("GET \(session)/screens%2Fhome HTTP/1.1").status == 404)
    #expect(try api.send("GET \(session)%2Fscreens/home HTTP/1.1").status == 404)
    #expect(try api.send("GET /s%2F\(session.dropFirst(3))/screens/home HTTP/1.1").status == 404)
    #expect(try api.send("GET \(session)/screens/%zz HTTP/1.1").status == 400)
    #expect(
      try api.send("PUT \(session)/admin/screens/a%2Fb HTTP/1.1", Self.token, body: Self.definition).status
        == 400)
  }

  @Test(
    .bug(id: "F38"),
    arguments: [
      "/c/spring/admin/screens/home", "/c/spring/%61dmin/screens/home", "/c/spring/admin/screen%73/hom%65",
      "/c/%73pring/admin/screens/home", "/%63/spring/admin/screens/home",
    ])
  func `a write in a change set runs on the queue of writers, however its path is encoded`(
    path: String
  ) throws {
    let queued = Mutex(0)
    let api = try APIFixture(
      definition: Self.definition,
      offloadWrite: { work in
        queued.withLock { $0 += 1 }
        work()
      })
    let made = try api.send("POST /admin/changesets HTTP/1.1", Self.token, body: #"{"name":"spring"}"#)
    #expect(made.status == 201)
    // The view of the set is made now, so that the loop could run the write at once.
    #expect(try api.send("GET /c/spring/screens/home HTTP/1.1").status == 200)
    let before = queued.withLock(\.self)
    let changed = Self.definition.replacing(#""1""#, with: #""2""#)
    let written = try api.send("PUT \(path) HTTP/1.1", Self.token, body: changed)
    #expect(written.status == 200, "\(written.body)")
    #expect(queued.withLock(\.self) == before + 1)
    #expect(try api.send("GET /c/spring/screens/home HTTP/1.1").body.contains(#""2""#))
    #expect(try api.send("GET /screens/home HTTP/1.1").body.contains(#""1""#))
    #expect(try api.send("PUT \(path) HTTP/1.1", body: changed).status == 401)
  }

  @Test func `the prefix of a session may be encoded`() throws {
    let api = try APIFixture(definition: Self.definition)
    let made = try api.send("POST /admin/sessions HTTP/1.1", Self.token)
    let id = String(try #require(made.body.firstMatch(of: #/"path":"/s/([^"]+)"/#)?.1))
    #expect(
      try api.send("PUT /s/\(id)/admin/mock/rules/r HTTP/1.1", Self.token, body: #"{"status":503}"#).status
        == 201)
    let first = try #require(id.utf8.first)
    for path in ["/%73/\(id)", "/s/%\(String(first, radix: 16))\(id.dropFirst())"] {
      #expect(try api.send("GET \(path)/screens/home HTTP/1.1").status == 503, "\(path)")
    }
  }

  @Test(
    arguments: [
      ("/screens/home", "/screens/{route}"), ("/%73creens/home", "/screens/{route}"),
      ("/c/spring/%61dmin/screens/home", "/admin/screens/{route}"), ("/nothing", nil), ("/screens/%zz", nil),
    ] as [(String, String?)])
  func `the label of a path is that of the decoded one`(path: String, label: String?) {
    #expect(ScreenAPI.pathTemplate(of: path) == label)
  }
}
