import LoopbackHTTP
import OutgoingHTTP
import Testing

@Suite struct OutgoingClientTests {
  private static let long =
    "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n2000\r\n"
    + String(repeating: "x", count: 0x2000) + "\r\n0\r\n\r\n"

  @Test func `a client for messages keeps the beginning of the body`() throws {
    let server = try LoopbackServer { _ in .closing(Self.long) }
    defer { server.stop() }
    let response = try OutgoingClient(allowsPrivateAddresses: true)
      .send(OutgoingRequest(url: server.url, fields: [], body: []))
    #expect(response.status == 201)
    #expect(response.body.count == 4096)
  }

  @Test func `a client for documents refuses a body beyond its limit`() throws {
    let server = try LoopbackServer { _ in .closing(Self.long) }
    defer { server.stop() }
    let request = OutgoingRequest(method: "GET", url: server.url, fields: [], body: nil)
    let whole = try OutgoingClient(maximumBytes: 0x2000, idleTimeout: 30).send(request)
    #expect(whole.body.count == 0x2000)
    let error = #expect(throws: OutgoingError.self) {
      try OutgoingClient(maximumBytes: 0x1FFF, idleTimeout: 30).send(request)
    }
    #expect(error?.message == "the response has more than 0 MiB")
  }

  @Test func `a request has the method, the fields and the body that it was given`() throws {
    let server = try LoopbackServer { request in
      let body = String(decoding: request.body, as: UTF8.self)
      let text = (request.lines.sorted() + [body]).joined(separator: "|")
      return .closing(
        "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\nX:  y \r\nEmpty:\r\n\r\n\(text)")
    }
    defer { server.stop() }
    func send(_ method: String, _ body: [UInt8]?) throws -> OutgoingResponse {
      try OutgoingClient(maximumBytes: 1000, idleTimeout: 30).send(
        OutgoingRequest(
          method: method, url: server.url + "/a/../b?q", fields: [("Accept", "text/plain"), ("None", "")],
          body: body))
    }
    let host = "Host: 127.0.0.1:\(server.port)"
    for (method, body, lines) in [
      ("GET", nil, ["Accept: text/plain", "GET /a/../b?q HTTP/1.1", host, "None:", ""]),
      ("DELETE", nil, ["Accept: text/plain", "DELETE /a/../b?q HTTP/1.1", host, "None:", ""]),
      ("PUT", nil, ["Accept: text/plain", "Content-Length: 0", host, "None:", "PUT /a/../b?q HTTP/1.1", ""]),
      (
        "PUT", Array("{}".utf8),
        ["Accept: text/plain", "Content-Length: 2", host, "None:", "PUT /a/../b?q HTTP/1.1", "{}"]
      ),
    ] as [(String, [UInt8]?, [String])] {
      let response = try send(method, body)
      #expect(String(decoding: response.body, as: UTF8.self) == lines.joined(separator: "|"))
      #expect(response.fields.map { "\($0.name)=\($0.value)" }.suffix(2) == ["X=y", "Empty="])
    }
  }

  @Test func `a cancelled client sends nothing`() throws {
    let server = try LoopbackServer { _ in .closing("HTTP/1.1 200 OK\r\n\r\n") }
    defer { server.stop() }
    let client = OutgoingClient(allowsPrivateAddresses: true)
    client.cancel()
    let error = #expect(throws: OutgoingError.self) {
      try client.send(OutgoingRequest(url: server.url, fields: [], body: []))
    }
    #expect(error?.cause == .cancelled)
    #expect(server.connectionCount == 0)
  }
}
