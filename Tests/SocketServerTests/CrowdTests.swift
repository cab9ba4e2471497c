import Dispatch
import Eventually
import HTTPWire
import RawClient
import Testing

@testable import SocketServer

@Suite(.serialized)
struct CrowdTests {
  private static let crowd = 10_000

  @Test(arguments: crowdPollings)
  func `ten thousand idle connections do not affect another client`(_ polling: ServerConfiguration.Polling)
    async throws
  {
    // 2,000 descriptors are for the other tests of this process.
    let allowed = Socket.raiseDescriptorLimit(to: Self.crowd + 2000)
    let count = min(Self.crowd, allowed - 2000)
    if count < Self.crowd {
      print(
        "\(count) idle connections instead of \(Self.crowd): the limit is \(allowed) descriptors")
    }
    try #require(count > 0)
    let server = try TestServer(polling) { $0.timeouts.idle = .seconds(3600) }
    let witness = try server.witness()
    let port = server.port
    // The clients run in another process, which has its own limit of descriptors.
    async let clients: ExitTest.Result? = #expect(processExitsWith: .success) {
      [port = port as Int, count = count as Int] in
      var clients: [TestClient] = []
      for _ in 0..<count {
        let client = try #require(TestClient(port: port))
        #expect(try #require(client.get("/ready")).body == "ready")
        clients.append(client)
      }
      // The server's process answers this request after its checks.
      #expect(try #require(clients[0].get("/held")).status == 202)
      for client in clients { #expect(try #require(client.get("/ready")).body == "ready") }
    }
    let handler = server.handler
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "arrival").async {
        handler.held.waitForArrival()
        continuation.resume()
      }
    }
    #expect(server.server.connectionCount == count + 1)
    // New connections are served, and so are those of other clients.
    for _ in 0..<100 { #expect(try #require(server.client().get("/ready")).body == "ready") }
    #expect(witness.responses > 0)
    for responder in handler.held.all { responder.respond(HTTPResponse(202)) }
    _ = await clients
    #expect(witness.finish() == [])
    #expect(eventually { server.server.connectionCount == 0 })
  }

  @Test(arguments: crowdPollings)
  func `clients that send single bytes are answered`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) {
      $0.timeouts.head = .seconds(3600)
      $0.timeouts.bodyGrace = .seconds(3600)
    }
    let witness = try server.witness()
    let clients = try (0..<100).map { _ in try server.client() }
    let request = Array("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello".utf8)
    for byte in request {
      for client in clients { client.send([byte]) }
    }
    for client in clients { #expect(try #require(client.response()).body == "hello") }
    #expect(witness.finish() == [])
  }

  @Test(arguments: crowdPollings)
  func `clients that stop reading can continue later`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) { $0.timeouts.write = .seconds(3600) }
    let witness = try server.witness()
    let clients = try (0..<30).map { _ in try server.client(receiveBuffer: 4096) }
    for client in clients {
      client.send(String(repeating: "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", count: 3))
    }
    for client in clients { #expect(client.receive(exactly: 1000)) }
    let asked = witness.responses
    #expect(eventually { witness.responses > asked + 20 })
    // No connection holds more than one large response and the output limit.
    for loop in server.server.loops {
      loop.queue.sync {
        loop.forEachConnection { connection in
          #expect(connection.backlog <= TestHandler.large + server.server.configuration.outputBytes + 1000)
        }
      }
    }
    for client in clients.prefix(5) {
      for _ in 0..<3 { #expect(try #require(client.response()).body.utf8.count == TestHandler.large) }
      #expect(try #require(client.get("/ready")).body == "ready")
    }
    #expect(witness.finish() == [])
  }
}
