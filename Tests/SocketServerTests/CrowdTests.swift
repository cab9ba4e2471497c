import Dispatch
import HTTPWire
import RawClient
import Testing

@testable import SocketServer

@Suite("Crowds, in which one client notices nothing of the others", .serialized)
struct CrowdTests {
  private static let crowd = 10_000

  @Test("Ten thousand connections that have nothing to say for now", arguments: crowdPollings)
  func idle(_ polling: ServerConfiguration.Polling) async throws {
    // Beside the crowd: what the other tests of this process need meanwhile.
    let allowed = Socket.raiseDescriptorLimit(to: Self.crowd + 2000)
    let count = min(Self.crowd, allowed - 2000)
    if count < Self.crowd {
      print(
        "\(count) idle connections instead of \(Self.crowd): a process may have \(allowed) descriptors here")
    }
    try #require(count > 0)
    let server = try TestServer(polling) { $0.timeouts.idle = .seconds(3600) }
    let witness = try server.witness()
    let port = server.port
    // The other ends are in a process of their own, which has as many descriptors again.
    async let clients: ExitTest.Result? = #expect(processExitsWith: .success) {
      [port = port as Int, count = count as Int] in
      var clients: [TestClient] = []
      for _ in 0..<count {
        let client = try #require(TestClient(port: port))
        #expect(try #require(client.get("/ready")).body == "ready")
        clients.append(client)
      }
      // Answered when the other side has seen enough.
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
    // New ones are served, and so are those that are there.
    for _ in 0..<100 { #expect(try #require(server.client().get("/ready")).body == "ready") }
    #expect(witness.answers > 0)
    for responder in handler.held.all { responder.respond(HTTPResponse(202)) }
    _ = await clients
    #expect(witness.finish() == [])
    #expect(server.waits { server.server.connectionCount == 0 })
  }

  @Test("Clients that send a byte now and then are answered all the same", arguments: crowdPollings)
  func slowSenders(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling)
    let witness = try server.witness()
    let clients = try (0..<100).map { _ in try server.client() }
    let request = Array("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello".utf8)
    for byte in request {
      for client in clients { client.send([byte]) }
    }
    for client in clients { #expect(try #require(client.response()).body == "hello") }
    #expect(witness.finish() == [])
  }

  @Test("Clients that stop reading, and go on after a while", arguments: crowdPollings)
  func stoppedReaders(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling)
    let witness = try server.witness()
    let clients = try (0..<30).map { _ in try server.client(receiveBuffer: 4096) }
    for client in clients {
      client.send(String(repeating: "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", count: 3))
    }
    for client in clients { #expect(client.receive(exactly: 1000)) }
    let asked = witness.answers
    #expect(server.waits { witness.answers > asked + 20 })
    // None holds more than one large answer and what may wait beside it.
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
