import CurlClient
import LoopbackHTTP
import Testing

@Suite struct CurlResponseTests {
  private func response(
    to method: String = "GET", _ text: String, change: (inout CurlRequest) -> Void = { _ in }
  ) throws -> CurlResponse {
    let server = try LoopbackServer { _ in .closing(text) }
    defer { server.stop() }
    var request = CurlRequest(method, server.url)
    change(&request)
    return try CurlSession().perform(request)
  }

  private func error(_ text: String, change: (inout CurlRequest) -> Void = { _ in }) -> CurlError.Code? {
    #expect(throws: CurlError.self) { try response(text, change: change) }?.code
  }

  @Test func `status, version, repeated fields and body are read`() throws {
    let got = try response(
      responseText("404 Not Found", fields: ["B: 1", "a:2", "B:  3 ", "Empty:"], body: "한\0"))
    #expect(got.status == 404)
    #expect(got.version == .http11)
    #expect(
      got.fields == [
        CurlField("B", "1"), CurlField("a", "2"), CurlField("B", "3"), CurlField("Empty", ""),
        CurlField("Content-Length", "4"),
      ])
    #expect(got.body == Array("한\0".utf8))
    #expect(got.value(of: "b") == "1")
    #expect(got.values(of: "B") == ["1", "3"])
    #expect(got.value(of: "missing") == nil)
  }

  @Test func `a folded line is appended to its field`() throws {
    let got = try response(responseText(fields: ["A: one", "  two"]))
    #expect(got.value(of: "A") == "one two")
  }

  @Test func `fields of an interim response are dropped`() throws {
    let got = try response(
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + responseText("201 Created", fields: ["A: 1"]))
    #expect(got.status == 201)
    #expect(got.fields.map(\.name) == ["A", "Content-Length"])
  }

  @Test func `chunks are joined and trailers are kept apart`() throws {
    let got = try response(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nDigest: x\r\n\r\n")
    #expect(got.text == "abcde")
    #expect(got.trailers == [CurlField("Digest", "x")])
    #expect(got.value(of: "Digest") == nil)
  }

  @Test func `the version of an HTTP 1.0 response is read`() throws {
    #expect(try response("HTTP/1.0 200 OK\r\n\r\nhello").version == .http10)
  }

  @Test func `HEAD reads the head and waits for no body`() throws {
    let got = try response(to: "HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
    #expect(got.value(of: "content-length") == "10")
    #expect(got.body.isEmpty)
  }

  @Test func `a redirect is not followed`() throws {
    let got = try response(responseText("302 Found", fields: ["Location: http://127.0.0.1:1/"]))
    #expect(got.status == 302)
  }

  @Test func `a compressed body is decoded only on request`() throws {
    let got = try response(responseText(fields: ["Content-Encoding: gzip"], body: "not unpacked"))
    #expect(got.text == "not unpacked")
    #expect(
      error(responseText(fields: ["Content-Encoding: gzip"], body: "no gzip at all")) {
        $0.decodesGzip = true
      }
        == .malformedResponse)
  }

  @Test func `a body within the limit is read and a larger one is an error`() throws {
    #expect(try response(responseText(body: "12345")) { $0.bodyLimit = 5 }.text == "12345")
    #expect(error(responseText(body: "123456")) { $0.bodyLimit = 5 } == .tooLarge)
  }

  @Test func `endless fields are an error`() {
    let field = "X: " + String(repeating: "y", count: 60_000)
    #expect(error(responseText(fields: Array(repeating: field, count: 20))) == .tooLarge)
  }

  @Test func `incomplete and malformed responses are different errors`() {
    #expect(error("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc") == .connectionLost)
    #expect(error("") == .connectionLost)
    #expect(error("220 smtp ready\r\n") != nil)
  }
}
