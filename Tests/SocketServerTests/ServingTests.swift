import Dispatch
import Eventually
import HTTPWire
import RawClient
import SocketServer
import Testing

@Suite struct ServingTests {
  @Test(arguments: pollings)
  func `bytes after urgent data are read`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) { $0.loops = 1 }
    let first = try server.client()
    let client = try server.client()
    // Everything arrives before the loop reads.
    first.send("GET /block HTTP/1.1\r\nHost: a\r\n\r\n")
    server.handler.held.waitForArrival()
    client.send("GET /ready HTTP/1.1\r\nHo")
    client.sendUrgent(UInt8(ascii: "!"))
    client.send("st: a\r\n\r\n")
    server.handler.held.gate.signal()
    #expect(try #require(client.response()).body == "ready")
    #expect(try #require(first.response()).body == "ready")
  }

  @Test(arguments: pollings)
  func `a connection serves many requests`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling)
    let client = try server.client()
    for _ in 0..<50 {
      let response = try #require(client.get("/ready"))
      #expect(response.status == 200)
      #expect(response.body == "ready")
      #expect(response.head.contains("\r\nDate: ") && response.head.contains(" GMT\r\n"))
    }
    #expect(try #require(client.get("/count")).body == "51")
    #expect(server.server.metrics.responses[200] == 51)
  }

  @Test(arguments: pollings)
  func `pipelined requests are answered in order`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) { $0.pipelinedRequests = 7 }
    let client = try server.client()
    var text = ""
    for number in 0..<100 {
      text += "GET \(number % 5 == 0 ? "/later?\(number)" : "/\(number)") HTTP/1.1\r\nHost: a\r\n\r\n"
    }
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: 997) {
      client.send(Array(bytes[start..<min(start + 997, bytes.count)]))
    }
    for number in 0..<100 {
      let response = try #require(client.response())
      #expect(response.body == (number % 5 == 0 ? "late \(number)" : "/\(number)"))
    }
  }

  @Test(arguments: pollings)
  func `a request that arrives byte by byte is served`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling)
    let client = try server.client()
    let text =
      "POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
    for byte in text.utf8 { client.send([byte]) }
    #expect(try #require(client.response()).body == "abcde")
  }

  @Test(arguments: pollings)
  func `a half-closed client receives all responses`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) { $0.pipelinedRequests = 2 }
    let client = try server.client()
    for path in ["/1", "/later?2", "/3", "/4", "/5", "/later?6"] {
      client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
    }
    client.sendEnd()
    let bodies = (0..<6).compactMap { _ in client.response()?.body }
    #expect(bodies == ["/1", "late 2", "/3", "/4", "/5", "late 6"])
    #expect(client.receiveAll() == "")
    #expect(client.ending == .end)
  }

  @Test(arguments: pollings)
  func `the last response has Connection close and an orderly end`(_ polling: ServerConfiguration.Polling)
    throws
  {
    let server = try TestServer(polling)
    let client = try server.client()
    client.send(
      "GET /ready HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nGET /ready HTTP/1.1\r\nHost: a\r\n\r\n")
    let response = try #require(client.response())
    #expect(response.has("Connection: close"))
    #expect(client.receiveAll() == "")
    #expect(client.ending == .end)
    let old = try server.client()
    old.send("GET /ready HTTP/1.0\r\n\r\n")
    #expect(try #require(old.response()).has("Connection: close"))
    #expect(old.receiveAll() == "")
  }

  @Test(arguments: pollings)
  func `HEAD gets no body`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling)
    let client = try server.client()
    client.send("HEAD /ready HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    let text = client.receiveAll()
    #expect(text.contains("Content-Length: 5\r\n"))
    #expect(text.hasSuffix("\r\n\r\n"))
  }

  @Test(arguments: pollings)
  func `100 Continue is sent on request`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling)
    let client = try server.client()
    client.send("PUT /body HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(try #require(client.response()).status == 100)
    client.send("hi")
    #expect(try #require(client.response()).body == "hi")
  }

  @Test(arguments: pollings)
  func `a refused client reads its response while it still sends`(_ polling: ServerConfiguration.Polling)
    throws
  {
    let server = try TestServer(polling)
    let client = try server.client()
    client.send("GET /ready HTTP/1.1\r\nHost: a\r\n\r\n")
    client.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n")
    client.send([UInt8](repeating: 0x78, count: 5_000_000))
    #expect(try #require(client.response()).status == 200)
    let response = try #require(client.response())
    #expect(response.status == 413)
    #expect(response.has("Connection: close"))
    #expect(response.has("Content-Type: application/problem+json"))
    #expect(response.body.contains("\"status\":413"))
    client.sendEnd()
    #expect(client.receiveAll() == "")
    #expect(client.ending == .end)
  }

  @Test(arguments: pollings)
  func `a client that reads late receives large responses whole`(_ polling: ServerConfiguration.Polling)
    throws
  {
    let server = try TestServer(polling)
    let client = try server.client(receiveBuffer: 4096)
    for _ in 0..<3 { client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n") }
    client.send("GET /ready HTTP/1.1\r\nHost: a\r\n\r\n")
    for _ in 0..<3 { #expect(try #require(client.response()).body.utf8.count == TestHandler.large) }
    #expect(try #require(client.response()).body == "ready")
  }

  @Test(arguments: pollings)
  func `a deferred request without a response is a 500`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling)
    let client = try server.client()
    #expect(try #require(client.get("/dropped")).status == 500)
    #expect(try #require(client.get("/ready")).status == 200)
  }

  @Test(arguments: pollings)
  func `a request is answered once and a late response reaches no other client`(
    _ polling: ServerConfiguration.Polling
  ) throws {
    let server = try TestServer(polling) { $0.loops = 1 }
    do {
      let client = try server.client()
      client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
      server.handler.held.waitForArrival()
      client.reset()
    }
    let other = try server.client()
    #expect(try #require(other.get("/ready")).status == 200)
    for responder in server.handler.held.all {
      #expect(responder.respond(HTTPResponse(200)))
      #expect(!responder.respond(HTTPResponse(200)))
    }
    #expect(try #require(other.get("/ready")).body == "ready")
  }

  @Test(arguments: pollings)
  func `a streamed body arrives in pieces and the connection stays open`(
    _ polling: ServerConfiguration.Polling
  ) throws {
    let server = try TestServer(polling)
    let client = try server.client()
    client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\nGET /ready HTTP/1.1\r\nHost: a\r\n\r\n")
    server.handler.held.waitForArrival()
    let writer = try #require(server.handler.held.writer)
    #expect(writer.write(Array("one".utf8)))
    #expect(writer.write(Array("three".utf8)))
    writer.finish()
    #expect(!writer.write([1]))
    let head = try #require(client.response())
    #expect(head.has("Transfer-Encoding: chunked"))
    while !String(decoding: client.received, as: UTF8.self).hasSuffix("ready"), client.receive() {}
    let rest = String(decoding: client.received, as: UTF8.self)
    #expect(rest.hasPrefix("3\r\none\r\n5\r\nthree\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n"))
  }

  @Test(arguments: pollings)
  func `a stream is notified of a disconnect and has bounded memory`(_ polling: ServerConfiguration.Polling)
    async throws
  {
    let server = try TestServer(polling) { $0.outputBytes = 100_000 }
    var client: TestClient? = try server.client(receiveBuffer: 4096)
    client?.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client?.response()?.status == 200)
    server.handler.held.waitForArrival()
    let writer = try #require(server.handler.held.writer)
    var written = 0
    while writer.write([UInt8](repeating: 0, count: 10_000)), written < 1_000_000_000 { written += 10_000 }
    #expect(written < 1_000_000_000)
    await withCheckedContinuation { continuation in
      writer.onClose { continuation.resume() }
      client = nil
    }
    #expect(!writer.isOpen)
  }

  @Test(arguments: pollings)
  func `a body shorter than its length closes the connection`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling)
    let client = try server.client()
    client.send("GET /half HTTP/1.1\r\nHost: a\r\n\r\n")
    let text = client.receiveAll()
    #expect(text.contains("Content-Length: 8\r\n"))
    #expect(text.hasSuffix("\r\n\r\nhalf"))
  }

  @Test(arguments: pollings)
  func `releasing the writer ends a stream`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling)
    let client = try server.client()
    client.send("GET /lost HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    #expect(client.receiveAll().hasSuffix("4\r\nlost\r\n0\r\n\r\n"))
  }

  @Test(arguments: pollings)
  func `a handler can reset the connection`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling)
    let client = try server.client()
    client.send("GET /cut HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.receiveAll() == "")
    #expect(client.ending == .reset)
  }

  @Test(arguments: crowdPollings)
  func `clients that disconnect during a request do not affect others`(_ polling: ServerConfiguration.Polling)
    throws
  {
    let server = try TestServer(polling)
    let witness = try server.client()
    let bytes = Array("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello".utf8)
    for cut in stride(from: 0, through: bytes.count, by: 3) {
      let client = try server.client()
      client.send(Array(bytes[..<cut]))
      if cut.isMultiple(of: 2) { client.reset() }
    }
    for _ in 0..<20 { #expect(try #require(witness.get("/ready")).status == 200) }
  }

  @Test(arguments: pollings)
  func `each response is counted once in the latency histogram`(_ polling: ServerConfiguration.Polling) throws
  {
    let server = try TestServer(polling)
    let client = try server.client()
    client.send(
      "GET /ready HTTP/1.1\r\nHost: a\r\n\r\nGET /later?1 HTTP/1.1\r\nHost: a\r\n\r\n"
        + "GET /ready HTTP/1.1\r\nHost: a\r\n\r\nGET /later?2 HTTP/1.1\r\nHost: a\r\n\r\n")
    for body in ["ready", "late 1", "ready", "late 2"] {
      #expect(try #require(client.response()).body == body)
    }
    #expect(
      eventually {
        let metrics = server.server.metrics
        return metrics.responses == [200: 4] && metrics.latency.reduce(0, +) == 4
      })
  }
}
