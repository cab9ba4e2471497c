import CurlClient
import LoopbackHTTP
import Testing

@Suite struct CurlRequestTests {
  /// Sends a request to a server that responds with the request's head and body. Returns the lines.
  private func echo(
    _ method: String = "GET", path: String = "/", change: (inout CurlRequest) -> Void = { _ in }
  )
    throws -> [String]
  {
    let server = try LoopbackServer { request in
      .keepingAlive(
        responseText(body: request.head + "\r\n\r\n" + String(decoding: request.body, as: UTF8.self)))
    }
    defer { server.stop() }
    var request = CurlRequest(method, server.url + path)
    change(&request)
    let text = try CurlSession().perform(request).text
    return text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `only Host is added to the request's own fields`() throws {
    let lines = try echo { $0.fields = [CurlField("X-One", "1"), CurlField("X-One", "2")] }
    #expect(lines.first == "GET / HTTP/1.1")
    #expect(Set(lines.dropFirst().map { $0.split(separator: ":").first ?? "" }) == ["Host", "X-One", ""])
    #expect(lines.filter { $0.hasPrefix("X-One") } == ["X-One: 1", "X-One: 2"])
  }

  @Test func `dot segments, double slashes and percent-encoding are unchanged`() throws {
    #expect(
      try echo(path: "/a/../b//./%2e%2E/%c3%a9?x=%20&y").first
        == "GET /a/../b//./%2e%2E/%c3%a9?x=%20&y HTTP/1.1")
  }

  @Test(arguments: ["PUT", "POST", "PATCH", "DELETE"])
  func `a body is sent with its length for any method`(method: String) throws {
    let lines = try echo(method) { $0.body = Array("{\"a\":1}".utf8) }
    #expect(lines.first == "\(method) / HTTP/1.1")
    #expect(lines.contains("Content-Length: 7"))
    #expect(lines.last == "{\"a\":1}")
    #expect(!lines.contains { $0.hasPrefix("Content-Type") || $0.hasPrefix("Expect") })
  }

  @Test func `a large body is sent without waiting for 100 Continue`() throws {
    let body = [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20)
    let lines = try echo("PUT") { $0.body = body }
    #expect(lines.last?.utf8.count == body.count)
    #expect(!lines.contains { $0.hasPrefix("Expect") })
  }

  @Test func `an empty body has length 0 and no body has no length`() throws {
    #expect(try echo("PUT") { $0.body = [] }.contains("Content-Length: 0"))
    #expect(try !echo("PUT").contains { $0.hasPrefix("Content-Length") })
  }

  @Test func `a field without a value is sent`() throws {
    #expect(
      try echo { $0.fields = [CurlField("X-Empty", "")] }.contains { $0 == "X-Empty:" || $0 == "X-Empty: " })
  }

  @Test(arguments: ["OPTIONS", "BREW", "get"])
  func `any method is sent unchanged`(method: String) throws {
    #expect(try echo(method).first == "\(method) / HTTP/1.1")
  }

  @Test(arguments: [
    CurlRequest("GET\r\nX: 1", "http://127.0.0.1:9/"), CurlRequest("", "http://127.0.0.1:9/"),
    CurlRequest("GET", "http://127.0.0.1:9/a b"), CurlRequest("GET", "http://127.0.0.1:9/\r\nX: 1"),
    CurlRequest("GET", "http://127.0.0.1:9/", fields: [CurlField("X", "1\r\nY: 2")]),
    CurlRequest("GET", "http://127.0.0.1:9/", fields: [CurlField("X\r\nY", "2")]),
    CurlRequest("GET", "http://127.0.0.1:9/", fields: [CurlField("", "2")]),
    CurlRequest("GET", "http://127.0.0.1:9/", fields: [CurlField("X", "a\0b")]),
    CurlRequest("GET", "file:///etc/hostname"), CurlRequest("GET", ""),
  ])
  func `requests that could inject a line are refused`(request: CurlRequest) throws {
    let session = try CurlSession()
    let error = #expect(throws: CurlError.self) { try session.perform(request) }
    #expect(error?.code == .invalidRequest)
    #expect(error?.text.isEmpty == false)
  }
}
