import HTTPWire

/// The request parser alone, with a request like a browser's.
enum RequestParsing {
  private static let bytes = 400

  private static let text = """
    GET /screens/home?user=1234567 HTTP/1.1\r
    Host: marquee.example\r
    User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile\r
    Accept: application/json, text/plain, */*\r
    Accept-Language: ko-KR,ko;q=0.9\r
    Accept-Encoding: gzip, deflate, br\r
    If-None-Match: "0123456789abcdef0123456789abcdef"\r
    Connection: keep-alive\r
    Cookie: id=
    """

  /// The work of a loop on received bytes: it fills the buffer, parses the request and reads two of its fields.
  static func benchmark() throws(BenchmarkError) -> Benchmark {
    let end = "\r\n\r\n"
    let room = bytes - text.utf8.count - end.utf8.count
    guard room >= 0 else { throw BenchmarkError("the request is longer than \(bytes) bytes") }
    let request = Array((text + String(repeating: "x", count: room) + end).utf8)
    let parser = RequestParser(limits: WireLimits())
    let input = InputBuffer(capacity: 65536)
    return Benchmark(name: "request") { times in
      var total = 0
      for _ in 0..<times {
        request.withBytes { input.append($0) }
        guard parser.advance(input) == .request else { throw BenchmarkError("the request is not read") }
        let read = parser.request(in: input)
        total &+= read.path.count &+ (read.field(.ifNoneMatch)?.count ?? 0)
        parser.removeRequest(from: input)
      }
      return total
    }
  }
}
