import Dispatch
import HTTPWire
import RawClient
import SocketServer
import Testing

@Suite("Draining")
struct DrainTests {
  /// Begins to drain; the semaphore is signalled at the end.
  private static func drain(_ server: TestServer, deadline: Duration = .seconds(60)) -> DispatchSemaphore {
    let drained = DispatchSemaphore(value: 0)
    server.server.drain(deadline: deadline) { drained.signal() }
    return drained
  }

  /// Until the server takes no more connections, which is the first that draining does.
  private static func refusesNew(_ server: TestServer) -> Bool {
    server.waits { TestClient(port: server.port) == nil }
  }

  private static func isLast(_ client: TestClient, _ body: String) throws {
    let response = try #require(client.response())
    #expect(response.body == body)
    #expect(response.has("Connection: close"))
    client.sendEnd()
    #expect(client.receiveAll() == "")
    #expect(client.ending == .end)
  }

  @Test(
    "All that is asked is answered in full, and said to be the last: at once, later, in pieces",
    arguments: pollings)
  func inFlight(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling)
    let held = try server.client()
    held.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
    server.handler.held.waitForArrival()
    let streamed = try server.client()
    streamed.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
    server.handler.held.waitForArrival()
    let writer = try #require(server.handler.held.writer)
    #expect(writer.write(Array("one".utf8)))
    let half = try server.client()
    half.send("GET /ready HT")
    let large = try server.client(receiveBuffer: 4096)
    large.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(large.receive(exactly: 1000))
    #expect(server.waits { server.server.connectionCount == 4 })

    let drained = Self.drain(server)
    #expect(Self.refusesNew(server))
    half.send("TP/1.1\r\nHost: a\r\n\r\nGET /ready HTTP/1.1\r\nHost: a\r\n\r\n")
    try Self.isLast(half, "ready")
    #expect(try #require(large.response()).body.utf8.count == TestHandler.large)
    large.hangUp()
    for responder in server.handler.held.all {
      responder.respond(HTTPResponse(200, contentType: "text/plain", body: Array("late".utf8)))
    }
    try Self.isLast(held, "late")
    #expect(writer.write(Array("three".utf8)))
    writer.finish()
    // Only then: to a client that is done, what has not been written yet is not.
    let body = "3\r\none\r\n5\r\nthree\r\n0\r\n\r\n"
    while !String(decoding: streamed.received, as: UTF8.self).hasSuffix(body), streamed.receive() {}
    streamed.sendEnd()
    #expect(streamed.receiveAll().hasSuffix(body))
    #expect(streamed.ending == .end)
    drained.wait()
    #expect(server.server.connectionCount == 0)
  }

  @Test("A connection that the kernel had taken by then is served", arguments: pollings)
  func backlog(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) { $0.loops = 1 }
    let first = try server.client()
    first.send("GET /block HTTP/1.1\r\nHost: a\r\n\r\n")
    server.handler.held.waitForArrival()
    // Nobody takes these as long as the loop is held.
    let waiting = try (0..<5).map { _ in try server.client() }
    for client in waiting { client.send("GET /ready HTTP/1.1\r\nHost: a\r\n\r\n") }
    let drained = Self.drain(server)
    server.handler.held.gate.signal()
    for client in waiting { try Self.isLast(client, "ready") }
    #expect(try #require(first.response()).status == 200)
    first.sendEnd()
    drained.wait()
  }

  @Test("A connection between two requests may ask once more, and is closed soon", arguments: pollings)
  func idle(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) { $0.timeouts.drainIdle = .seconds(2) }
    let asking = try server.client()
    let silent = try server.client()
    for client in [asking, silent] { #expect(try #require(client.get("/ready")).status == 200) }
    let drained = Self.drain(server)
    #expect(Self.refusesNew(server))
    asking.send("GET /ready HTTP/1.1\r\nHost: a\r\n\r\n")
    try Self.isLast(asking, "ready")
    #expect(silent.receiveAll() == "")
    #expect(silent.ending == .end)
    drained.wait()
  }

  @Test(
    "What doesn't end is cut off when the time is over: an answer that doesn't come, a stream, half a request, a reader that stopped",
    arguments: pollings)
  func deadline(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling)
    var clients: [TestClient] = []
    for path in ["/held", "/stream"] {
      clients.append(try server.client())
      clients[clients.count - 1].send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      server.handler.held.waitForArrival()
    }
    clients.append(try server.client())
    clients[2].send("GET /rea")
    clients.append(try server.client(receiveBuffer: 4096))
    clients[3].send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(clients[3].receive(exactly: 1000))
    #expect(server.waits { server.server.connectionCount == 4 })
    Self.drain(server, deadline: .milliseconds(200)).wait()
    #expect(server.server.connectionCount == 0)
    for client in clients {
      _ = client.receiveAll()
      #expect(client.ending != .open)
    }
    // The stream's owner knows, and a late answer meets nobody.
    #expect(server.handler.held.writer?.isOpen == false)
    for responder in server.handler.held.all { #expect(responder.respond(HTTPResponse(200))) }
  }

  @Test(
    "Draining twice, with nothing to wait for, before a start, and after the end: it always ends",
    arguments: pollings)
  func twice(_ polling: ServerConfiguration.Polling) async throws {
    let server = try TestServer(polling)
    let client = try server.client()
    client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
    server.handler.held.waitForArrival()
    async let one: Void = server.server.drain(deadline: .seconds(60))
    async let two: Void = server.server.drain(deadline: .milliseconds(1))
    _ = await (one, two)
    #expect(client.receiveAll() == "")
    await server.server.drain(deadline: .seconds(60))
    server.server.stop()
    await server.server.drain(deadline: .zero)

    var configuration = ServerConfiguration()
    configuration.polling = polling
    await SocketServer(configuration: configuration, handler: TestHandler()).drain(deadline: .seconds(60))
  }
}
