import HTTPWire
import Testing

private func bytes<Result>(_ text: String, _ body: (Bytes) throws -> Result) rethrows -> Result {
  try Array(text.utf8).withBytes(body)
}

@Suite("Paths")
struct RequestPathTests {
  @Test(
    "are decoded once, segment by segment",
    arguments: [
      ("/", []), ("/a", ["a"]), ("/a/b.c", ["a", "b.c"]), ("/a/", ["a", ""]), ("//a", ["", "a"]),
      ("/a%2Fb", ["a/b"]), ("/%252e", ["%2e"]), ("/%EC%B9%BC", ["칼"]), ("/a+b", ["a+b"]), ("/...", ["..."]),
      ("*", []),
    ])
  func segments(path: String, expected: [String]) throws {
    #expect(try bytes(path) { try RequestPath.segments(of: $0) } == expected)
  }

  @Test(
    "that lead elsewhere or are no text are refused",
    arguments: [
      ("/..", RequestPath.Failure.dotSegment), ("/a/../b", .dotSegment), ("/%2e%2E/x", .dotSegment),
      ("/./a", .dotSegment),
      ("/%", .malformedEncoding), ("/%4", .malformedEncoding), ("/%zz", .malformedEncoding),
      ("/%FF", .notUTF8),
      ("/%C0%AF", .notUTF8), ("/%ED%A0%80", .notUTF8), ("/%00", .controlCharacter),
      ("/a%0d%0a", .controlCharacter),
    ])
  func refused(path: String, failure: RequestPath.Failure) {
    #expect(throws: failure) { try bytes(path) { try RequestPath.segments(of: $0) } }
  }
}

@Suite("Queries")
struct QueryParametersTests {
  @Test(
    "are read as the URL standard has it",
    arguments: [
      ("", []), ("a=b", ["a", "b"]), ("a=b&c=d", ["a", "b", "c", "d"]), ("&&a=b&&&&", ["a", "b"]),
      ("a", ["a", ""]),
      ("a=", ["a", ""]), ("=b", ["", "b"]), ("=", ["", ""]), ("a=b=c", ["a", "b=c"]),
      ("a=b+c%2B", ["a", "b c+"]),
      ("a=%", ["a", "%"]), ("b=%2sf%2a", ["b", "%2sf*"]), ("a=1&a=2", ["a", "1", "a", "2"]),
      ("a%26b=c", ["a&b", "c"]),
      ("a=%FF", ["a", "\u{FFFD}"]), ("%EF%BB%BFa=b", ["\u{FEFF}a", "b"]), ("u=%EC%B9%BC", ["u", "칼"]),
    ])
  func parse(query: String, expected: [String]) {
    let pairs = bytes(query) { QueryParameters.parse($0) }
    #expect(
      pairs.flatMap { [$0.name, $0.value] }.map { Array($0.unicodeScalars) }
        == expected.map { Array($0.unicodeScalars) })
  }
}

