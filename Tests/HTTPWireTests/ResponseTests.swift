import HTTPWire
import Testing

@Suite struct ResponseTests {
  private let date = HTTPDate.Text(second: 784_111_777)

  private func text(_ write: (OutputBuffer) -> Void) -> String {
    let output = OutputBuffer(capacity: 64)
    write(output)
    return String(decoding: output.bytes)
  }

  private func both(
    _ response: HTTPResponse, method: HTTPMethod = .get, version: HTTPVersion = .http11,
    keepsAlive: Bool = true
  ) -> String {
    let made = text {
      ResponseWriter.write(
        response, to: $0, date: date, method: method, version: version, keepsAlive: keepsAlive)
    }
    let prepared = text {
      ResponseWriter.write(
        PreparedResponse(response), to: $0, date: date, method: method, version: version,
        keepsAlive: keepsAlive)
    }
    #expect(made == prepared)
    return made
  }

  private let hello = HTTPResponse(200, contentType: "text/plain", body: Array("hello".utf8))

  @Test func `a response and its prepared form have the same bytes`() {
    #expect(
      both(hello)
        == "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Type: text/plain\r\n"
        + "Content-Length: 5\r\n\r\nhello")
  }

  @Test func `HEAD gets the head with the Content-Length of GET`() {
    #expect(both(hello, method: .head).hasSuffix("Content-Length: 5\r\n\r\n"))
  }

  @Test func `the Connection field is written where it is needed`() {
    #expect(both(hello, keepsAlive: false).contains("\r\nConnection: close\r\n\r\nhello"))
    #expect(both(hello, version: .http10).contains("\r\nConnection: keep-alive\r\n\r\nhello"))
    #expect(both(hello, version: .http10, keepsAlive: false).contains("\r\nConnection: close\r\n"))
  }

  @Test func `a prepared response knows most fields that it does not have`() {
    let response = HTTPResponse(
      200,
      fields: [
        HTTPField("Screen-Version-Name", "x"), HTTPField("Screen-Version", "7"), HTTPField("Empty", ""),
        HTTPField("Last", "a: b"),
      ], body: Array("\r\nScreen: body\r\n".utf8))
    let prepared = PreparedResponse(response)
    for (name, value) in [
      ("screen-version", "7"), ("screen-version-name", "x"), ("empty", ""), ("last", "a: b"), ("screen", nil),
      ("screen-downgraded", nil), ("", nil),
    ] as [(StaticString, String?)] {
      #expect(response.value(of: name) == value, "\(name)")
      #expect(prepared.mayHave(FieldNameFilter(name)) == (value != nil), "\(name)")
    }
  }

  @Test func `a prepared response has a field of its own after those that all copies share`() {
    let shared = PreparedResponse(hello)
    let words = RenderedField.ShortText(
      0x6867_6665_6463_6261, 0, 0, 0, 0, 0, 0, 0, 0, 0x2121_2121_2121_2121)
    for (field, value) in [
      (RenderedField("Short", words, count: 3), "abc"), (RenderedField("Short", words, count: 8), "abcdefgh"),
      (RenderedField("Short", cleaning: Array("a\r\nb\u{0},c".utf8)), "a  b ,c"),
    ] {
      let own = shared.adding(field)
      for (isHead, connection) in [(false, ""), (true, ""), (false, "Connection: close\r\n")] {
        let sent = text {
          ResponseWriter.write(
            own, to: $0, date: date, method: isHead ? .head : .get, version: .http11,
            keepsAlive: connection.isEmpty)
        }
        let end = "Content-Length: 5\r\nShort: \(value)\r\n\(connection)\r\n" + (isHead ? "" : "hello")
        #expect(sent.hasSuffix(end), "\(sent)")
      }
      #expect(own.head.value(of: "short") == value && field.field.value == value)
      #expect(String(decoding: field.value, as: UTF8.self) == value)
      let other = own.adding(RenderedField("Other", cleaning: Array("x".utf8)))
      #expect(other.head.value(of: "other") == "x" && other.head.value(of: "short") == nil)
      #expect(shared.head.value(of: "short") == nil)
    }
  }

  @Test func `a field takes the memory of one that nothing else has, and leaves others alone`() {
    func words(_ byte: UInt8) -> RenderedField.ShortText {
      let word = UInt64(byte) &* 0x0101_0101_0101_0101
      return (word, word, word, word, word, word, word, word, word, word)
    }
    func place(_ field: RenderedField) -> UnsafeRawPointer? {
      unsafe field.withEndOfHead { unsafe $0.withUnsafeBytes { $0.baseAddress } }
    }
    let first = RenderedField("Short", words(0x61), count: 70)
    let shared = PreparedResponse(hello).adding(first)
    // Others have it still.
    let second = RenderedField("Short", words(0x62), count: 70, inPlaceOf: first)
    #expect(first.value == [UInt8](repeating: 0x61, count: 70))
    #expect(shared.head.value(of: "short") == String(repeating: "a", count: 70))
    #expect(second.value == [UInt8](repeating: 0x62, count: 70))
    let address = unsafe place(second)
    let third = RenderedField("Short", words(0x63), count: 70, inPlaceOf: consume second)
    #expect(unsafe place(third) == address)
    #expect(String(decoding: third.value, as: UTF8.self) == String(repeating: "c", count: 70))
    // Of another name with the same length.
    let other = RenderedField("Other", words(0x65), count: 70, inPlaceOf: consume third)
    #expect(String(decoding: other.value, as: UTF8.self) == String(repeating: "e", count: 70))
    #expect(PreparedResponse(hello).adding(other).head.value(of: "other") != nil)
    // Of another length.
    let fourth = RenderedField("Other", words(0x64), count: 80, inPlaceOf: consume other)
    #expect(String(decoding: fourth.value, as: UTF8.self) == String(repeating: "d", count: 80))
  }

  @Test(arguments: [204, 304])
  func `204 and 304 have neither body nor length`(status: Int) {
    let response = HTTPResponse(
      HTTPStatus(rawValue: status), fields: [HTTPField("ETag", "\"7\"")], body: [1, 2])
    let text = both(response)
    #expect(text.hasSuffix("ETag: \"7\"\r\n\r\n"))
    #expect(!text.contains("Content-Length"))
  }

  @Test(arguments: ["a\r\nb", "a\nb", "a\rb", "a\u{0}b", "\r\n"])
  func `no field value injects a line`(value: String) {
    #expect(HTTPField("X", value) == nil)
    #expect(HTTPField("X-Y", cleaning: value).value.utf8.allSatisfy { $0 >= 0x20 })
    #expect(HTTPField("X-Y", cleaning: "b\r\nSet-Cookie: x").value == "b  Set-Cookie: x")
    #expect(HTTPField("X: y\r\nZ", "v") == nil)
    #expect(HTTPField("", "v") == nil)
    #expect(HTTPField("X", "ok")?.value == "ok")
  }

  @Test func `fields that the server writes itself are ignored`() {
    var response = hello
    for name in ["date", "Content-Length", "TRANSFER-ENCODING", "Connection"] {
      response.fields.append(contentsOf: [HTTPField(name, "x")].compactMap { $0 })
    }
    #expect(response.fields.count == 5)
    #expect(both(response) == both(hello))
  }

  @Test func `a stream without length is chunked in HTTP 1.1 and ends with the connection in 1.0`() {
    func stream(_ version: HTTPVersion) -> String {
      text {
        ResponseWriter.writeStreamHead(
          HTTPResponse(200), length: nil, to: $0, date: date, version: version, keepsAlive: version == .http11
        )
        ResponseWriter.writePiece(Array("0123456789abcdefg".utf8), to: $0, version: version)
        ResponseWriter.writePiece([], to: $0, version: version)
        ResponseWriter.writeStreamEnd(to: $0, version: version)
      }
    }
    #expect(
      stream(.http11).hasSuffix("Transfer-Encoding: chunked\r\n\r\n11\r\n0123456789abcdefg\r\n0\r\n\r\n"))
    #expect(stream(.http10).hasSuffix("Connection: close\r\n\r\n0123456789abcdefg"))
  }

  @Test(arguments: WireError.allCases)
  func `every wire error has problem details with its own code`(error: WireError) {
    let response = HTTPResponse.problem(error)
    #expect(response.value(of: "content-type") == "application/problem+json")
    #expect(
      String(decoding: response.body, as: UTF8.self)
        == "{\"type\":\"https://marquee.dev/problems/\(error.code)\",\"title\":\"\(error.title)\","
        + "\"status\":\(error.status.rawValue),\"detail\":\"\(error.detail)\"}")
    #expect(error.status.rawValue >= 400)
    #expect(error.status.reason != "Unassigned")
    #expect(!error.title.contains("\"") && !error.detail.contains("\"") && !error.detail.contains("\\"))
    #expect((response.value(of: "retry-after") != nil) == (error == .overloaded))
  }

  @Test(arguments: [
    (203, "Non-Authoritative Information"), (205, "Reset Content"), (207, "Multi-Status"),
    (208, "Already Reported"), (300, "Multiple Choices"), (305, "Use Proxy"),
    (407, "Proxy Authentication Required"), (506, "Variant Also Negotiates"), (510, "Not Extended"),
    (299, "Successful"), (399, "Redirection"), (499, "Client Error"), (599, "Server Error"),
    (199, "Informational"), (600, "Unassigned"),
  ])
  func `a status has its registered name, or that of its class`(status: Int, reason: String) {
    #expect(HTTPStatus(rawValue: status).reason == reason)
  }

  @Test func `an output buffer keeps unsent bytes through growth and reuse`() {
    let output = OutputBuffer(capacity: 64)
    var expected: [UInt8] = []
    for round in 0..<200 {
      let piece = [UInt8](repeating: UInt8(round), count: round % 37)
      output.append(piece)
      expected += piece
      let taken = min(round % 29, expected.count)
      output.consume(taken)
      expected.removeFirst(taken)
      #expect(Array(output.bytes) == expected)
    }
    let copy = OutputBuffer(copying: output)
    withExtendedLifetime(copy) { #expect(Array(copy.bytes) == expected) }
  }
}
