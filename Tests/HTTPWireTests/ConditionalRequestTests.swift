import HTTPWire
import Testing

@Suite struct ConditionalRequestTests {
  @Test(arguments: [
    ("\"a\"", "\"a\"", true, true), ("\"b\", \"a\"", "\"a\"", true, true),
    ("\"b\",,\"a\" ", "\"a\"", true, true),
    ("W/\"a\"", "\"a\"", true, false), ("\"a\"", "W/\"a\"", true, false),
    ("W/\"a\"", "W/\"a\"", true, false),
    ("*", "\"a\"", true, true), ("\"a,b\"", "\"a,b\"", true, true), ("\"a\"", "\"A\"", false, false),
    ("", "\"a\"", false, false), ("a", "\"a\"", false, false), ("\"*\"", "\"a\"", false, false),
    // An opaque tag has no escapes (RFC 9110 §8.8.3).
    (#""a\", "b""#, #""b""#, true, true), (#""a\""#, #""a\""#, true, true),
  ])
  func `lists of entity tags are matched`(list: String, tag: String, weak: Bool, strong: Bool) {
    withBytes(of: list) { list in
      withBytes(of: tag) { tag in
        #expect(EntityTagList.matches(list, tag, .weak) == weak)
        #expect(EntityTagList.matches(list, tag, .strong) == strong)
      }
      #expect(!EntityTagList.matches(list, nil, .weak))
    }
  }

  @Test(arguments: [
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
  func `preconditions are evaluated in the order of RFC 9110`(
    fields: String, isRead: Bool, expected: Precondition.Outcome
  ) throws {
    let parser = RequestParser(limits: WireLimits())
    let input = InputBuffer(capacity: 64)
    withBytes(of: "GET / HTTP/1.0\r\n\(fields)\(fields.isEmpty ? "" : "\r\n")\r\n") { input.append($0) }
    try #require(parser.advance(input) == .request)
    parser.withRequest(in: input) { request in
      withBytes(of: "\"7\"") { tag in
        let outcome = Precondition.evaluate(request, tag: tag, modified: 784_111_777, isRead: isRead)
        #expect(outcome == expected)
      }
    }
  }

  @Test(
    arguments: [
      ([:], [:], false), (["if-none-match": "\"a\""], ["etag": "\"a\""], true),
      (["if-none-match": "\"a\""], [:], false), (["if-none-match": "*"], [:], true),
      (["if-none-match": "W/\"a\""], ["etag": "\"a\""], true),
      (["if-none-match": "\"b\""], ["etag": "\"a\""], false),
      (["if-none-match": "\"a\"", "cache-control": "max-age=0, no-cache"], ["etag": "\"a\""], false),
      (["if-none-match": "\"a\"", "cache-control": "no-cached"], ["etag": "\"a\""], true),
      (["if-none-match": "\"a\"", "cache-control": #"x="y, no-cache""#], ["etag": "\"a\""], true),
      (["if-none-match": "\"a\"", "cache-control": #"x="\"", no-cache"#], ["etag": "\"a\""], false),
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
  func `freshness follows entity tags, dates and Cache-Control`(
    request: [String: String], response: [String: String], expected: Bool
  ) {
    #expect(Freshness.isFresh(request: { request[$0] }, response: { response[$0] }) == expected)
  }
}
