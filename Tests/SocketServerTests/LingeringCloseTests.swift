import HTTPWire
import RawClient
import SocketServer
import Testing

@Suite struct LingeringCloseTests {
  /// Sends as much as the server accepts and reads its response meanwhile. Returns whether everything was sent.
  private static func sendAndReceive(_ client: TestClient, _ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = client.sendSome(rest)
      guard count >= 0 else { return false }
      rest = rest.dropFirst(count)
      if client.canReceive(within: count == 0 ? 1 : 0) { _ = client.receive() }
    }
    return true
  }

  @Test(
    arguments: pollings,
    [true, false])
  func `a client that sends a body over the limit still reads the whole response`(
    _ polling: ServerConfiguration.Polling, _ readsMeanwhile: Bool
  ) throws {
    let server = try TestServer(polling)
    let witness = try server.witness()
    let body = [UInt8](repeating: 0x78, count: 10_000_000)
    for head in ["Content-Length: 10000000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n989680\r\n"] {
      let client = try server.client()
      client.send("POST /body HTTP/1.1\r\nHost: a\r\n" + head)
      #expect(readsMeanwhile ? Self.sendAndReceive(client, body) : client.send(body))
      client.sendEnd()
      let response = try #require(client.response())
      #expect(response.status == 413)
      #expect(response.has("Connection: close"))
      #expect(response.body.contains("\"status\":413"))
      #expect(client.receiveAll() == "")
      #expect(client.ending == .end)
    }
    #expect(witness.finish() == [])
  }

  @Test(arguments: pollings)
  func `every refused request gets its response and an orderly close`(_ polling: ServerConfiguration.Polling)
    throws
  {
    let server = try TestServer(polling)
    let rest = [UInt8](repeating: 0x79, count: 300_000)
    let refused: [(String, Int)] = [
      ("nonsense\r\n\r\n", 400), ("GET / HTTP/2.0\r\n\r\n", 505), ("GET / HTTP/1.1\r\n\r\n", 400),
      ("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", 501),
      ("GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\n\r\n", 417),
      ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
      ("GET / HTTP/1.1\r\nHost: a\r\nA: " + String(repeating: "a", count: 70000) + "\r\n\r\n", 431),
    ]
    for (request, status) in refused {
      let client = try server.client()
      client.send(request)
      // The client ignores the response and goes on sending.
      client.send(rest)
      client.send(rest)
      let response = try #require(client.response(), "\(request.prefix(60))")
      #expect(response.status == status, "\(request.prefix(60))")
      #expect(response.has("Connection: close"))
      client.sendEnd()
      #expect(client.receiveAll() == "")
      #expect(client.ending == .end, "\(request.prefix(60))")
    }
  }

  @Test(arguments: pollings)
  func `a refused connection that has sent a request reads its 503`(_ polling: ServerConfiguration.Polling)
    throws
  {
    let server = try TestServer(polling) { $0.connections = 1 }
    let first = try server.client()
    #expect(try #require(first.get("/ready")).status == 200)
    for _ in 0..<20 {
      let client = try server.client()
      client.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n")
      client.send([UInt8](repeating: 0x79, count: 300_000))
      client.sendEnd()
      #expect(try #require(client.response()).status == 503)
      #expect(client.receiveAll() == "")
      #expect(client.ending == .end)
    }
  }
}
