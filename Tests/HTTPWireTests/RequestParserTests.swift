import HTTPWire
import Testing

@Suite struct RequestParserTests {
  @Test(arguments: RequestSample.all)
  func `a sample request has the expected outcome`(_ sample: RequestSample) {
    let result = ParseResult([sample.bytes])
    switch sample.outcome {
    case .accepted(let path, let body):
      #expect(result.error == nil)
      #expect(result.requests.map(\.path) == [path])
      #expect(result.requests.map(\.body) == [body])
      #expect(result.remaining == 0)
    case .refused(let error):
      #expect(result.error == error)
      #expect(result.requests.isEmpty)
    case .incomplete:
      #expect(result.error == nil)
      #expect(result.requests.isEmpty)
    }
  }

  @Test(arguments: RequestSample.all)
  func `a request parses the same however it is split`(_ sample: RequestSample) {
    let (_, differing) = ParseResult.withAllSplits(sample.bytes)
    #expect(differing == [])
  }

  @Test(arguments: RequestSample.all)
  func `the next request starts after the request`(_ sample: RequestSample) {
    guard case .accepted(let path, _) = sample.outcome else { return }
    let next = "GET /next HTTP/1.1\r\nHost: b\r\n\r\n"
    let (whole, differing) = ParseResult.withAllSplits(sample.bytes + Array(next.utf8))
    #expect(whole.requests.map(\.path) == [path, "/next"])
    #expect(differing == [])
  }

  @Test func `a request with a replaced byte parses the same whole and byte by byte`() {
    let text =
      "POST /a?b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;x\r\nabc\r\n0\r\nT: u\r\n\r\n"
    let bytes = Array(text.utf8)
    for place in bytes.indices {
      for replacement: UInt8 in [0, 9, 10, 13, 32, 58, 59, 127, 128, 255] {
        var mutated = bytes
        mutated[place] = replacement
        let whole = ParseResult([mutated])
        let single = ParseResult(mutated.map { [$0] })
        #expect(whole.error == single.error, "byte \(place) is \(replacement)")
        #expect(whole.requests == single.requests, "byte \(place) is \(replacement)")
      }
    }
  }

  @Test func `fields keep their order and lose surrounding whitespace`() {
    let result = ParseResult("GET /a?b HTTP/1.0\r\nHost:a\r\nX-One: \t 1 \t\r\nX-One:\r\nx-two: a  b\r\n\r\n")
    #expect(
      result.requests == [
        ParseResult.Request(
          method: "GET", path: "/a", query: "b", version: .http10,
          fields: ["Host: a", "X-One: 1", "X-One: ", "x-two: a  b"], body: "", keepsAlive: false)
      ])
  }

  @Test func `trailers never become fields`() {
    let result = ParseResult(
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nAuthorization: Bearer x\r\n\r\n")
    #expect(result.requests.map(\.fields) == [["Host: a", "Transfer-Encoding: chunked"]])
  }

  @Test(arguments: [
    ("1.1", "", true), ("1.1", "Connection: close\r\n", false), ("1.1", "Connection: x, CLOSE\r\n", false),
    ("1.1", "Connection: keep-alive, close\r\n", false), ("1.0", "", false),
    ("1.0", "Connection: Keep-Alive\r\n", true),
    ("1.0", "Connection: keep-alive\r\nConnection: close\r\n", false),
  ])
  func `keep-alive follows version and Connection field`(version: String, field: String, expected: Bool) {
    let result = ParseResult("GET / HTTP/\(version)\r\nHost: a\r\n\(field)\r\n")
    #expect(result.requests.map(\.keepsAlive) == [expected])
  }

  @Test func `100 Continue is requested once and only before the body`() {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n"
    #expect(ParseResult([Array(head.utf8), [0x61], [0x62]]).continues == 1)
    #expect(ParseResult([Array(head.utf8), [0x61], [0x62]]).requests.map(\.body) == ["ab"])
    #expect(ParseResult([Array((head + "a").utf8), [0x62]]).continues == 0)
    #expect(ParseResult(head.replacing("1.1", with: "1.0", maxReplacements: 1)).continues == 0)
    #expect(ParseResult(head.replacing("Length: 2", with: "Length: 0")).continues == 0)
  }

  @Test func `known fields are recognised in any case`() {
    for field in KnownField.allCases {
      let name = field.name.description
      Array(name.utf8).withBytes { #expect(KnownField.recognize($0) == field) }
      Array(name.uppercased().utf8).withBytes { #expect(KnownField.recognize($0) == field) }
      Array((name.dropLast() + "~").utf8).withBytes { #expect(KnownField.recognize($0) == nil) }
      Array((name + "x").utf8).withBytes { #expect(KnownField.recognize($0) == nil) }
    }
    #expect(KnownField.count == KnownField.allCases.count)
  }

  @Test func `a copy of a request has the same content`() throws {
    let parser = RequestParser(limits: WireLimits())
    let input = InputBuffer(capacity: 64)
    let text = "PUT /a?b HTTP/1.1\r\nHost: h\r\nAccept: x\r\nAccept: y\r\nContent-Length: 2\r\n\r\nhi"
    Array(text.utf8).withBytes { input.append($0) }
    try #require(parser.advance(input) == .request)
    let owned = parser.withRequest(in: input) { $0.owned() }
    parser.removeRequest(from: input)
    Array("GET /other HTTP/1.1\r\nHost: other\r\n\r\n".utf8).withBytes { input.append($0) }
    try #require(parser.advance(input) == .request)
    owned.withRequest { request in
      let path = String(decoding: request.path)
      let query = request.query.map { String(decoding: $0) }
      let authority = request.authority.map { String(decoding: $0) }
      let accept = request.list(.accept)
      let isRepeated = request.isRepeated(.accept)
      let body = String(decoding: request.body)
      let length = request.list(named: "content-length")
      #expect([path, query, authority, accept, body, length] == ["/a", "b", "h", "x, y", "hi", "2"])
      #expect(isRepeated)
    }
  }
}
