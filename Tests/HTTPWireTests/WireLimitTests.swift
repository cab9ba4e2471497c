import HTTPWire
import Testing

@Suite struct WireLimitTests {
  private func error(_ text: String, _ change: (inout WireLimits) -> Void = { _ in }) -> WireError? {
    var limits = WireLimits()
    change(&limits)
    let bytes = Array(text.utf8)
    let whole = ParseResult([bytes], limits: limits)
    #expect(ParseResult(bytes.map { [$0] }, limits: limits).error == whole.error)
    #expect(whole.error != nil || whole.requests.count == 1)
    return whole.error
  }

  @Test func `a request line within the limit passes and a longer one is a 414`() {
    func request(_ count: Int) -> String {
      let path = String(repeating: "a", count: count - "GET / HTTP/1.1\r\n".utf8.count)
      return "GET /\(path) HTTP/1.1\r\nHost: a\r\n\r\n"
    }
    #expect(error(request(8000)) == nil)
    #expect(error(request(8192)) == nil)
    #expect(error(request(8193)) == .targetTooLong)
    #expect(error(request(100_000)) == .targetTooLong)
    #expect(WireError.targetTooLong.status == 414)
  }

  @Test func `as many fields as the limit pass and one more is a 431`() {
    func request(_ count: Int) -> String {
      "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: count - 1) + "\r\n"
    }
    #expect(error(request(100)) == nil)
    #expect(error(request(128)) == nil)
    #expect(error(request(129)) == .tooManyFields)
    #expect(error(request(3)) { $0.fieldCount = 2 } == .tooManyFields)
    #expect(WireError.tooManyFields.status == 431)
  }

  @Test func `fields within the byte limit pass and one byte more is a 431`() {
    func one(_ count: Int) -> String {
      let frame = "Host: a\r\nX: \r\n\r\n".utf8.count
      return "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "y", count: count - frame))\r\n\r\n"
    }
    #expect(error(one(8192)) == nil)
    #expect(error(one(16384)) == nil)
    #expect(error(one(16385)) == .fieldsTooLarge)
    #expect(error(one(65536)) == .fieldsTooLarge)
    let many =
      "GET / HTTP/1.1\r\nHost: a\r\n"
      + String(repeating: "X: \(String(repeating: "y", count: 995))\r\n", count: 17)
    #expect(error(many + "\r\n") == .fieldsTooLarge)
    #expect(WireError.fieldsTooLarge.status == 431)
  }

  @Test func `a body within the limit passes and one byte more is a 413`() {
    let head = "POST / HTTP/1.1\r\nHost: a\r\n"
    func length(_ count: Int) -> String {
      head + "Content-Length: \(count)\r\n\r\n" + String(repeating: "b", count: count)
    }
    func chunks(_ count: Int) -> String {
      head + "Transfer-Encoding: chunked\r\n\r\n1\r\nb\r\n\(String(count - 1, radix: 16))\r\n"
        + String(repeating: "b", count: count - 1) + "\r\n0\r\n\r\n"
    }
    #expect(error(length(1000)) { $0.body = 1000 } == nil)
    #expect(error(length(1001)) { $0.body = 1000 } == .bodyTooLarge)
    #expect(error(chunks(1000)) { $0.body = 1000 } == nil)
    #expect(error(chunks(1001)) { $0.body = 1000 } == .bodyTooLarge)
    #expect(WireLimits().body == 1_048_576)
    #expect(WireError.bodyTooLarge.status == 413)
  }

  @Test func `a POST to the path of uploads may have a larger body, and no other request`() {
    func request(_ method: String, _ path: String, _ count: Int, isChunked: Bool) -> String {
      let body = String(repeating: "b", count: count)
      let framing =
        isChunked
        ? "Transfer-Encoding: chunked\r\n\r\n\(String(count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
        : "Content-Length: \(count)\r\n\r\n\(body)"
      return "\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(framing)"
    }
    for isChunked in [false, true] {
      func isAccepted(_ method: String, _ path: String, _ count: Int) -> Bool {
        let error = error(request(method, path, count, isChunked: isChunked)) {
          $0.body = 10
          $0.uploadBody = 20
          $0.uploadPath = "/files"
        }
        #expect(error == nil || error == .bodyTooLarge)
        return error == nil
      }
      for path in ["/files", "/c/a/files?x=/", "/files?a"] {
        #expect(isAccepted("POST", path, 20), "\(path)")
      }
      #expect(!isAccepted("POST", "/files", 21))
      for path in ["/", "/file", "/files/", "/a?x=/files"] {
        #expect(!isAccepted("POST", path, 20), "\(path)")
      }
      #expect(!isAccepted("PUT", "/files", 20))
    }
  }

  @Test func `chunk lines, chunk overhead, trailers and empty lines are limited`() {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    func line(_ count: Int) -> String {
      "1;" + String(repeating: "x", count: count - 4) + "\r\nb\r\n0\r\n\r\n"
    }
    #expect(error(head + line(256)) == nil)
    #expect(error(head + line(257)) == .malformedChunk)
    let single = String(repeating: "1\r\nb\r\n", count: 100) + "0\r\n\r\n"
    #expect(error(head + single) { $0.chunkOverhead = 405 } == nil)
    #expect(error(head + single) { $0.chunkOverhead = 404 } == .malformedChunk)
    func trailer(_ count: Int) -> String {
      "0\r\nX: " + String(repeating: "y", count: count - 7) + "\r\n\r\n"
    }
    #expect(error(head + trailer(8192)) == nil)
    #expect(error(head + trailer(8193)) == .fieldsTooLarge)
    let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    #expect(error(String(repeating: "\r\n", count: 8) + get) == nil)
    #expect(error(String(repeating: "\r\n", count: 9) + get) == .malformedRequestLine)
  }
}
