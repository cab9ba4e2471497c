import Dispatch
import Eventually
import HTTPWire
import RawClient
import SocketServer
import Testing

@Suite struct LimitTests {
  private static func useShortTimeouts(_ configuration: inout ServerConfiguration) {
    configuration.timeouts.tick = .milliseconds(10)
    configuration.timeouts.head = .milliseconds(60)
    configuration.timeouts.bodyGrace = .milliseconds(60)
  }

  @Test(arguments: pollings)
  func `a slow head is a 408`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling, Self.useShortTimeouts)
    let client = try server.client()
    client.send("GET / HTTP/1.1\r\nHo")
    let response = try #require(client.response())
    #expect(response.status == 408)
    #expect(response.has("Connection: close"))
    #expect(server.server.metrics.timedOut == 1)
  }

  @Test(arguments: pollings)
  func `a slow body is a 408`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling, Self.useShortTimeouts)
    let client = try server.client()
    client.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\nx")
    #expect(try #require(client.response()).status == 408)
  }

  @Test(arguments: pollings)
  func `an idle connection is closed without a response`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) {
      $0.timeouts.tick = .milliseconds(10)
      $0.timeouts.idle = .milliseconds(200)
    }
    // The idle time counts from the connection, so a client that sends its request late is closed without a response.
    var served: TestClient?
    let isServed = try eventually {
      let client = try server.client()
      served = client
      return client.get("/ready")?.status == 200
    }
    #expect(isServed)
    let used = try #require(served)
    #expect(used.receiveAll() == "")
    #expect(used.ending == .end)
    let new = try server.client()
    #expect(new.receiveAll() == "")
    #expect(new.ending == .end)
  }

  @Test(arguments: pollings)
  func `a client that does not read its response is reset`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) {
      $0.timeouts.tick = .milliseconds(10)
      $0.timeouts.write = .milliseconds(100)
    }
    let client = try server.client(receiveBuffer: 4096)
    for _ in 0..<4 { client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n") }
    let witness = try server.client()
    while server.server.metrics.timedOut == 0 { #expect(try #require(witness.get("/ready")).status == 200) }
    _ = client.receiveAll()
    #expect(client.received.count < 2 * TestHandler.large)
  }

  @Test(arguments: pollings)
  func `a connection over the limit gets a 503`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) { $0.connections = 2 }
    let first = try server.client()
    let second = try server.client()
    #expect(try #require(first.get("/ready")).status == 200)
    #expect(try #require(second.get("/ready")).status == 200)
    let third = try server.client()
    let response = try #require(third.response())
    #expect(response.status == 503)
    #expect(response.has("Retry-After: 1"))
    #expect(response.has("Connection: close"))
    #expect(third.receiveAll() == "")
    #expect(try #require(first.get("/ready")).status == 200)
    #expect(server.server.metrics.refused == 1)
  }

  @Test(arguments: pollings)
  func `connections over both limits wait until there is room`(_ polling: ServerConfiguration.Polling) throws
  {
    let server = try TestServer(polling) {
      $0.connections = 1
      $0.refusals = 0
    }
    var first: TestClient? = try server.client()
    #expect(first?.get("/ready")?.status == 200)
    let second = try server.client()
    second.send("GET /ready HTTP/1.1\r\nHost: a\r\n\r\n")
    first = nil
    #expect(try #require(second.response()).status == 200)
  }

  @Test(arguments: pollings)
  func `a port in use is an error that names it`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling)
    let port = server.port
    #expect(throws: ListenError.portInUse(host: "127.0.0.1", port: port)) {
      _ = try TestServer(polling) { $0.port = port }
    }
    #expect(ListenError.portInUse(host: "::1", port: 80).description.hasPrefix("port 80 on ::1 is in use;"))
    #expect(throws: ListenError.portOutOfRange(65536)) { _ = try TestServer(polling) { $0.port = 65536 } }
    #expect(throws: ListenError.addressNotAvailable("192.0.2.1")) {
      _ = try TestServer(polling) { $0.host = "192.0.2.1" }
    }
    #expect(throws: ListenError.alreadyStarted) { _ = try server.server.start() }
  }

  @Test(arguments: pollings)
  func `draining completes pending requests and ends`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) { $0.timeouts.drainIdle = .milliseconds(50) }
    let busy = try server.client()
    busy.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
    let idle = try server.client()
    #expect(try #require(idle.get("/ready")).status == 200)
    server.handler.held.waitForArrival()
    let drained = DispatchSemaphore(value: 0)
    server.server.drain(deadline: .seconds(600)) { drained.signal() }
    #expect(idle.receiveAll() == "")
    // One loop can close the idle connection before the other one has closed the listening socket.
    #expect(eventually { TestClient(port: server.port) == nil })
    for responder in server.handler.held.all { responder.respond(HTTPResponse(202)) }
    let response = try #require(busy.response())
    #expect(response.status == 202)
    #expect(response.has("Connection: close"))
    #expect(busy.receiveAll() == "")
    busy.sendEnd()
    drained.wait()
    #expect(server.server.connectionCount == 0)
  }

  @Test(arguments: pollings)
  func `draining resets pending requests at its deadline`(_ polling: ServerConfiguration.Polling) async throws
  {
    let server = try TestServer(polling)
    let stuck = try server.client()
    stuck.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
    server.handler.held.waitForArrival()
    await server.server.drain(deadline: .milliseconds(50))
    #expect(stuck.receiveAll() == "")
    #expect(server.server.connectionCount == 0)
  }

  @Test(arguments: pollings)
  func `connections are spread evenly over the loops`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling)
    var clients: [TestClient] = []
    for _ in 0..<20 { clients.append(try server.client()) }
    // Each loop counts its own requests: with ten connections each, both counts end at ten.
    let counts = try clients.map { try #require($0.get("/count")).body }
    #expect(counts.filter { $0 == "10" }.count == 2)
  }
}
