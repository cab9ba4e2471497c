import HTTPWire
import Testing

@Suite("Reading requests")
struct RequestParserTests {
  @Test("A request is read as the RFCs have it", arguments: RequestSample.all)
  func outcome(_ sample: RequestSample) {
    let reading = Reading([sample.bytes])
    switch sample.outcome {
    case .accepted(let path, let body):
      #expect(reading.error == nil)
      #expect(reading.requests.map(\.path) == [path])
      #expect(reading.requests.map(\.body) == [body])
      #expect(reading.left == 0)
    case .refused(let error):
      #expect(reading.error == error)
      #expect(reading.requests.isEmpty)
    case .incomplete:
      #expect(reading.error == nil)
      #expect(reading.requests.isEmpty)
    }
  }

  @Test("However a request is cut, it reads the same", arguments: RequestSample.all)
  func cuts(_ sample: RequestSample) {
    let (_, differing) = Reading.inAllCuts(sample.bytes)
    #expect(differing == [])
  }

  @Test("What follows a request is the next one, in all cuts", arguments: RequestSample.all)
  func following(_ sample: RequestSample) {
    guard case .accepted(let path, _) = sample.outcome else { return }
    let next = "GET /next HTTP/1.1\r\nHost: b\r\n\r\n"
    let (whole, differing) = Reading.inAllCuts(sample.bytes + Array(next.utf8))
    #expect(whole.requests.map(\.path) == [path, "/next"])
    #expect(differing == [])
  }

  @Test("Every byte of a request replaced by every control byte reads the same in both ways of feeding")
  func mutations() {
    let text =
      "POST /a?b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;x\r\nabc\r\n0\r\nT: u\r\n\r\n"
    let bytes = Array(text.utf8)
    for place in bytes.indices {
      for replacement: UInt8 in [0, 9, 10, 13, 32, 58, 59, 127, 128, 255] {
        var mutated = bytes
        mutated[place] = replacement
        let whole = Reading([mutated])
        let single = Reading(mutated.map { [$0] })
        #expect(whole.error == single.error, "byte \(place) is \(replacement)")
        #expect(whole.requests == single.requests, "byte \(place) is \(replacement)")
      }
    }
  }

  @Test("Fields keep their order and lose the blanks around their values")
  func fieldValues() {
    let reading = Reading("GET /a?b HTTP/1.0\r\nHost:a\r\nX-One: \t 1 \t\r\nX-One:\r\nx-two: a  b\r\n\r\n")
    #expect(
      reading.requests == [
        Reading.Request(
          method: "GET", path: "/a", query: "b", version: .http10,
          fields: ["Host: a", "X-One: 1", "X-One: ", "x-two: a  b"], body: "", keepsAlive: false)
      ])
  }

  @Test("Trailers never become fields")
  func trailers() {
    let reading = Reading(
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nAuthorization: Bearer x\r\n\r\n")
    #expect(reading.requests.map(\.fields) == [["Host: a", "Transfer-Encoding: chunked"]])
  }

  @Test(
    "The connection stays open as RFC 9112 §9.3 says",
    arguments: [
      ("1.1", "", true), ("1.1", "Connection: close\r\n", false), ("1.1", "Connection: x, CLOSE\r\n", false),
      ("1.1", "Connection: keep-alive, close\r\n", false), ("1.0", "", false),
      ("1.0", "Connection: Keep-Alive\r\n", true),
      ("1.0", "Connection: keep-alive\r\nConnection: close\r\n", false),
    ])
  func keepAlive(version: String, field: String, expected: Bool) {
    let reading = Reading("GET / HTTP/\(version)\r\nHost: a\r\n\(field)\r\n")
    #expect(reading.requests.map(\.keepsAlive) == [expected])
  }

  @Test("100 Continue is wanted once, and only while the body has not begun")
  func expectation() {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n"
    #expect(Reading([Array(head.utf8), [0x61], [0x62]]).continues == 1)
    #expect(Reading([Array(head.utf8), [0x61], [0x62]]).requests.map(\.body) == ["ab"])
    #expect(Reading([Array((head + "a").utf8), [0x62]]).continues == 0)
    #expect(Reading(head.replacing("1.1", with: "1.0", maxReplacements: 1)).continues == 0)
    #expect(Reading(head.replacing("Length: 2", with: "Length: 0")).continues == 0)
  }

  @Test("Known fields are recognised in any case, and no others are taken for them")
  func knownFields() {
    for field in KnownField.allCases {
      let name = field.name.description
      Array(name.utf8).withBytes { #expect(KnownField.recognise($0) == field) }
      Array(name.uppercased().utf8).withBytes { #expect(KnownField.recognise($0) == field) }
      Array((name.dropLast() + "~").utf8).withBytes { #expect(KnownField.recognise($0) == nil) }
      Array((name + "x").utf8).withBytes { #expect(KnownField.recognise($0) == nil) }
    }
    #expect(KnownField.count == KnownField.allCases.count)
  }

  @Test("A copy of a request says what the request said")
  func owned() throws {
    let parser = RequestParser(limits: WireLimits())
    let input = InputBuffer(capacity: 64)
    let text = "PUT /a?b HTTP/1.1\r\nHost: h\r\nAccept: x\r\nAccept: y\r\nContent-Length: 2\r\n\r\nhi"
    Array(text.utf8).withBytes { input.append($0) }
    try #require(parser.advance(input) == .request)
    let owned = parser.request(in: input).owned()
    parser.next(input)
    Array("GET /other HTTP/1.1\r\nHost: other\r\n\r\n".utf8).withBytes { input.append($0) }
    try #require(parser.advance(input) == .request)
    owned.withRequest { request in
      let path = String(decoding: request.path)
      let query = request.query.map { String(decoding: $0) }
      let authority = request.authority.map { String(decoding: $0) }
      let accept = request.list(.accept)
      let isRepeated = request.isRepeated(.accept)
      let body = String(decoding: request.body)
      let length = request.field(named: "content-length").map { String(decoding: $0) }
      #expect([path, query, authority, accept, body, length] == ["/a", "b", "h", "x, y", "hi", "2"])
      #expect(isRepeated)
    }
  }
}
