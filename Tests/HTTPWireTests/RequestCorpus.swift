import HTTPWire
import Testing

/// Requests and what they are read as; every one of them is also fed in all cuts and with bytes after it.
struct RequestSample: CustomTestStringConvertible, Sendable {
  enum Outcome: Equatable, Sendable {
    case accepted(path: String, body: String = "")
    case refused(WireError)
    case incomplete
  }

  let text: String
  let outcome: Outcome
  var testDescription: String { String(text.prefix(90).map { $0.isNewline ? "⏎" : $0 }) }

  init(_ text: String, _ outcome: Outcome) { (self.text, self.outcome) = (text, outcome) }

  private static func get(_ fields: String) -> String { "GET / HTTP/1.1\r\n\(fields)\r\n\r\n" }
  private static func post(_ fields: String, _ body: String) -> String {
    "POST /p HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(body)"
  }

  static let all: [RequestSample] = requestLines + targets + fields + hosts + lengths + chunks

  static let requestLines: [RequestSample] = [
    .init("GET / HTTP/1.1\r\nHost: a\r\n\r\n", .accepted(path: "/")),
    .init("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .accepted(path: "/")),
    .init("GET / HTTP/1.0\r\n\r\n", .accepted(path: "/")),
    .init("GET / HTTP/1.7\r\nHost: a\r\n\r\n", .accepted(path: "/")),
    .init("", .incomplete),
    .init("\r\n", .incomplete),
    .init("GET", .incomplete),
    .init("GET / HTTP/1.1\r\nHost: a\r\n\r", .incomplete),
    .init("\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.malformedRequestLine)),
    .init(" GET / HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.malformedRequestLine)),
    .init("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.malformedRequestLine)),
    .init("GET /  HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.malformedRequestLine)),
    .init("GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.malformedRequestLine)),
    .init("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", .refused(.malformedRequestLine)),
    .init("GET / HTTP/1.1\nHost: a\n\n", .refused(.malformedRequestLine)),
    .init("GET / HTTP/1.1\rHost: a\r\n\r\n", .refused(.malformedRequestLine)),
    .init("GET / http/1.1\r\nHost: a\r\n\r\n", .refused(.malformedRequestLine)),
    .init("GET / HTTP/1.10\r\nHost: a\r\n\r\n", .refused(.malformedRequestLine)),
    .init("GET /\r\n", .refused(.malformedRequestLine)),
    .init("GET / x HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.malformedRequestLine)),
    .init("GET / HTTP/2.0\r\nHost: a\r\n\r\n", .refused(.unsupportedVersion)),
    .init("GET / HTTP/0.9\r\nHost: a\r\n\r\n", .refused(.unsupportedVersion)),
    .init("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .refused(.unsupportedVersion)),
    .init("get / HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.unknownMethod)),
    .init("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.unknownMethod)),
    .init("TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.unknownMethod)),
    .init("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.unknownMethod)),
    .init("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}", .refused(.malformedRequestLine)),
  ]

  static let targets: [RequestSample] = [
    .init("GET /a?b=c HTTP/1.1\r\nHost: a\r\n\r\n", .accepted(path: "/a")),
    .init("GET http://b:80/x?y HTTP/1.1\r\nHost: a\r\n\r\n", .accepted(path: "/x")),
    .init("GET HTTPS://b HTTP/1.1\r\nHost: a\r\n\r\n", .accepted(path: "/")),
    .init("GET http://b?q HTTP/1.1\r\nHost: a\r\n\r\n", .accepted(path: "/")),
    .init("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", .accepted(path: "*")),
    .init("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", .accepted(path: "/%zz")),
    .init("GET * HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.malformedTarget)),
    .init("GET a HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.malformedTarget)),
    .init("GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.malformedTarget)),
    .init("GET http:///a HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.malformedTarget)),
    .init("GET http://u@b/ HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.malformedTarget)),
    .init("GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.malformedTarget)),
    .init("GET /a\\b HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.malformedTarget)),
    .init("GET /\u{7F} HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.malformedTarget)),
    .init("GET /é HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.malformedTarget)),
    .init("CONNECT / HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.malformedTarget)),
  ]

  static let fields: [RequestSample] = [
    .init(get("Host: a\r\nX:\r\nY: \t z \t "), .accepted(path: "/")),
    .init(get("Host: a\r\nX: a\u{9}b é"), .accepted(path: "/")),
    .init(get("Host: a\r\nX : b"), .refused(.malformedField)),
    .init(get("Host: a\r\n: b"), .refused(.malformedField)),
    .init(get("Host: a\r\nX"), .refused(.malformedField)),
    .init(get("Host: a\r\nX(: b"), .refused(.malformedField)),
    .init(get("Host: a\r\nX: a\u{0}b"), .refused(.malformedField)),
    .init(get("Host: a\r\nX: a\u{7F}b"), .refused(.malformedField)),
    .init(get("Host: a\r\nX: a\rb"), .refused(.malformedField)),
    .init(get("Host: a\r\nX: a\nY: b"), .refused(.malformedField)),
    .init(get("Host: a\r\nX: a\r\n b"), .refused(.foldedField)),
    .init(get(" Host: a"), .refused(.foldedField)),
    .init(get("Host: a\r\nExpect: 200-ok"), .refused(.unknownExpectation)),
    .init("GET / HTTP/1.0\r\nExpect: 200-ok\r\n\r\n", .accepted(path: "/")),
  ]

  static let hosts: [RequestSample] = [
    .init(get("Host: a.example:8080"), .accepted(path: "/")),
    .init(get("Host: [::1]:80"), .accepted(path: "/")),
    .init(get("Host:"), .accepted(path: "/")),
    .init(get("X: a"), .refused(.missingHost)),
    .init(get("Host: a\r\nHost: a"), .refused(.repeatedHost)),
    .init(get("Host: a b"), .refused(.malformedHost)),
    .init(get("Host: a/b"), .refused(.malformedHost)),
    .init(get("Host: u@a"), .refused(.malformedHost)),
    .init(get("Host: a, b"), .refused(.malformedHost)),
    .init(get("Host: a:b"), .refused(.malformedHost)),
    .init(get("Host: a:99999"), .refused(.malformedHost)),
    .init(get("Host: :80"), .refused(.malformedHost)),
    .init(get("Host: [::1"), .refused(.malformedHost)),
    .init("GET http://b/ HTTP/1.1\r\nHost: a b\r\n\r\n", .refused(.malformedHost)),
    .init("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", .refused(.repeatedHost)),
  ]

  static let lengths: [RequestSample] = [
    .init(post("Content-Length: 3", "abc"), .accepted(path: "/p", body: "abc")),
    .init(post("Content-Length: 003", "abc"), .accepted(path: "/p", body: "abc")),
    .init(post("Content-Length: 3, 3", "abc"), .accepted(path: "/p", body: "abc")),
    .init(post("Content-Length: 3\r\nContent-Length: 3", "abc"), .accepted(path: "/p", body: "abc")),
    .init(post("Content-Length: 3", "ab"), .incomplete),
    .init(post("Content-Length: 3, 4", "abc"), .refused(.conflictingContentLength)),
    .init(post("Content-Length: 3\r\nContent-Length: 4", "abc"), .refused(.conflictingContentLength)),
    .init(post("Content-Length:", ""), .refused(.malformedContentLength)),
    .init(post("Content-Length: +3", "abc"), .refused(.malformedContentLength)),
    .init(post("Content-Length: -3", "abc"), .refused(.malformedContentLength)),
    .init(post("Content-Length: 0x3", "abc"), .refused(.malformedContentLength)),
    .init(post("Content-Length: 3 3", "abc"), .refused(.malformedContentLength)),
    .init(post("Content-Length: 3,", "abc"), .refused(.malformedContentLength)),
    .init(post("Content-Length: 99999999999999999999", "abc"), .refused(.malformedContentLength)),
    .init(post("Content-Length: 9223372036854775807", "abc"), .refused(.bodyTooLarge)),
    .init(post("Content-Length: 3\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), .refused(.ambiguousLength)),
    .init("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .refused(.ambiguousLength)),
  ]

  static let chunks: [RequestSample] = [
    .init(
      post("Transfer-Encoding: Chunked", "3\r\nabc\r\nA;x=\"y\"\r\n0123456789\r\n00\r\n\r\n"),
      .accepted(path: "/p", body: "abc0123456789")),
    .init(
      post("Transfer-Encoding: chunked", "1 ;x\r\na\r\n0\r\nContent-Length: 7\r\nX: y\r\n\r\n"),
      .accepted(path: "/p", body: "a")),
    .init(post("Transfer-Encoding: chunked", "3\r\nabc\r\n0\r\n"), .incomplete),
    .init(post("Transfer-Encoding: gzip, chunked", ""), .refused(.unknownTransferEncoding)),
    .init(post("Transfer-Encoding: identity", ""), .refused(.unknownTransferEncoding)),
    .init(post("Transfer-Encoding: xchunked", ""), .refused(.unknownTransferEncoding)),
    .init(post("Transfer-Encoding: chunked, chunked", ""), .refused(.malformedTransferEncoding)),
    .init(post("Transfer-Encoding: chunked, gzip", ""), .refused(.malformedTransferEncoding)),
    .init(
      post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", ""),
      .refused(.malformedTransferEncoding)),
    .init(post("Transfer-Encoding: , chunked", ""), .refused(.malformedTransferEncoding)),
    .init(post("Transfer-Encoding:", ""), .refused(.malformedTransferEncoding)),
    .init(post("Transfer-Encoding: chunked", "\r\n"), .refused(.malformedChunk)),
    .init(post("Transfer-Encoding: chunked", "x\r\n"), .refused(.malformedChunk)),
    .init(post("Transfer-Encoding: chunked", "0x3\r\nabc"), .refused(.malformedChunk)),
    .init(post("Transfer-Encoding: chunked", "-1\r\n"), .refused(.malformedChunk)),
    .init(post("Transfer-Encoding: chunked", "3 \r\nabc"), .refused(.malformedChunk)),
    .init(post("Transfer-Encoding: chunked", " 3\r\nabc"), .refused(.malformedChunk)),
    .init(post("Transfer-Encoding: chunked", "3\nabc"), .refused(.malformedChunk)),
    .init(post("Transfer-Encoding: chunked", "3\r\nabcd"), .refused(.malformedChunk)),
    .init(post("Transfer-Encoding: chunked", "3\r\nabc\n"), .refused(.malformedChunk)),
    .init(post("Transfer-Encoding: chunked", "3;a\nb\r\nabc"), .refused(.malformedChunk)),
    .init(post("Transfer-Encoding: chunked", "ffffffffffffffff\r\n"), .refused(.malformedChunk)),
    .init(post("Transfer-Encoding: chunked", "10000000000000000\r\n"), .refused(.malformedChunk)),
    .init(post("Transfer-Encoding: chunked", "7ffffffffffffff\r\n"), .refused(.bodyTooLarge)),
    .init(post("Transfer-Encoding: chunked", "0\r\nX Y: z\r\n\r\n"), .refused(.malformedField)),
    .init(post("Transfer-Encoding: chunked", "0\r\n X: z\r\n\r\n"), .refused(.malformedField)),
  ]
}
