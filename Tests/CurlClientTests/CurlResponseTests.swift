import CurlClient
import LoopbackHTTP
import Testing

@Suite("What is received")
struct CurlResponseTests {
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

  @Test("status, version, fields in order with repeated ones, and body come whole")
  func readsAll() throws {
    let got = try response(answer("404 Not Found", fields: ["B: 1", "a:2", "B:  3 ", "Empty:"], body: "한\0"))
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

  @Test("a folded line belongs to the field before it")
  func unfolds() throws {
    let got = try response(answer(fields: ["A: one", "  two"]))
    #expect(got.value(of: "A") == "one two")
  }

  @Test("the fields of an interim answer are not those of the final one")
  func forgetsInterimAnswers() throws {
    let got = try response(
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + answer("201 Created", fields: ["A: 1"]))
    #expect(got.status == 201)
    #expect(got.fields.map(\.name) == ["A", "Content-Length"])
  }

  @Test("chunks are put together, and trailers stand apart from fields")
  func joinsChunks() throws {
    let got = try response(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nDigest: x\r\n\r\n")
    #expect(got.text == "abcde")
    #expect(got.trailers == [CurlField("Digest", "x")])
    #expect(got.value(of: "Digest") == nil)
  }

  @Test("an answer of HTTP/1.0 says so")
  func tellsVersion() throws {
    #expect(try response("HTTP/1.0 200 OK\r\n\r\nhello").version == .http10)
  }

  @Test("HEAD takes the head and waits for no body")
  func readsHead() throws {
    let got = try response(to: "HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
    #expect(got.value(of: "content-length") == "10")
    #expect(got.body.isEmpty)
  }

  @Test("a redirect is given, not followed")
  func followsNothing() throws {
    let got = try response(answer("302 Found", fields: ["Location: http://127.0.0.1:1/"]))
    #expect(got.status == 302)
  }

  @Test("a compressed body stays as it came unless unpacking is asked for")
  func leavesEncodedBody() throws {
    let got = try response(answer(fields: ["Content-Encoding: gzip"], body: "not unpacked"))
    #expect(got.text == "not unpacked")
    #expect(
      error(answer(fields: ["Content-Encoding: gzip"], body: "no gzip at all")) { $0.unpacksGzip = true }
        == .malformedAnswer)
  }

  @Test("a body of the limit is taken, and one byte more is given up")
  func boundsBody() throws {
    #expect(try response(answer(body: "12345")) { $0.bodyLimit = 5 }.text == "12345")
    #expect(error(answer(body: "123456")) { $0.bodyLimit = 5 } == .tooLarge)
  }

  @Test("endless fields are given up")
  func boundsFields() {
    let field = "X: " + String(repeating: "y", count: 60_000)
    #expect(error(answer(fields: Array(repeating: field, count: 20))) == .tooLarge)
  }

  @Test("an answer that breaks off, or is none, is an error that says which")
  func tellsBrokenAnswers() {
    #expect(error("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc") == .connectionLost)
    #expect(error("") == .connectionLost)
    #expect(error("220 smtp ready\r\n") != nil)
  }
}
