import HTTPWire
import Testing

@testable import ScreenAPI

/// The addresses of assets: each client gets the one by which it reached the server.
@Suite struct AssetAddressTests {
  private static let token = "Authorization: Bearer secret"
  private static let get = "GET /screens/home HTTP/1.1"

  private static func definition(_ texts: [String] = ["asset:x.txt"], isTemplate: Bool = false) -> String {
    let items = texts.enumerated().map { number, text in
      #"{"id":"i\#(number)","viewType":"TEXT","content":{"text":"\#(text)"}}"#
    }
    return #"{"template":\#(isTemplate),"items":[\#(items.joined(separator: ","))]}"#
  }

  private static func fixture(
    _ definition: String = definition(), _ address: PublicAddress = PublicAddress()
  ) throws -> APIFixture {
    try APIFixture(definition: definition, files: ["_assets/x.txt": "x"], address: address)
  }

  /// The addresses of assets in a body.
  private static func addresses(_ response: APIFixture.Response) -> [String] {
    response.body.matches(of: #/"([^"]*)/assets/x\.txt"/#).map { String($0.1) }
  }

  private static func proxies() throws -> TrustedProxies {
    TrustedProxies([try #require(AddressBlock("10.0.0.0/8"))])
  }

  @Test(
    arguments: [
      (get, "test", "http://test"), (get, "A.Example:8080", "http://a.example:8080"),
      (get, "[::1]:80", "http://[::1]:80"), (get, "a:", "http://a"),
      ("GET http://abs.example:81/screens/home HTTP/1.1", "other", "http://abs.example:81"),
      // These fields contain no usable address.
      ("GET /screens/home HTTP/1.0", nil, "http://192.0.2.1:8080"), (get, "", "http://192.0.2.1:8080"),
      (get, String(repeating: "a", count: 300), "http://192.0.2.1:8080"),
    ] as [(String, String?, String)])
  func `an asset has the address by which the client reached the server`(
    line: String, host: String?, base: String
  ) throws {
    let address = PublicAddress()
    let api = try Self.fixture(Self.definition(), address)
    address.set(host: "192.0.2.1", port: 8080)
    #expect(Self.addresses(try api.send(line, host: host)) == [base])
  }

  @Test(
    arguments: [
      "0.0.0.0": "127.0.0.1", "::": "[::1]", "0:0::0": "[::1]", "::1": "[::1]", "localhost": "localhost",
    ])
  func `a client that names no host gets an address that exists`(listening: String, host: String) throws {
    let address = PublicAddress()
    let api = try Self.fixture(Self.definition(), address)
    address.set(host: listening, port: 8080)
    let response = try api.send("GET /screens/home HTTP/1.0", host: nil)
    #expect(Self.addresses(response) == ["http://\(host):8080"])
  }

  @Test func `with a fixed address, all clients get that`() throws {
    let api = try Self.fixture(Self.definition(), PublicAddress("https://a.example/base"))
    let response = try api.send(Self.get, host: "other")
    #expect(Self.addresses(response) == ["https://a.example/base"])
    #expect(response.value(of: "vary")?.contains("Host") == false)
  }

  @Test func `each address has its own body and entity tag`() throws {
    let api = try Self.fixture()
    let one = try api.send(Self.get, host: "one")
    let two = try api.send(Self.get, host: "two")
    let three = try api.send(Self.get, host: "three")
    #expect(Self.addresses(one) == ["http://one"] && Self.addresses(two) == ["http://two"])
    let tags = [one, two, three].compactMap { $0.value(of: "etag") }
    #expect(Set(tags).count == 3)
    for (host, tag) in zip(["one", "two", "three"], tags) {
      #expect(try api.send(Self.get, host: host).value(of: "etag") == tag)
      let again = try api.send(Self.get, "If-None-Match: \(tag)", host: host)
      #expect(again.status == 304)
      #expect(again.value(of: "vary")?.hasSuffix(", Host") == true)
      #expect(try api.send(Self.get, "If-None-Match: \(tag)", host: "four").status == 200)
    }
  }

  @Test func `a screen without assets is the same for all addresses`() throws {
    let api = try Self.fixture(Self.definition(["assets"]))
    let one = try api.send(Self.get, host: "one")
    let tag = try #require(one.value(of: "etag"))
    #expect(try api.send(Self.get, "If-None-Match: \(tag)", host: "two").status == 304)
    #expect(one.value(of: "vary")?.contains("Host") == false)
  }

  @Test func `a trusted proxy names the address that the client used`() throws {
    let api = try Self.fixture(Self.definition(), PublicAddress(proxies: try Self.proxies()))
    let forwarded = "Forwarded: for=192.0.2.1;proto=https;host=screens.example"
    let (host, scheme) = ("X-Forwarded-Host: x.example", "X-Forwarded-Proto: https")
    let response = try api.send(Self.get, forwarded, host: "inner", isFromTrustedProxy: true)
    #expect(Self.addresses(response) == ["https://screens.example"])
    let vary = try #require(response.value(of: "vary"))
    #expect(vary.hasSuffix(", Host, Forwarded, X-Forwarded-Host, X-Forwarded-Proto"))
    let other = try api.send(Self.get, host, scheme, host: "inner", isFromTrustedProxy: true)
    #expect(Self.addresses(other) == ["https://x.example"])
    let plain = try api.send(Self.get, scheme, host: "outer", isFromTrustedProxy: true)
    #expect(Self.addresses(plain) == ["https://outer"])
    for lines in [[forwarded], [host, scheme]] {
      let response = try api.send(Self.get, lines[0], lines.last ?? "", host: "inner")
      #expect(Self.addresses(response) == ["http://inner"])
    }
  }

  @Test func `sessions, drafts, earlier versions and tailored screens have the client's address`() throws {
    let api = try Self.fixture()
    let path = try api.send("POST /admin/sessions HTTP/1.1", Self.token).body
      .firstMatch(of: #/"path":"([^"]+)"/#)?.1
    let session = String(try #require(path))
    let (next, draft) = (Self.definition(["asset:x.txt", "2"]), Self.definition(["3", "asset:x.txt"]))
    #expect(try api.send("PUT /admin/screens/home HTTP/1.1", Self.token, body: next).status == 200)
    #expect(try api.send("PUT /admin/screens/home/draft HTTP/1.1", Self.token, body: draft).status == 201)
    for host in ["one", "two", "one"] {
      for path in [
        "/screens/home", "/screens/home?version=1", "/screens/home?version=draft",
        "/screens/home?format=viewItems",
        "\(session)/screens/home",
      ] {
        let response = try api.send("GET \(path) HTTP/1.1", Self.token, host: host)
        #expect(Self.addresses(response) == ["http://\(host)"], "\(path)")
      }
      let tailored = try api.send(Self.get, "Accept-View-Types: TEXT", host: host)
      #expect(Self.addresses(tailored) == ["http://\(host)"])
      #expect(tailored.value(of: "vary")?.contains("Accept-View-Types") == true)
    }
    #expect(try api.send("GET /assets/x.txt HTTP/1.1").body == "x")
  }

  @Test func `templates and damaged screens have the client's address`() throws {
    let api = try Self.fixture(Self.definition(["asset:x.txt", "{{user}}"], isTemplate: true))
    for host in ["one", "two"] {
      let filled = try api.send("GET /screens/home?user=mo HTTP/1.1", host: host)
      #expect(Self.addresses(filled) == ["http://\(host)"] && filled.body.contains(#""mo""#))
      let broken = try api.send(Self.get, "Prefer: chaos=extra-member, seed=1", host: host)
      #expect(Self.addresses(broken) == ["http://\(host)"])
    }
  }

  @Test func `a patch depends on the client's address`() throws {
    let texts = (0..<20).map { "line \($0)" } + ["asset:x.txt"]
    let api = try Self.fixture(Self.definition(texts))
    let tag = try #require(try api.send(Self.get, host: "one").value(of: "etag"))
    let body = Self.definition(texts + ["asset:x.txt"])
    #expect(try api.send("PUT /admin/screens/home HTTP/1.1", Self.token, body: body).status == 200)
    let fields = ["A-IM: json-patch", "If-None-Match: \(tag)"]
    let patch = try api.send(Self.get, fields[0], fields[1], host: "one")
    #expect(patch.status == 226)
    #expect(Self.addresses(patch) == ["http://one"])
    #expect(patch.value(of: "etag") == (try api.send(Self.get, host: "one").value(of: "etag")))
    #expect(patch.value(of: "vary")?.contains("Host") == true)
    // A client at another address has another body, so the tag is unknown for it.
    let whole = try api.send(Self.get, fields[0], fields[1], host: "two")
    #expect(whole.status == 200 && Self.addresses(whole) == ["http://two", "http://two"])
  }

  @Test func `the HTTP Archive has the address of the client that requests it`() throws {
    let api = try APIFixture(
      definition: Self.definition(["line"]), journal: RequestJournal(capacity: 10, clock: { 0 }))
    #expect(try api.send(Self.get, host: "one").status == 200)
    let archive = try api.send("GET /admin/requests/har HTTP/1.1", Self.token, host: "two")
    #expect(archive.body.contains(#""url":"http://two/screens/home""#))
  }

  @Test func `the memory for further addresses is bounded`() {
    let renditions = AddressRenditionCache()
    let body = Array("{}".utf8)
    for number in 0...AddressRenditionCache.maximumCount {
      _ = renditions.keep(Rendition(body: body, fields: []), 1, at: "http://host-\(number)")
    }
    #expect(renditions.rendition(1, at: "http://host-0") == nil)
    #expect(renditions.rendition(1, at: "http://host-1") != nil)
    #expect(renditions.rendition(2, at: "http://host-1") == nil)
    let large = [UInt8](repeating: 0x20, count: AddressRenditionCache.maximumBytes / 4)
    _ = renditions.keep(Rendition(body: large, fields: []), 1, at: "http://large")
    #expect(renditions.rendition(1, at: "http://large") == nil)
    #expect(renditions.rendition(1, at: "http://host-1") != nil)
  }
}
