import JSONText
import Testing

@testable import ScreenAPI

/// Compressed responses, entity tags of lists, and their pages.
@Suite struct ContentCodingTests {
  private static let token = "Authorization: Bearer secret"
  private static let gzip = "Accept-Encoding: gzip, deflate, br"
  private static let long = String(repeating: "A long line of text. ", count: 100)

  private static func definition(_ text: String) -> String {
    #"{"items":[{"id":"a","viewType":"TEXT","content":{"text":"\#(text)"}}]}"#
  }

  /// A server with 30 screens and some assets.
  private func fixture() throws -> APIFixture {
    var files = [
      "_types/LONG.json": #"{"type":"object","description":"\#(Self.long)"}"#,
      "_formats/long.json": #"{"description":"\#(Self.long)","screen":"$items","item":"$content"}"#,
      "_previews/LONG.json": #"{"text":"long"}"#, "_previews/TEXT.json": #"{"text":"$text"}"#,
      "_assets/long.txt": Self.long, "_assets/long.svg": "<svg>\(Self.long)</svg>",
      "_assets/long.gif": "GIF89a" + Self.long, "_assets/short.txt": "short",
    ]
    for number in 10..<40 { files["s\(number).json"] = Self.definition("\(number)") }
    return try APIFixture(definition: Self.definition("1"), files: files)
  }

  @Test(arguments: [
    "/screens", "/view-types", "/view-types/LONG", "/formats", "/formats/long", "/openapi.json",
    "/assets/long.txt", "/assets/long.svg",
  ]) func `a large text is compressed for clients that prefer gzip, with its own entity tag`(
    path: String
  ) throws {
    let api = try fixture()
    let line = "GET \(path) HTTP/1.1"
    let plain = try api.send(line)
    let coded = try api.send(line, Self.gzip)
    #expect(plain.status == 200 && coded.status == 200)
    #expect(plain.value(of: "content-encoding") == nil)
    #expect(coded.value(of: "content-encoding") == "gzip")
    #expect(plain.value(of: "vary") == "Accept-Encoding")
    #expect(coded.value(of: "vary") == "Accept-Encoding")
    #expect(plain.bytes.count > 1024 && coded.bytes.count < plain.bytes.count)
    #expect(Gzip.decompress(coded.bytes, limit: 1 << 20) == plain.bytes)
    let tags = [try #require(plain.value(of: "etag")), try #require(coded.value(of: "etag"))]
    #expect(tags[0] != tags[1] && tags.allSatisfy { $0.hasPrefix("\"") && $0.hasSuffix("\"") })

    for (tag, fields) in [(tags[0], []), (tags[1], [Self.gzip])] {
      func response(_ condition: String) throws -> APIFixture.Response {
        try api.send(line, fields.first ?? "X: y", condition)
      }
      let known = try response("If-None-Match: \"x\", \(tag)")
      #expect(known.status == 304 && known.bytes.isEmpty)
      #expect(known.value(of: "etag") == tag)
      #expect(known.value(of: "vary") == "Accept-Encoding")
      #expect(known.value(of: "content-type") == nil && known.value(of: "content-encoding") == nil)
      #expect(try response("If-None-Match: \"x\"").status == 200)
      #expect(try response("If-Match: \(tag)").status == 200)
      #expect(try response("If-Match: \"x\"").status == 412)
    }
    // The other content coding has another entity tag.
    #expect(try api.send(line, Self.gzip, "If-None-Match: \(tags[0])").status == 200)
    #expect(try api.send(line, "If-None-Match: \(tags[1])").status == 200)
    for refused in ["identity", "gzip;q=0", "br", ""] {
      #expect(
        try api.send(line, "Accept-Encoding: \(refused)").value(of: "content-encoding") == nil, "\(refused)"
      )
    }
  }

  @Test func `the list of screens has a new entity tag after a publication`() throws {
    let api = try fixture()
    let tag = try #require(try api.send("GET /screens HTTP/1.1").value(of: "etag"))
    _ = try api.send("PUT /admin/screens/s10 HTTP/1.1", Self.token, body: Self.definition("other"))
    let changed = try api.send("GET /screens HTTP/1.1", "If-None-Match: \(tag)")
    #expect(changed.status == 200)
    #expect(changed.value(of: "etag") != tag)
  }

