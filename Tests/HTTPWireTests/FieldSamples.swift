import HTTPWire

extension RequestSample {
  /// Field lines. RFC 9112 §5.1: white space before the colon is a 400 (MUST). §5.2: a folded line is refused (MUST
  /// refuse or unfold). RFC 9110 §5.5: CR, LF and NUL in a value are refused (MUST refuse or replace), and so are other
  /// control characters; bytes from 0x80 are opaque data and pass.
  static let fieldLines: [RequestSample] = [
    .init(get("X:\r\nY: \t z \t "), .accepted(path: "/")),
    .init(get("X:a"), .accepted(path: "/")),
    .init(get("X: a: b"), .accepted(path: "/")),
    .init(get("X::"), .accepted(path: "/")),
    .init(get("X: a\u{9}b é"), .accepted(path: "/")),
    .init(escaped: get("X: \\x80\\xFF"), .accepted(path: "/")),
    .init(get("!#$%&'*+-.^_`|~09AZaz: b"), .accepted(path: "/")),
    .init(get("Content_Length: 7"), .accepted(path: "/")),
    .init(get("X : b"), .refused(.malformedField)),
    .init(get("X\t: b"), .refused(.malformedField)),
    .init(get("X\u{B}: b"), .refused(.malformedField)),
    .init(get(": b"), .refused(.malformedField)),
    .init(get(":"), .refused(.malformedField)),
    .init(get("X"), .refused(.malformedField)),
    .init(get("X Y: b"), .refused(.malformedField)),
    .init(get("X(: b"), .refused(.malformedField)),
    .init(get("\"X\": b"), .refused(.malformedField)),
    .init(get("X\u{0}: b"), .refused(.malformedField)),
    .init(get("X\r: b"), .refused(.malformedField)),
    .init(get("X\n: b"), .refused(.malformedField)),
    .init(escaped: get("X\\xE9: b"), .refused(.malformedField)),
    .init(get("X: a\u{0}b"), .refused(.malformedField)),
    .init(get("X: a\u{1}b"), .refused(.malformedField)),
    .init(get("X: a\u{B}b"), .refused(.malformedField)),
    .init(get("X: a\u{1B}b"), .refused(.malformedField)),
    .init(get("X: a\u{7F}b"), .refused(.malformedField)),
    .init(get("X: a\rb"), .refused(.malformedField)),
    .init(get("X: a\r\r"), .refused(.malformedField)),
    .init(get("X: a\nY: b"), .refused(.malformedField)),
    .init("GET / HTTP/1.1\r\nHost: a\n\r\n", .refused(.malformedField)),
    .init("GET / HTTP/1.1\r\nHost: a\r\n\n", .refused(.malformedField)),
    .init("GET / HTTP/1.1\r\nHost: a\r\n\rX", .refused(.malformedField)),
    .init(get("X: a\r\n b"), .refused(.foldedField)),
    .init(get("X: a\r\n\tb"), .refused(.foldedField)),
    .init(get("X: a\r\n "), .refused(.foldedField)),
    .init(get("X:\r\n Content-Length: 3"), .refused(.foldedField)),
  ]