@Suite("Dates")
struct HTTPDateTests {
  @Test(
    "are written as IMF-fixdate",
    arguments: [
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (4_102_444_800, "Fri, 01 Jan 2100 00:00:00 GMT"),
      (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"), (Int.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
  func format(second: Int, text: String) {
    #expect(HTTPDate.format(second) == text)
    if second < 253_402_300_800 { #expect(HTTPDate.parse(text) == second) }
  }

  @Test("are read in all three forms")
  func parse() {
    #expect(HTTPDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", now: 1_700_000_000) == 784_111_777)
    #expect(HTTPDate.parse("Sunday, 06-Nov-94 08:49:37 GMT") == 784_111_777)
    #expect(HTTPDate.parse("Thursday, 01-Jan-26 00:00:00 GMT") == 1_767_225_600)
    #expect(HTTPDate.parse("Sun Nov  6 08:49:37 1994") == 784_111_777)
    #expect(HTTPDate.parse("Sunday, 06-Nov-50 08:49:37 GMT", now: 1_700_000_000) == 2_551_337_377)
  }

  @Test(
    "that are none are refused",
    arguments: [
      "", "x", "Sun, 06 Nov 1994 08:49:37", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
      "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Xun, 06 Nov 1994 08:49:37 GMT",
      "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC",
    ])
  func refused(text: String) { #expect(HTTPDate.parse(text) == nil) }
}

@Suite("Conditional requests")
struct ConditionalTests {
  @Test(
    "Entity tags in lists",
    arguments: [
      ("\"a\"", "\"a\"", true, true), ("\"b\", \"a\"", "\"a\"", true, true),
      ("\"b\",,\"a\" ", "\"a\"", true, true),
      ("W/\"a\"", "\"a\"", true, false), ("\"a\"", "W/\"a\"", true, false),
      ("W/\"a\"", "W/\"a\"", true, false),
      ("*", "\"a\"", true, true), ("\"a,b\"", "\"a,b\"", true, true), ("\"a\"", "\"A\"", false, false),
      ("", "\"a\"", false, false), ("a", "\"a\"", false, false), ("\"*\"", "\"a\"", false, false),
    ])
  func lists(list: String, tag: String, weak: Bool, strong: Bool) {
    bytes(list) { list in
      bytes(tag) { tag in
        #expect(EntityTagList.matches(list, tag, .weak) == weak)
        #expect(EntityTagList.matches(list, tag, .strong) == strong)
      }
      #expect(!EntityTagList.matches(list, nil, .weak))
    }
  }

  @Test(
    "Preconditions in the order of RFC 9110",
    arguments: [
      ("", true, Precondition.Outcome.proceed), ("If-None-Match: \"7\"", true, .notModified),
      ("If-None-Match: \"7\"", false, .failed),
      ("If-None-Match: \"8\"\r\nIf-None-Match: \"7\"", true, .notModified),
      ("If-None-Match: \"8\"", true, .proceed), ("If-Match: \"8\"", true, .failed),
      ("If-Match: W/\"7\"", false, .failed),
      ("If-Match: \"7\"\r\nIf-None-Match: \"7\"", true, .notModified), ("If-Match: *", false, .proceed),
      ("If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT", true, .notModified),
      ("If-Modified-Since: Sun, 06 Nov 1994 08:49:36 GMT", true, .proceed),
      ("If-None-Match: \"8\"\r\nIf-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT", true, .proceed),
      ("If-Unmodified-Since: Sun, 06 Nov 1994 08:49:36 GMT", false, .failed),
      ("If-Modified-Since: yesterday", true, .proceed),
      (
        "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\nIf-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT",
        true,
        .proceed
      ),
    ])
  func preconditions(fields: String, isRead: Bool, expected: Precondition.Outcome) throws {
    let parser = RequestParser(limits: WireLimits())
    let input = InputBuffer(capacity: 64)
    bytes("GET / HTTP/1.0\r\n\(fields)\(fields.isEmpty ? "" : "\r\n")\r\n") { input.append($0) }
    try #require(parser.advance(input) == .request)
    let request = parser.request(in: input)
    bytes("\"7\"") { tag in
      let outcome = Precondition.evaluate(request, tag: tag, modified: 784_111_777, isRead: isRead)
      #expect(outcome == expected)
    }
  }

  @Test(
    "Freshness",
    arguments: [
      ([:], [:], false), (["if-none-match": "\"a\""], ["etag": "\"a\""], true),
      (["if-none-match": "\"a\""], [:], false), (["if-none-match": "*"], [:], true),
      (["if-none-match": "W/\"a\""], ["etag": "\"a\""], true),
      (["if-none-match": "\"b\""], ["etag": "\"a\""], false),
      (["if-none-match": "\"a\"", "cache-control": "max-age=0, no-cache"], ["etag": "\"a\""], false),
      (["if-none-match": "\"a\"", "cache-control": "no-cached"], ["etag": "\"a\""], true),
      (
        ["if-modified-since": "Sat, 01 Jan 2000 00:00:00 GMT"],
        ["last-modified": "Sat, 01 Jan 2000 00:00:00 GMT"],
        true
      ),
      (
        ["if-modified-since": "Sat, 01 Jan 2000 00:00:00 GMT"],
        ["last-modified": "Sat, 01 Jan 2000 01:00:00 GMT"],
        false
      ),
      (["if-modified-since": "Sat, 01 Jan 2000 00:00:00 GMT"], [:], false),
    ] as [([String: String], [String: String], Bool)])
  func freshness(request: [String: String], response: [String: String], expected: Bool) {
    #expect(Freshness.isFresh(request: { request[$0] }, response: { response[$0] }) == expected)
  }
}

@Suite("Negotiation")
struct NegotiationTests {
  @Test(
    "of encodings",
    arguments: [
      (nil, ["gzip", "identity"], ["identity"]), ("", ["gzip"], []),
      ("gzip", ["identity", "gzip"], ["gzip", "identity"]),
      ("*", ["identity", "gzip"], ["identity", "gzip"]), ("gzip;q=0", ["gzip", "identity"], ["identity"]),
      ("*;q=0", ["gzip", "identity"], []), ("identity;q=0, gzip", ["identity", "gzip"], ["gzip"]),
      ("gzip;q=0.5, br;q=0.8", ["gzip", "br"], ["br", "gzip"]), ("GZIP", ["gzip"], ["gzip"]),
      ("gzip;q=x", ["gzip"], []), ("*, gzip;q=0", ["gzip", "deflate"], ["deflate"]),
    ] as [(String?, [String], [String])])
  func encodings(field: String?, available: [String], expected: [String]) {
    #expect(Negotiation.encodings(field, available: available) == expected)
  }

  @Test(
    "of media types",
    arguments: [
      (nil, ["text/html", "application/json"], ["text/html", "application/json"]), ("", ["text/html"], []),
      ("application/json", ["text/html", "application/json"], ["application/json"]),
      ("text/*, text/html;q=0", ["text/html", "text/plain"], ["text/plain"]),
      (
        "text/html;level=1, text/html;q=0.5", ["text/html", "text/html;level=1"],
        ["text/html;level=1", "text/html"]
      ),
      ("*/*;q=0.1, text/plain", ["text/html", "text/plain"], ["text/plain", "text/html"]),
      ("application/json;q=0", ["application/json"], []), ("json", ["application/json"], []),
      ("text/html;x=\"a,b\"", ["text/html;x=\"a,b\""], ["text/html;x=\"a,b\""]),
    ] as [(String?, [String], [String])])
  func mediaTypes(field: String?, available: [String], expected: [String]) {
    #expect(Negotiation.mediaTypes(field, available: available) == expected)
  }

  @Test("without offers lists what the field lists, best first")
  func listed() {
    #expect(Negotiation.encodings("gzip;q=0.5, br", available: nil) == ["br", "gzip", "identity"])
    #expect(
      Negotiation.mediaTypes("text/html;q=0.2, a/b;c=d, x/y;q=0", available: nil) == ["a/b", "text/html"])
    #expect(Negotiation.mediaTypes(nil, available: nil) == ["*/*"])
  }
}

@Suite("Credentials and cookies")
struct CredentialTests {
  @Test(
    "Bearer tokens",
    arguments: [
      ("Bearer abc", "abc"), ("bearer  a.b-c_d~e+f/g==", "a.b-c_d~e+f/g=="), ("Basic abc", nil),
      ("Bearer", nil),
      ("Bearer ", nil), ("Bearer a b", nil), ("Bearer =", nil), ("Bearera", nil), ("Bearer a=b", nil),
    ] as [(String, String?)])
  func bearer(value: String, token: String?) {
    #expect(bytes(value) { BearerCredentials.token(in: $0).map { String(decoding: $0) } } == token)
  }

  @Test("Tokens are compared in full")
  func comparison() {
    for (one, other) in [
      ("abc", "abc"), ("abc", "abd"), ("abc", "ab"), ("ab", "abc"), ("", ""), ("a", ""), ("", "a"),
    ] {
      #expect(bytes(one) { one in bytes(other) { BearerCredentials.isSame(one, $0) } } == (one == other))
    }
  }

  @Test("Cookies keep order and values")
  func cookies() {
    let pairs = bytes("a=1; b=x=y;c ; =z; a=\"2\"") { CookieField.pairs($0) }
    #expect(pairs.map { "\($0.name)=\($0.value)" } == ["a=1", "b=x=y", "a=\"2\""])
  }
}
