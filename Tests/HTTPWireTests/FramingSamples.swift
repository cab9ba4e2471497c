import HTTPWire

extension RequestSample {
  /// Content-Length fields. RFC 9110 §8.6: `1*DIGIT`. RFC 9112 §6.3: an invalid value is a 400 (MUST). A list or
  /// repetition of the same number counts as that number (MAY); different numbers are a 400.
  static let contentLengths: [RequestSample] =
    [
      .init(post("Content-Length: 3", "abc"), .accepted(path: "/p", body: "abc")),
      .init(post("content-LENGTH:\t3 ", "abc"), .accepted(path: "/p", body: "abc")),
      .init(post("Content-Length: 0", ""), .accepted(path: "/p")),
      .init(post("Content-Length: 003", "abc"), .accepted(path: "/p", body: "abc")),
      .init(
        post("Content-Length: 00000000000000000000000000000003", "abc"), .accepted(path: "/p", body: "abc")),
      .init(post("Content-Length: 3, 3", "abc"), .accepted(path: "/p", body: "abc")),
      .init(post("Content-Length: 3,03", "abc"), .accepted(path: "/p", body: "abc")),
      .init(post("Content-Length: 3\r\nContent-Length: 3", "abc"), .accepted(path: "/p", body: "abc")),
      .init("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", .accepted(path: "/", body: "abc")),
      .init("POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc", .accepted(path: "/", body: "abc")),
      .init(post("X: y", ""), .accepted(path: "/p")),
      .init(post("Content-Length: 3", "ab"), .incomplete),
      .init(post("Content-Length: 3, 4", "abc"), .refused(.conflictingContentLength)),
      .init(post("Content-Length: 3\r\nContent-Length: 4", "abc"), .refused(.conflictingContentLength)),
      .init(post("Content-Length: 0\r\nContent-Length: 3", "abc"), .refused(.conflictingContentLength)),
      .init(post("Content-Length: 9223372036854775807", "abc"), .refused(.bodyTooLarge)),
      .init(post("Content-Length: 3\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), .refused(.ambiguousLength)),
      .init(post("Transfer-Encoding: chunked\r\nContent-Length: 0", "0\r\n\r\n"), .refused(.ambiguousLength)),
      .init(post("Content-Length: x\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), .refused(.ambiguousLength)),
      .init(post("Content-Length: 3\r\nTransfer-Encoding: xchunked", "abc"), .refused(.ambiguousLength)),
      .init(post("Content-Length: 3\r\nTransfer-Encoding:", "abc"), .refused(.ambiguousLength)),
      .init(post("Content-Length : 3", "abc"), .refused(.malformedField)),
      .init(post("Content-Length: 3\u{B}", "abc"), .refused(.malformedField)),
      .init(post("Content-Length: 3\u{0}", "abc"), .refused(.malformedField)),
      .init(post("Content-Length: 3\r\n 4", "abc"), .refused(.foldedField)),
      .init(escaped: post("Content-Length: 3\\xA0", "abc"), .refused(.malformedContentLength)),
    ]
    + [
      "", "+3", "-3", "-0", "3.", "3.0", "3e0", "0x3", "0b11", "0o3", "3 3", "3_0", "1'000", "3,", ",3",
      "3,,3", "3;3", "3, x",
      "\"3\"", "x", "3x", "three", "Infinity", "NaN", "null", "٣", "３", "9223372036854775808",
      "18446744073709551619",
      "99999999999999999999", "4294967299 ,3x",
    ].map { RequestSample(post("Content-Length: \($0)", "abc"), .refused(.malformedContentLength)) }

  /// Transfer-Encoding fields. RFC 9112 §6.1: `chunked` once and last (MUST); an unknown coding is a 501 (SHOULD); in
  /// HTTP/1.0 the framing is faulty (MUST); refused with Content-Length (MAY). §7: names of codings in any case. An
  /// empty list element is refused, although RFC 9110 §5.6.1 allows it: other servers interpret it differently.
  static let transferCodings: [RequestSample] =
    [
      .init(post("Transfer-Encoding: Chunked", "0\r\n\r\n"), .accepted(path: "/p")),
      .init(post("transfer-encoding:\t chunked \t", "0\r\n\r\n"), .accepted(path: "/p")),
      .init(
        "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
        .accepted(path: "/", body: "a")),
      .init("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .refused(.ambiguousLength)),
      .init("POST / HTTP/1.0\r\nTransfer-Encoding: gzip\r\n\r\n", .refused(.ambiguousLength)),
      .init(post("Transfer-Encoding : chunked", "0\r\n\r\n"), .refused(.malformedField)),
      .init(post("Transfer-Encoding\t: chunked", "0\r\n\r\n"), .refused(.malformedField)),
      .init(post("X: y\r\n Transfer-Encoding: chunked", "0\r\n\r\n"), .refused(.foldedField)),
      .init(post("Transfer-Encoding:\r\n chunked", "0\r\n\r\n"), .refused(.foldedField)),
      .init(post("Transfer-Encoding: \u{B}chunked", "0\r\n\r\n"), .refused(.malformedField)),
      .init(post("Transfer-Encoding: chunked\u{0}", "0\r\n\r\n"), .refused(.malformedField)),
      .init(post("X: y\nTransfer-Encoding: chunked", "0\r\n\r\n"), .refused(.malformedField)),
      .init(post("X: y\rTransfer-Encoding: chunked", "0\r\n\r\n"), .refused(.malformedField)),
      .init(escaped: post("Transfer-Encoding: chunked\\x85", ""), .refused(.malformedTransferEncoding)),
      .init(
        post("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", ""), .refused(.unknownTransferEncoding)),
    ]
    + [
      "", "chunked, chunked", "chunked, gzip", "gzip, chunked, chunked",
      "chunked\r\nTransfer-Encoding: chunked",
      "chunked\r\nTransfer-Encoding: identity", ", chunked", "chunked,", "chunked, ", ",", "\"chunked\"",
      "chun ked",
      "chunked;q=1", "chunked;", "chunked ; x", "chunked gzip", "gzip,,chunked", "{chunked}", "chu\u{E4}nked",
      ";chunked",
    ].map {
      RequestSample(post("Transfer-Encoding: \($0)", "0\r\n\r\n"), .refused(.malformedTransferEncoding))
    }
    + [
      "gzip, chunked", "gzip", "identity", "xchunked", "chunkedx", "x-chunked", "identity, chunked",
      "gzip;q=1, chunked",
      "deflate, gzip, chunked", "'chunked", "chunked-x", "trailers",
    ].map { RequestSample(post("Transfer-Encoding: \($0)", ""), .refused(.unknownTransferEncoding)) }

  /// Chunk sizes. RFC 9112 §7.1: `1*HEXDIG` and CR LF; a number that is too large is an error, not an overflow (MUST).
  static let chunkSizes: [RequestSample] =
    [
      .init(chunked("0\r\n\r\n"), .accepted(path: "/p")),
      .init(chunked("3\r\nabc\r\n0\r\n\r\n"), .accepted(path: "/p", body: "abc")),
      .init(
        chunked("3\r\nabc\r\nA\r\n0123456789\r\n00\r\n\r\n"), .accepted(path: "/p", body: "abc0123456789")),
      .init(chunked("a\r\n0123456789\r\n0\r\n\r\n"), .accepted(path: "/p", body: "0123456789")),
      .init(
        chunked("00000000000000000000000000000003\r\nabc\r\n0\r\n\r\n"), .accepted(path: "/p", body: "abc")),
      .init(chunked("3\r\n\r\n\r\r\n0\r\n\r\n"), .accepted(path: "/p", body: "\r\n\r")),
      .init(chunked(""), .incomplete),
      .init(chunked("3"), .incomplete),
      .init(chunked("3\r\nab"), .incomplete),
      .init(chunked("3\r\nabc\r\n"), .incomplete),
      .init(chunked("7ffffffffffffff\r\n"), .refused(.bodyTooLarge)),
      .init(chunked("100001\r\n"), .refused(.bodyTooLarge)),
    ]
    + [
      "\r\n", "\n", "x\r\n", "3x\r\nabc", "0x3\r\nabc", "-1\r\n", "-0\r\n", "+3\r\nabc", "3.0\r\nabc",
      "3_0\r\n", "3,3\r\nabc",
      " 3\r\nabc", "\t3\r\nabc", "3 \r\nabc", "3\t\r\nabc", "3 3\r\nabc", "3\u{B}\r\nabc", "3\u{0}\r\nabc",
      "\"3\"\r\nabc",
      "3\nabc", "3\rabc", "3\r\rabc", "٣\r\nabc", "g\r\n", "ffffffffffffffff\r\n", "10000000000000000\r\n",
      "8000000000000000\r\n", "fffffffffffffffffffffffffffffffff\r\n", "100000000000000000000003\r\nabc",
    ].map { RequestSample(chunked($0), .refused(.malformedChunk)) }

  /// Chunk extensions. RFC 9112 §7.1.1: valid ones are ignored (MUST).
  static let chunkExtensions: [RequestSample] =
    [
      ";a", ";a=b", ";a=b;c=d;e", " ;a", "\t;\ta\t=\tb", " ; a = \"b\" ; c", ";a=\"\"", ";a=\"b;c\\\"d\\\\\"",
      ";a=\"\t é\"",
      ";!#$%&'*+-.^_`|~=0",
    ].map { RequestSample(chunked("3\($0)\r\nabc\r\n0\($0)\r\n\r\n"), .accepted(path: "/p", body: "abc")) }
    + [
      ";", ";;", ";a;", "; ", ";=", ";=b", ";a=", ";a= ", ";a b", ";a=b c", ";a=b=c", ";a=\"b", ";a=\"b\"c",
      ";a=\"b\\", ";a=b\"",
      ";\"a\"", ";a=b ", ";a ", ";a\u{0}", ";a=\"\u{0}\"", ";a=\"\u{1}\"", ";a=\u{7F}", ";a,b", ";(a)", " a",
      ";é", ";a=é",
    ].map { RequestSample(chunked("3\($0)\r\nabc\r\n"), .refused(.malformedChunk)) }
    + [
      .init(chunked("3;a\nabc\r\n"), .refused(.malformedChunk)),
      .init(chunked("3;a\rabc\r\n"), .refused(.malformedChunk)),
      .init(chunked("3;a\r\rabc\r\n"), .refused(.malformedChunk)),
      .init(chunked("3;a=\"b\r\nabc\r\n"), .refused(.malformedChunk)),
      .init(chunked("3;a=\"b\nabc\r\n"), .refused(.malformedChunk)),
      .init(chunked("3;a=\"\\\r\nabc\r\n"), .refused(.malformedChunk)),
    ]

  /// Ends of chunks and of the body (RFC 9112 §7.1, §7.1.2): trailers must be valid fields and are discarded.
  static let chunkEnds: [RequestSample] = [
    .init(chunked("3\r\nabcd\r\n"), .refused(.malformedChunk)),
    .init(chunked("3\r\nabc0\r\n\r\n"), .refused(.malformedChunk)),
    .init(chunked("3\r\nabc\n0\r\n\r\n"), .refused(.malformedChunk)),
    .init(chunked("3\r\nabc\r0\r\n\r\n"), .refused(.malformedChunk)),
    .init(chunked("3\r\nabc\r\r\n0\r\n\r\n"), .refused(.malformedChunk)),
    .init(chunked("3\r\nab\r\n0\r\n\r\n"), .refused(.malformedChunk)),
    .init(chunked("3\r\nabc\r\n\r\n0\r\n\r\n"), .refused(.malformedChunk)),
    .init(chunked("0\n\n"), .refused(.malformedChunk)),
    .init(chunked("0\r\n\n"), .refused(.malformedField)),
    .init(chunked("0\r\n\rX"), .refused(.malformedField)),
    .init(chunked("3\r\nabc\r\n0\r\n"), .incomplete),
    .init(chunked("0\r\n\r"), .incomplete),
    .init(chunked("0\r\nX: y\r\n"), .incomplete),
    .init(chunked("1 ;x\r\na\r\n0\r\nX: y\r\nZ:\r\n\r\n"), .accepted(path: "/p", body: "a")),
    .init(
      chunked("0\r\nContent-Length: 7\r\nTransfer-Encoding: gzip\r\nHost: b c\r\n\r\n"), .accepted(path: "/p")
    ),
    .init(chunked("0\r\nX Y: z\r\n\r\n"), .refused(.malformedField)),
    .init(chunked("0\r\nX : z\r\n\r\n"), .refused(.malformedField)),
    .init(chunked("0\r\n X: z\r\n\r\n"), .refused(.malformedField)),
    .init(chunked("0\r\nX: z\r\n y\r\n\r\n"), .refused(.malformedField)),
    .init(chunked("0\r\n: z\r\n\r\n"), .refused(.malformedField)),
    .init(chunked("0\r\nX\r\n\r\n"), .refused(.malformedField)),
    .init(chunked("0\r\nX: \u{0}\r\n\r\n"), .refused(.malformedField)),
    .init(chunked("0\r\nX: y\nZ: z\r\n\r\n"), .refused(.malformedField)),
    .init(chunked("0\r\nX: y\rZ: z\r\n\r\n"), .refused(.malformedField)),
    .init(chunked("0\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"), .refused(.malformedField)),
  ]
}