  /// Host fields. RFC 9112 §3.2: an HTTP/1.1 request with a missing, repeated or malformed Host is a 400 (MUST). RFC
  /// 9110 §7.2: `uri-host [ ":" port ]`; an empty value means a target without authority.
  static let hosts: [RequestSample] =
    ([
      "a", "a.example:8080", "a-b_c.example.", "A.EXAMPLE", "1.2.3.4", "999.1.1.1", "a:", "a:0", "a:65535",
      "", "%41",
      "[::]", "[::1]", "[::1]:80", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:1.2.3.4]", "[1::8]", "[::ffff:1.2.3.4]",
      "[1:2:3:4:5:6:7::]", "[fe80::1%25eth0]", "[v1.a:b]", "a!$&'()*+,;=~",
    ] as [String]).map {
      RequestSample("GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n", .accepted(path: "/"))
    }
    + ([
      "a b", "a/b", "a/", "http://a", "u@a", "a?b", "a#b", "a\\b", "a, b", "a:b", "a:80b", "a:+80", "a:-1",
      "a: 80",
      "a:65536", "a:99999", "a:000080", "a:80:80", ":80", ":", "::1", "[::1", "::1]", "[]", "[::1]x",
      "[:]",
      "[:1]", "[1:2]", "[1:2:3:4:5:6:7:8:9]", "[1:2:3:4:5:6:7::8]:x", "[1::2::3]", "[12345::]", "[::g]",
      "[1.2.3.4]",
      "[::1.2.3]", "[::1.2.3.256]", "[::1.2.3.04]", "[::1:]", "[fe80::1%eth0]", "[fe80::1%25]", "[v.a]",
      "[v1.]", "[vz.a]",
      "a%", "a%4", "a%zz", "{", "\"a\"", "<a>", "a|b", "a^b", "é", "a\u{1}b",
    ] as [String]).map {
      RequestSample(
        "GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n",
        .refused($0.unicodeScalars.contains("\u{1}") ? .malformedField : .malformedHost))
    } + [
      .init("GET / HTTP/1.1\r\nHost: [::1]:\r\n\r\n", .accepted(path: "/")),
      .init("GET / HTTP/1.1\r\nhOST:\ta \r\n\r\n", .accepted(path: "/")),
      .init("GET / HTTP/1.1\r\n\r\n", .refused(.missingHost)),
      .init("GET / HTTP/1.1\r\nX: a\r\n\r\n", .refused(.missingHost)),
      .init("GET / HTTP/1.1\r\nHost : a\r\n\r\n", .refused(.malformedField)),
      .init("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", .refused(.repeatedHost)),
      .init("GET / HTTP/1.1\r\nHost: a\r\nX: y\r\nhost: b\r\n\r\n", .refused(.repeatedHost)),
      .init("GET / HTTP/1.1\r\nHost:\r\nHost: a\r\n\r\n", .refused(.repeatedHost)),
      .init("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", .refused(.repeatedHost)),
      .init("GET / HTTP/1.0\r\nHost: a b\r\n\r\n", .refused(.malformedHost)),
    ]

  /// Authorization fields. RFC 9110 §5.3: a field that is not a list has one line; a second Authorization is a 400.
  static let authorizations: [RequestSample] = [
    .init(get("Authorization: Bearer a"), .accepted(path: "/")),
    .init(get("Authorization: Bearer a, Bearer b"), .accepted(path: "/")),
    .init(get("Authorization: Bearer a\r\nAuthorization: Bearer a"), .refused(.repeatedAuthorization)),
    .init(get("Authorization: Bearer a\r\nX: y\r\nauthorization:"), .refused(.repeatedAuthorization)),
    .init(
      "GET / HTTP/1.0\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n", .refused(.repeatedAuthorization)),
  ]

  /// Expect fields. RFC 9110 §10.1.1: `100-continue` in any case; another expectation is a 417 (MAY); ignored in
  /// HTTP/1.0 (MUST).
  static let expectations: [RequestSample] = [
    .init(get("Expect: 100-continue"), .accepted(path: "/")),
    .init(get("Expect: 100-CONTINUE"), .accepted(path: "/")),
    .init(get("Expect:"), .accepted(path: "/")),
    .init(get("Expect: 100-continue, 100-continue"), .accepted(path: "/")),
    .init(post("Expect: 100-continue\r\nContent-Length: 2", "ab"), .accepted(path: "/p", body: "ab")),
    .init("GET / HTTP/1.0\r\nExpect: 200-ok\r\n\r\n", .accepted(path: "/")),
    .init(get("Expect: 200-ok"), .refused(.unknownExpectation)),
    .init(get("Expect: 100-continue, x"), .refused(.unknownExpectation)),
    .init(get("Expect: 100-continue\r\nExpect: x"), .refused(.unknownExpectation)),
    .init(get("Expect: 100"), .refused(.unknownExpectation)),
    .init(get("Expect: 100-continue;q=1"), .refused(.unknownExpectation)),
    .init(get("Expect: \"100-continue\""), .refused(.unknownExpectation)),
    .init(post("Expect: 100-continue\r\nContent-Length: 1048577", ""), .refused(.bodyTooLarge)),
  ]
}