  @Test func `flags are compressed, and have an entity tag for each coding`() throws {
    let api = try fixture()
    let variants = #""variants":[{"key":"x"},{"key":"y"}]"#
    for number in 10..<30 {
      let experiment = #""experiment":{"key":"a-key-of-some-length-\#(number)",\#(variants)}}"#
      let body = Self.definition("1").dropLast() + "," + experiment
      #expect(
        try api.send("PUT /admin/screens/s\(number) HTTP/1.1", Self.token, body: String(body)).status == 200
      )
    }
    let line = "POST /ofrep/v1/evaluate/flags HTTP/1.1"
    let body = #"{"context":{"targetingKey":"1"}}"#
    let plain = try api.send(line, body: body)
    let coded = try api.send(line, Self.gzip, body: body)
    #expect(coded.value(of: "content-encoding") == "gzip")
    #expect(Gzip.decompress(coded.bytes, limit: 1 << 20) == plain.bytes)
    let tag = try #require(coded.value(of: "etag"))
    #expect(tag != plain.value(of: "etag"))
    #expect(try api.send(line, Self.gzip, "If-None-Match: \(tag)", body: body).status == 304)
  }

  @Test func `responses without an entity tag are compressed, also those of the admin API`() throws {
    let api = try fixture()
    for number in 0..<20 {
      _ = try api.send(
        "PUT /admin/screens/home HTTP/1.1", Self.token, body: Self.definition("version \(number)"))
    }
    let line = "GET /admin/screens/home/versions HTTP/1.1"
    let plain = try api.send(line, Self.token)
    let coded = try api.send(line, Self.token, Self.gzip)
    #expect(coded.value(of: "content-encoding") == "gzip")
    #expect(coded.value(of: "vary") == "Accept-Encoding" && plain.value(of: "vary") == "Accept-Encoding")
    #expect(Gzip.decompress(coded.bytes, limit: 1 << 20) == plain.bytes)

    let wrong =
      #"{"items":[\#(Array(repeating: #"{"viewType":"NONE"}"#, count: 30).joined(separator: ","))]}"#
    let refused = try api.send("PUT /admin/screens/home HTTP/1.1", Self.token, Self.gzip, body: wrong)
    #expect(refused.status == 422)
    #expect(refused.value(of: "content-encoding") == "gzip")

    let metrics = try api.send("GET /metrics HTTP/1.1", Self.gzip)
    #expect(metrics.value(of: "content-encoding") == "gzip")
    let text = String(decoding: Gzip.decompress(metrics.bytes, limit: 1 << 20) ?? [], as: UTF8.self)
    #expect(text.contains("marquee_screen_version{route=\"s10\"} 1\n"))
  }

  @Test func `small bodies, images, definitions and tokens are not compressed`() throws {
    let api = try fixture()
    for path in ["/version", "/assets/short.txt", "/assets/long.gif", "/view-types/TEXT", "/nowhere"] {
      let response = try api.send("GET \(path) HTTP/1.1", Self.gzip)
      #expect(response.value(of: "content-encoding") == nil, "\(path)")
      #expect(response.value(of: "vary") == nil, "\(path)")
    }
    // The tag of a definition is its version, for If-Match of a write.
    _ = try api.send("PUT /admin/screens/home HTTP/1.1", Self.token, body: Self.definition(Self.long))
    let definition = try api.send("GET /admin/screens/home HTTP/1.1", Self.token, Self.gzip)
    #expect(definition.value(of: "content-encoding") == nil)
    #expect(definition.value(of: "etag") == "\"2\"")
    for number in 10..<40 {
      let made = try api.send(
        "PUT /admin/tokens/token-\(number) HTTP/1.1", Self.token, Self.gzip, body: #"{"scope":"read"}"#)
      #expect(made.status == 201 && made.value(of: "content-encoding") == nil)
    }
    let tokens = try api.send("GET /admin/tokens HTTP/1.1", Self.token, Self.gzip)
    #expect(tokens.bytes.count > 1024 && tokens.value(of: "content-encoding") == nil)
  }

  @Test func `a range counts the bytes of the file`() throws {
    let api = try fixture()
    let line = "GET /assets/long.txt HTTP/1.1"
    let tag = try #require(try api.send(line).value(of: "etag"))
    let gzipTag = try #require(try api.send(line, Self.gzip).value(of: "etag"))
    let range = "Range: bytes=2-5"
    for fields in [(Self.gzip, "X: y"), ("X: y", "X: z"), (Self.gzip, "If-Range: \(tag)")] {
      let part = try api.send(line, range, fields.0, fields.1)
      #expect(part.status == 206)
      #expect(part.body == "long")
      #expect(part.value(of: "content-encoding") == nil)
      #expect(part.value(of: "content-range") == "bytes 2-5/\(Self.long.utf8.count)")
      #expect(part.value(of: "etag") == tag)
      #expect(part.value(of: "vary") == "Accept-Encoding")
    }
    // A client that has a part of the compressed body gets the whole body.
    let other = try api.send(line, range, Self.gzip, "If-Range: \(gzipTag)")
    #expect(other.status == 200 && other.value(of: "etag") == gzipTag)
    #expect(try api.send(line, range, Self.gzip, "If-None-Match: \(tag)").status == 304)
    #expect(try api.send(line, range, Self.gzip, "If-Match: \"x\"").status == 412)
    #expect(try api.send(line, "Range: bytes=99999-", Self.gzip).status == 416)
  }

  @Test func `the list of screens comes in pages`() throws {
    let api = try fixture()
    func routes(_ query: String) throws -> [String] {
      let response = try api.send("GET /screens\(query) HTTP/1.1")
      #expect(response.status == 200, "\(query)")
      return try JSONParser.parse(response.bytes)["screens"]?.arrayValue?.compactMap {
        $0["route"]?.stringValue
      }
        ?? []
    }
    func nextPage(of target: String) throws -> String? {
      try api.send("GET \(target) HTTP/1.1").value(of: "link").map {
        String($0.dropFirst().prefix { $0 != ">" })
      }
    }
    let all = try routes("")
    #expect(all == ["home"] + (10..<40).map { "s\($0)" })
    var pages: [[String]] = []
    var next: String? = "?limit=12"
    while let query = next {
      pages.append(try routes(query))
      next = try nextPage(of: "/screens" + query)
    }
    #expect(pages.map(\.count) == [12, 12, 7])
    #expect(pages.flatMap { $0 } == all)
    #expect(try routes("?limit=1000") == all)
    // A page that ends with the list has none after it.
    #expect(try nextPage(of: "/screens?limit=31") == nil)
    #expect(try nextPage(of: "/screens?limit=30") == "?limit=30&after=s38")
    #expect(try nextPage(of: "/screens") == nil)
    #expect(try routes("?after=s38") == ["s39"])
    // The page after an unknown route begins at its place in the order.
    #expect(try routes("?limit=1&after=i/j") == ["s10"])
    #expect(try routes("?after=s39&other=1") == [])
    for wrong in [
      "limit=0", "limit=1001", "limit=-1", "limit=x", "limit=", "limit=1&limit=2", "after=%20",
      "after=a&after=b",
    ] {
      #expect(try api.send("GET /screens?\(wrong) HTTP/1.1").status == 400, "\(wrong)")
    }
  }

  @Test(arguments: ["/view-types": "viewTypes", "/formats": "formats", "/previews": "previews"])
  func `a list of documents comes in pages`(path: String, member: String) throws {
    let api = try fixture()
    func page(_ query: String) throws -> (list: [JSONValue], link: String?) {
      let response = try api.send("GET \(path)\(query) HTTP/1.1")
      return (try JSONParser.parse(response.bytes)[member]?.arrayValue ?? [], response.value(of: "link"))
    }
    let (all, _) = try page("")
    try #require(all.count > 1)
    let (first, link) = try page("?limit=1")
    #expect(first == [all[0]])
    let next = try #require(link?.dropFirst().prefix { $0 != ">" })
    let (rest, end) = try page(String(next).replacing("limit=1", with: "limit=1000"))
    #expect(first + rest == all)
    #expect(end == nil)
  }

  @Test func `every list has an entity tag`() {
    let lists = EndpointTable.standard.resources.flatMap(\.endpoints).filter {
      // The exposures are a stream: their tag would have to be known before they are read.
      $0.operationID.hasPrefix("list") && !$0.operationID.hasPrefix("listen")
        && $0.operationID != "listExposures"
    }
    #expect(lists.count > 15)
    for endpoint in lists {
      guard case .none = endpoint.validation else { continue }
      Issue.record("\(endpoint.operationID) has none")
    }
  }
}
