import JSONText
import Screens
import TestFolders
import Testing

/// Screens in pages: `"pages"` of a definition, cursors and links.
@Suite struct PageTests {
  private static let format = #"""
    {"screen":{"list":"$items","sections":"$sections","next":"$page.next?","cursor":"$page.cursor",
      "number":"$page.number","size":"$page.size","total":"$page.total","more":"$page.hasNext","v":"$version"},
     "section":{"id":"$id","header":"$header","list":"$items"},"item":{"id":"$id","text":"$content"}}
    """#

  private static func items(_ ids: some Sequence<Int>, more: String = "") -> String {
    ids.map { #"{"id":"i\#($0)","viewType":"TEXT","content":{"text":"\#($0)"}\#(more)}"# }
      .joined(separator: ",")
  }

  private static func screen(_ count: Int, size: Int = 20, more: String = "") -> String {
    #"{"format":"paged","pages":{"size":\#(size)},"items":[\#(items(1...count))]\#(more)}"#
  }

  private static func fixture(_ definition: String) throws -> APIFixture {
    try APIFixture(definition: definition, files: ["_formats/paged.json": format])
  }

  private static func next(_ response: APIFixture.Response) -> String? {
    guard let link = response.value(of: "link"), link.hasPrefix("<"), link.hasSuffix(">; rel=\"next\"")
    else { return nil }
    return String(link.dropFirst().dropLast(">; rel=\"next\"".count))
  }

  private static func ids(_ response: APIFixture.Response) throws -> [String] {
    try JSONParser.parse(response.bytes)["list"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
  }

  /// Follows the links from an address to the last page.
  private static func walk(
    _ address: String, in server: APIFixture, fields: [String] = [], between: () throws -> Void = {}
  ) throws -> (ids: [String], versions: Set<String>, pages: Int) {
    var all: [String] = []
    var versions: Set<String> = []
    var pages = 0
    var open: String? = address
    while let address = open {
      let page = try server.send(lines: ["GET \(address) HTTP/1.1"] + fields)
      #expect(page.status == 200, "\(address): \(page.body)")
      all += try ids(page)
      versions.insert(page.value(of: "screen-version") ?? "")
      pages += 1
      open = next(page)
      try between()
    }
    return (all, versions, pages)
  }

  @Test func `a walk sees each item once and one version, whatever is published meanwhile`() throws {
    let server = try Self.fixture(
      Self.screen(
        300,
        more: #"""
          ,"experiment":{"key":"e","variants":[{"key":"a"},
           {"key":"b","changes":[{"op":"move","id":"i300","before":"i1"}]}]}
          """#))
    var published = 0
    for user in 1...6 {
      let whole = try server.send("GET /screens/home?user=\(user) HTTP/1.1")
      let first = try #require(try Self.ids(whole).first)
      let found = try Self.walk("/screens/home?user=\(user)", in: server) {
        published += 1
        let body = Self.screen(290 + published % 7, size: 10 + published % 5)
        let put = try server.send(
          "PUT /admin/screens/home?allowReassignment=true HTTP/1.1", "Authorization: Bearer secret",
          body: user == 1 ? body : Self.screen(300 + published % 2))
        #expect(put.status == 200 || put.status == 201, "\(put.body)")
      }
      #expect(Set(found.ids).count == found.ids.count)
      #expect(found.ids.first == first)
      #expect(found.versions.count == 1)
      #expect(found.ids.count >= 290)
    }
  }

  @Test func `a page says which one it is, and where the next one is`() throws {
    let server = try Self.fixture(Self.screen(45))
    let first = try server.send("GET /screens/home HTTP/1.1")
    let body = try JSONParser.parse(first.bytes)
    let next = try #require(Self.next(first))
    #expect(body["next"]?.stringValue == next)
    #expect(next.hasPrefix("/screens/home?after=1.0.20.2."))
    #expect(body["cursor"]?.stringValue == next.split(separator: "=").last.map(String.init))
    #expect([body["number"], body["size"], body["total"]] == [1, 20, 45])
    #expect(body["more"] == true)
    #expect(first.value(of: "cache-control") == "no-cache")
    let second = try server.send("GET \(next) HTTP/1.1")
    #expect(second.value(of: "cache-control") == "public, max-age=31536000, immutable")
    #expect(try JSONParser.parse(second.bytes)["number"] == 2)
    let tag = try #require(second.value(of: "etag"))
    let unchanged = try server.send("GET \(next) HTTP/1.1", "If-None-Match: \(tag)")
    #expect(unchanged.status == 304)
    let last = try server.send("GET \(try #require(Self.next(second))) HTTP/1.1")
    let end = try JSONParser.parse(last.bytes)
    #expect(try Self.ids(last) == (41...45).map { "i\($0)" })
    #expect(end["next"] == .null)
    #expect(end["cursor"] == nil)
    #expect(end["more"] == false)
    #expect(Self.next(last) == nil)
  }

  @Test func `sections without an item on the page are left out`() throws {
    let server = try Self.fixture(
      """
      {"format":"paged","pages":{"size":3},"sections":[
        {"id":"a","header":"A","items":[\(Self.items(1...2))]},{"id":"none","items":[]},
        {"id":"b","header":"B","items":[\(Self.items(3...6))]}]}
      """)
    func sections(_ address: String) throws -> ([String], String?) {
      let page = try server.send("GET \(address) HTTP/1.1")
      let sections = try JSONParser.parse(page.bytes)["sections"]?.arrayValue ?? []
      return (
        sections.map { ($0["header"]?.stringValue ?? "") + "\($0["list"]?.arrayValue?.count ?? 0)" },
        Self.next(page)
      )
    }
    let (first, next) = try sections("/screens/home")
    #expect(first == ["A2", "B1"])
    #expect(try sections(try #require(next)) == (["B3"], nil))
  }

  @Test func `an app that cannot show all items gets whole pages of the others`() throws {
    let items = (1...9).map { number in
      number.isMultiple(of: 3)
        ? #"{"id":"i\#(number)","viewType":"NEW","content":{}}"# : Self.items([number])
    }
    let server = try APIFixture(
      definition: #"{"format":"paged","pages":{"size":2},"items":[\#(items.joined(separator: ","))]}"#,
      files: ["_formats/paged.json": Self.format, "_types/NEW.json": "{}"])
    let found = try Self.walk("/screens/home", in: server, fields: ["Accept-View-Types: TEXT"])
    #expect(found.ids == ["i1", "i2", "i4", "i5", "i7", "i8"])
    #expect(found.pages == 3)
    // What is left out is reported with the page that it would be on.
    let page = try server.send("GET /screens/home HTTP/1.1", "Accept-View-Types: TEXT")
    #expect(page.value(of: "screen-downgraded") == "i3=dropped")
  }

  @Test func `attributes that select items are part of the address`() throws {
    let server = try Self.fixture(
      """
      {"format":"paged","pages":{"size":2},"items":[
        \(Self.items(1...3, more: #","requires":{"country":"KR"}"#)),\(Self.items(4...6))]}
      """)
    #expect(
      try Self.walk("/screens/home?country=KR&format=paged", in: server).ids == (1...6).map { "i\($0)" })
    #expect(try Self.walk("/screens/home?user=1", in: server).ids == ["i4", "i5", "i6"])
  }

  @Test(.bug(id: "F57")) func `caches keep no page that a release or a group can change`() throws {
    let immutable = "public, max-age=31536000, immutable"
    let inGroup = #","requires":{"user":{"$inGroup":"staff"}}"#
    let server = try APIFixture(
      definition: #"""
        {"format":"paged","pages":{"size":2},"items":[
          \#(Self.items(1...3)),{"id":"new","viewType":"NEW","content":{}},\#(Self.items(4...5))]}
        """#,
      files: [
        "_formats/paged.json": Self.format, "_types/NEW.json": "{}", "_groups/staff.json": #"["1"]"#,
        "staff.json":
          #"{"format":"paged","pages":{"size":2},"items":[\#(Self.items(1...3)),\#(Self.items(4...6, more: inGroup))]}"#,
      ])
    func second(
      of first: String, _ fields: String...
    ) throws -> (ids: [String], caching: String?, address: String) {
      let next = try #require(Self.next(try server.send(lines: ["GET \(first) HTTP/1.1"] + fields)))
      let page = try server.send(lines: ["GET \(next) HTTP/1.1"] + fields)
      return (try Self.ids(page), page.value(of: "cache-control"), next)
    }
    func register(_ viewTypes: String) throws {
      let put = try server.send(
        "PUT /admin/releases/ios/1.0.0 HTTP/1.1", "Authorization: Bearer secret",
        body: #"{"viewTypes":[\#(viewTypes)]}"#)
      #expect(put.status == 200 || put.status == 201, "\(put.body)")
    }
    try register(#""TEXT","NEW""#)
    let asRelease = "Client-Release: ios/1.0.0"
    let before = try second(of: "/screens/home", asRelease)
    #expect(before.ids == ["i3", "new"])
    try register(#""TEXT""#)
    let after = try second(of: "/screens/home", asRelease)
    #expect(after.ids == ["i3", "i4"])
    #expect(after.address == before.address)
    #expect(before.caching == "no-cache")
    #expect(try second(of: "/screens/home?release=ios/1.0.0").caching == "no-cache")
    // It may be registered later.
    #expect(try second(of: "/screens/home", "Client-Release: ios/9.0.0").caching == "no-cache")
    // The view types of the request decide, so the release does not.
    #expect(try second(of: "/screens/home", asRelease, "Accept-View-Types: TEXT").caching == immutable)

    let member = try second(of: "/screens/staff?user=1")
    #expect(member.ids == ["i3", "i4"])
    try server.folder.write(#"["2"]"#, to: "screens/_groups/staff.json")
    let files = try FolderContents(reading: server.folder.path("screens"))
    #expect(try server.publisher.folder.importFiles(files).problems.isEmpty)
    let left = try server.send("GET \(member.address) HTTP/1.1")
    #expect(try Self.ids(left) == ["i3"])
    #expect(left.value(of: "cache-control") == "no-cache")
  }

  @Test func `only the first page counts an exposure, and a HEAD has the link`() throws {
    let folder = try ScreensFolder()
    let texts = (1...9).map { #"{"id":"i\#($0)","viewType":"ONE_LINE_TEXT","content":{"text1":"\#($0)"}}"# }
    try folder.write(
      #"""
      {"pages":{"size":4},"items":[\#(texts.joined(separator: ","))],
       "experiment":{"key":"e","variants":[{"key":"a"},{"key":"b","changes":[{"op":"remove","id":"i9"}]}]}}
      """#, to: "screens/feed.json")
    try FolderServer.run(in: folder) { server in
      func units() throws -> JSONValue? {
        try JSONParser.parse(try server.admin("GET", "/experiments/e/results").text)["units"]
      }
      let first = try server.get("/screens/feed?user=1")
      let link = try #require(first.value(of: "Link"))
      #expect(try server.head("/screens/feed?user=1").value(of: "Link") == link)
      #expect(try units() == 1)
      let next = try #require(link.firstMatch(of: /<([^>]*)>; rel="next"/)).output.1
      for user in 2...5 { #expect(try server.get("\(next)&user=\(user)").status == 200) }
      #expect(try units() == 1)
      #expect(try server.get("/screens/feed?user=2").status == 200)
      #expect(try units() == 2)
    }
  }

  @Test func `a cursor that no longer has its version is 410 with the first page`() throws {
    let server = try Self.fixture(Self.screen(30))
    let next = try #require(Self.next(try server.send("GET /screens/home HTTP/1.1")))
    for changed in [
      next.replacing("=1.", with: "=7."), next.dropLast(2) + "zz", next.replacing("=1.0", with: "=1.9"),
    ] {
      let expired = try server.send("GET \(changed) HTTP/1.1")
      #expect(expired.status == 410, "\(changed)")
      let problem = try JSONParser.parse(expired.bytes)
      #expect(expired.body.contains("page-expired"))
      #expect(problem["first"] == "/screens/home")
    }
    // Another wire format of the same name.
    let put = try server.send(
      "PUT /admin/formats/paged HTTP/1.1", "Authorization: Bearer secret",
      body: Self.format.replacing("\"v\"", with: "\"w\""))
    #expect(put.status == 200, "\(put.body)")
    #expect(try server.send("GET \(next) HTTP/1.1").status == 410)
    for wrong in ["x", "1", "true", "1.2.3", "-1.0.20.2.aa", "99999999999999999999.0.1.1.a"] {
      let refused = try server.send("GET /screens/home?after=\(wrong) HTTP/1.1")
      #expect(refused.status == 400, "\(wrong)")
      #expect(refused.body.contains("is not a cursor"))
    }
    #expect(try server.send("GET /screens/home?after= HTTP/1.1").status == 200)
  }

  @Test func `a screen without pages is one page, and its attribute keeps its meaning`() throws {
    let server = try Self.fixture(
      #"{"format":"paged","items":[\#(Self.items(1...2)),{"id":"x","viewType":"TEXT","content":{"text":""},"requires":{"after":"noon"}}]}"#
    )
    let one = try server.send("GET /screens/home?after=noon HTTP/1.1")
    let body = try JSONParser.parse(one.bytes)
    #expect([body["number"], body["size"], body["total"]] == [1, 3, 3])
    #expect(body["more"] == false)
    #expect(body["next"] == .null)
    #expect(one.value(of: "link") == nil)
  }

  @Test func `the address that caches keep names a later page, too`() throws {
    let server = try Self.fixture(Self.screen(30))
    let next = try #require(Self.next(try server.send("GET /screens/home HTTP/1.1")))
    let query = try #require(next.split(separator: "?").last)
    let arm = try JSONParser.parse(try server.send("GET /screens/home/arm?\(query) HTTP/1.1").bytes)
    let kept = try server.send("GET \(try #require(arm["url"]?.stringValue)) HTTP/1.1")
    #expect(kept.status == 200)
    #expect(kept.body == (try server.send("GET \(next) HTTP/1.1").body))
    #expect(kept.value(of: "cache-control") == "public, max-age=31536000, immutable")
  }

  @Test(arguments: [
    (#"{"size":0}"#, "/pages/size", "\"size\" cannot be 0"),
    (#"{"size":20,"parameter":"user"}"#, "/pages/parameter", "has another meaning"),
    (#"{"size":20,"parameter":"a b"}"#, "/pages/parameter", "cannot be \"parameter\""),
    (#"{"limit":20}"#, "/pages/limit", "did you mean size?"),
    (#"20"#, "/pages", "pages is an object"),
  ]) func `wrong pages are refused with their place`(pages: String, pointer: String, message: String) throws {
    let server = try Self.fixture(Self.screen(3))
    let refused = try server.send(
      "PUT /admin/screens/home HTTP/1.1", "Authorization: Bearer secret",
      body: #"{"format":"paged","pages":\#(pages),"items":[]}"#)
    #expect(refused.status == 422)
    #expect(refused.body.contains(pointer))
    let text = try JSONParser.parse(refused.bytes).text
    #expect(text.contains(JSONValue.string(message).text.dropFirst().dropLast()), "\(text)")
  }
}
