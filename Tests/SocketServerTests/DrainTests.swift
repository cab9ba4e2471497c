import Dispatch
import Eventually
import HTTPWire
import RawClient
import SocketServer
import Testing

@Suite struct DrainTests {
  /// Starts draining. Returns a semaphore that is signalled at the end.
  private static func drain(_ server: TestServer, deadline: Duration = .seconds(60)) -> DispatchSemaphore {
    let drained = DispatchSemaphore(value: 0)
    server.server.drain(deadline: deadline) { drained.signal() }
    return drained
  }

  /// Waits until the server accepts no more connections, the first step of draining. False after a minute.
  private static func refusesNew(_ server: TestServer) -> Bool {
    eventually { TestClient(port: server.port) == nil }
  }

  private static func expectLastResponse(_ client: TestClient, _ body: String) throws {
    let response = try #require(client.response())
    #expect(response.body == body)
    #expect(response.has("Connection: close"))
    client.sendEnd()
    #expect(client.receiveAll() == "")
    #expect(client.ending == .end)
  }

  @Test(arguments: pollings)
  func `draining completes every response in flight as the last one`(_ polling: ServerConfiguration.Polling)
    throws
  {
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
    #expect(eventually { server.server.connectionCount == 4 })

    let drained = Self.drain(server)
    #expect(Self.refusesNew(server))
    half.send("TP/1.1\r\nHost: a\r\n\r\nGET /ready HTTP/1.1\r\nHost: a\r\n\r\n")
    try Self.expectLastResponse(half, "ready")
    #expect(try #require(large.response()).body.utf8.count == TestHandler.large)
    large.hangUp()
    for responder in server.handler.held.all {
      responder.respond(HTTPResponse(200, contentType: "text/plain", body: Array("late".utf8)))
    }
    try Self.expectLastResponse(held, "late")
    #expect(writer.write(Array("three".utf8)))
    writer.finish()
    // Shut down only after the whole body: an endless stream to a half-closed client is cut off.
    let body = "3\r\none\r\n5\r\nthree\r\n0\r\n\r\n"
    while !String(decoding: streamed.received, as: UTF8.self).hasSuffix(body), streamed.receive() {}
    streamed.sendEnd()
    #expect(streamed.receiveAll().hasSuffix(body))
    #expect(streamed.ending == .end)
    drained.wait()
    #expect(server.server.connectionCount == 0)
  }

  @Test(arguments: pollings)
  func `draining serves connections in the backlog`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) { $0.loops = 1 }
    let first = try server.client()
    first.send("GET /block HTTP/1.1\r\nHost: a\r\n\r\n")
    server.handler.held.waitForArrival()
    // The blocked loop does not accept these connections.
    let waiting = try (0..<5).map { _ in try server.client() }
    for client in waiting { client.send("GET /ready HTTP/1.1\r\nHost: a\r\n\r\n") }
    let drained = Self.drain(server)
    server.handler.held.gate.signal()
    for client in waiting { try Self.expectLastResponse(client, "ready") }
    #expect(try #require(first.response()).status == 200)
    first.sendEnd()
    drained.wait()
  }

  @Test(arguments: pollings)
  func `draining gives idle connections time for one more request`(_ polling: ServerConfiguration.Polling)
    throws
  {
    let server = try TestServer(polling) {
      $0.timeouts.idle = .seconds(10_000)
      $0.timeouts.drainIdle = .seconds(1000)
    }
    let asking = try server.client()
    let silent = try server.client()
    for client in [asking, silent] { #expect(try #require(client.get("/ready")).status == 200) }
    let drained = Self.drain(server)
    #expect(Self.refusesNew(server))
    // 900 s are within the time even on a slow machine.
    server.age(by: .seconds(900))
    asking.send("GET /ready HTTP/1.1\r\nHost: a\r\n\r\n")
    try Self.expectLastResponse(asking, "ready")
    server.age(by: .seconds(100))
    #expect(silent.receiveAll() == "")
    #expect(silent.ending == .end)
    drained.wait()
  }

  @Test(arguments: pollings)
  func `draining resets everything that remains at the deadline`(_ polling: ServerConfiguration.Polling)
    throws
  {
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
    #expect(eventually { server.server.connectionCount == 4 })
    Self.drain(server, deadline: .milliseconds(200)).wait()
    #expect(server.server.connectionCount == 0)
    for client in clients {
      _ = client.receiveAll()
      #expect(client.ending != .open)
    }
    // The writer is closed, and a late response has no effect.
    #expect(server.handler.held.writer?.isOpen == false)
    for responder in server.handler.held.all { #expect(responder.respond(HTTPResponse(200))) }
  }

  @Test(arguments: pollings)
  func `draining always ends`(_ polling: ServerConfiguration.Polling) async throws {
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
