import HTTPWire
import Testing

@Suite struct ForwardingTests {
  private static func proxies(_ blocks: [String] = ["10.0.0.0/8", "fd00::/8"]) throws -> TrustedProxies {
    TrustedProxies(try blocks.map { try #require(AddressBlock($0)) })
  }

  /// Parses a request with these field lines.
  private static func read<Result>(
    _ fields: String..., line: String = "GET / HTTP/1.1", host: String = "Host: inner\r\n",
    isFromTrustedProxy: Bool = true, _ body: (borrowing HTTPRequest) throws -> Result
  ) throws -> Result {
    let parser = RequestParser(limits: WireLimits())
    let input = InputBuffer(capacity: 64)
    let text = line + "\r\n" + host + fields.map { $0 + "\r\n" }.joined() + "\r\n"
    Array(text.utf8).withBytes { input.append($0) }
    try #require(parser.advance(input) == .request)
    return try parser.withRequest(in: input, isFromTrustedProxy: isFromTrustedProxy, body)
  }

  @Test(arguments: [
    ("10.0.0.0/8", "10.1.2.3", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.0.0.5/8", "10.9.9.9", true),
    ("192.0.2.0/25", "192.0.2.127", true), ("192.0.2.0/25", "192.0.2.128", false),
    ("192.0.2.1/32", "192.0.2.1", true), ("192.0.2.1/32", "192.0.2.2", false),
    ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "::1", false), ("::/0", "192.0.2.1", false),
    ("::/0", "2001:db8::1", true), ("fd00::/8", "fd12::1", true), ("fd00::/8", "fe80::1", false),
    ("fe80::/10", "fe80::1%eth0", true), ("2001:db8::/33", "2001:db8:8000::", false),
    ("::1/128", "::1", true), ("::1/128", "::2", false), ("10.0.0.0/8", "::ffff:10.1.1.1", true),
    ("::ffff:10.0.0.0/104", "10.1.1.1", true), ("10.0.0.0/8", "unknown", false), ("10.0.0.0/8", "", false),
  ])
  func `a block contains the addresses with its prefix`(block: String, address: String, isInside: Bool) throws
  {
    #expect(try Self.proxies([block]).contains(address) == isInside)
  }

  @Test(arguments: [
    "", "/", "/8", "10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8",
    "10.0.0.0/8 ", " 10.0.0.0/8", "10.0.0/8", "10.0.0.256/8", "010.0.0.0/8", "::1", "::/129", "::g/8",
    "fe80::%eth0/10", "::ffff:10.0.0.0/95", "localhost/8", "10.0.0.0/x", "10.0.0.0/٨", "10.0.0.0/255.0.0.0",
    "10.0.0.0\0/8",
  ])
  func `malformed blocks are refused`(text: String) { #expect(AddressBlock(text) == nil) }

  @Test(
    arguments: [
      ("Forwarded: for=192.0.2.1", "192.0.2.1"), ("Forwarded: For=\"[2001:db8::1]:4711\"", "2001:db8::1"),
      ("Forwarded: for=192.0.2.1:80;proto=https", "192.0.2.1"),
      ("Forwarded: for=1.1.1.1, for=192.0.2.1, for=10.0.0.7", "192.0.2.1"),
      ("Forwarded: for=10.0.0.8, for=10.0.0.7", "10.0.0.8"),
      ("Forwarded: for=1.1.1.1, for=_hidden, for=\"[fd00::1]\"", "_hidden"),
      ("Forwarded: for=1.1.1.1, for=unknown", "unknown"), ("Forwarded: for=1.1.1.1, proto=https", nil),
      ("Forwarded: for=1.1.1.1, for=\"a b\"", nil), ("Forwarded: for=_", nil), ("Forwarded:", nil),
      (#"Forwarded: x="\", for=1.1.1.1";for=192.0.2.1"#, "192.0.2.1"),
      ("X-Forwarded-For: 1.1.1.1, 192.0.2.1 , 10.0.0.7,", "192.0.2.1"),
      ("X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: 192.0.2.1", "192.0.2.1"),
      ("X-Forwarded-For: 192.0.2.1:4711", "192.0.2.1"), ("X-Forwarded-For: 2001:db8::1", "2001:db8::1"),
      ("X-Forwarded-For: nobody", nil), ("X-Forwarded-Host: a", nil), ("X: y", nil),
      ("X-Forwarded-For: 1.1.1.1\r\nForwarded: for=192.0.2.1", "192.0.2.1"),
      ("X-Forwarded-For: 1.1.1.1\r\nForwarded: proto=https", nil),
      // A quoted string that a client leaves open hides no hop.
      ("Forwarded: for=6.6.6.6;x=\"\r\nForwarded: for=192.0.2.1", nil),
      ("X-Forwarded-For: \"6.6.6.6\r\nX-Forwarded-For: 192.0.2.1", "192.0.2.1"),
    ] as [(String, String?)])
  func `the rightmost untrusted hop is the client`(fields: String, client: String?) throws {
    let proxies = try Self.proxies()
    #expect(try Self.read(fields) { Forwarding($0, proxies) }?.client == client)
    #expect(try Self.read(fields, isFromTrustedProxy: false) { Forwarding($0, proxies) } == nil)
  }

  @Test(arguments: [
    ("X: y", "http://inner"), ("Forwarded: proto=https", "https://inner"),
    ("Forwarded: host=A.Example;proto=HTTPS", "https://a.example"),
    ("Forwarded: host=\"[::1]:8443\";proto=https", "https://[::1]:8443"),
    ("Forwarded: for=1.1.1.1;host=evil, for=192.0.2.1;host=good;proto=https", "https://good"),
    (
      "Forwarded: for=192.0.2.1;proto=https;host=outer, for=10.0.0.7;proto=http;host=passed",
      "https://outer"
    ),
    ("Forwarded: for=192.0.2.1;proto=https, for=10.0.0.7;proto=http;host=passed", "https://passed"),
    ("Forwarded: host=\"a b\";proto=ftp", "http://inner"), ("Forwarded: host=u@a", "http://inner"),
    ("Forwarded: host=\"\"", "http://inner"), ("Forwarded: host=a;host=b", "http://a"),
    ("X-Forwarded-Host: a:81\r\nX-Forwarded-Proto: https", "https://a:81"),
    ("X-Forwarded-Host: evil, good\r\nX-Forwarded-For: 1.1.1.1, 192.0.2.1", "http://good"),
    ("X-Forwarded-Host: evil, good", "http://good"),
    ("X-Forwarded-Host: evil, good\r\nX-Forwarded-For: 10.0.0.9", "http://good"),
    (
      "X-Forwarded-Host: outer, passed\r\nX-Forwarded-Proto: https, http\r\nX-Forwarded-For: 192.0.2.1, 10.0.0.7",
      "https://outer"
    ),
    (
      "X-Forwarded-Host: outer\r\nX-Forwarded-Proto: https\r\nX-Forwarded-For: 192.0.2.1, 10.0.0.7",
      "https://outer"
    ),
    ("X-Forwarded-Host: a\r\nForwarded: proto=https", "https://inner"),
  ])
  func `the base URL comes from the hop of the client`(fields: String, url: String) throws {
    let proxies = try Self.proxies()
    #expect(try Self.read(fields) { $0.clientFacingURL(through: proxies) } == url)
    #expect(
      try Self.read(fields, isFromTrustedProxy: false) { $0.clientFacingURL(through: proxies) }
        == "http://inner")
  }

  @Test func `without proxies the base URL comes from the request`() throws {
    let none = TrustedProxies()
    func url(_ line: String, _ host: String) throws -> String? {
      try Self.read(line: line, host: host) { $0.clientFacingURL(through: none) }
    }
    #expect(try url("GET / HTTP/1.1", "Host: A:8080\r\n") == "http://a:8080")
    #expect(try url("GET http://b/ HTTP/1.1", "Host: a\r\n") == "http://b")
    #expect(try url("GET / HTTP/1.1", "Host:\r\n") == nil)
    #expect(try url("GET / HTTP/1.0", "") == nil)
    #expect(try url("GET / HTTP/1.1", "Host: \(String(repeating: "a", count: 260))\r\n") == nil)
  }

  @Test func `copies of a request keep the trust of its peer`() throws {
    let flags = try Self.read { request in
      let owned = request.owned()
      return owned.withRequest { [$0.isFromTrustedProxy, $0.droppingFromPath(1).isFromTrustedProxy] }
    }
    #expect(flags == [true, true])
  }
}
