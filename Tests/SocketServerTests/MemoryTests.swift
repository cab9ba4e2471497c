import Dispatch
import Eventually
import HTTPWire
import RawClient
import Testing

@testable import SocketServer

@Suite struct MemoryTests {
  private static let bodySize = 900_000
  private static let head = "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: \(bodySize + 1)\r\n\r\n"
  private static let body = [UInt8](repeating: 0x61, count: bodySize)

  private static func held(_ server: TestServer) -> Int {
    server.server.loops.reduce(0) { sum, loop in sum + loop.queue.sync { loop.heldBytes } }
  }

  /// Sends all but the last byte of a request and waits until the server has read it.
  private static func sendAlmost(_ client: TestClient, _ server: TestServer, _ head: String = head) -> Bool {
    let before = server.server.metrics.bytesRead
    client.send(head)
    client.send(body)
    return eventually {
      server.server.metrics.bytesRead >= before + UInt64(head.utf8.count + bodySize)
    }
  }

  @Test(arguments: pollings)
  func `bodies within the memory limit are accepted`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) {
      $0.loops = 1
      $0.heldBytes = 8_000_000
    }
    let clients = try (0..<4).map { _ in try server.client() }
    for client in clients { #expect(Self.sendAlmost(client, server)) }
    for client in clients { client.send("b") }
    for client in clients {
      #expect(try #require(client.response()).body.utf8.count == Self.bodySize + 1)
    }
    #expect(server.server.metrics.shed == 0)
    #expect(Self.held(server) == 0)
  }

  @Test(arguments: pollings)
  func `over the memory limit the largest connections get a 503`(_ polling: ServerConfiguration.Polling)
    throws
  {
    let server = try TestServer(polling) {
      $0.loops = 1
      $0.heldBytes = 4_000_000
      // The modest client waits until all others are done, and those read their responses late.
      $0.timeouts.bodyGrace = .seconds(3600)
      $0.timeouts.linger = .seconds(3600)
    }
    let witness = try server.witness()
    let modest = try server.client()
    modest.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345")
    let clients = try (0..<8).map { _ in try server.client() }
    for client in clients {
      #expect(Self.sendAlmost(client, server))
      #expect(Self.held(server) <= 4_000_000)
    }
    #expect(server.server.metrics.shed > 0)
    for client in clients { client.send("b") }
    var refused = 0
    for client in clients {
      let response = try #require(client.response())
      if response.status == 503 {
        refused += 1
        #expect(response.has("Retry-After: 1"))
        #expect(response.has("Connection: close"))
        client.sendEnd()
        #expect(client.receiveAll() == "")
        #expect(client.ending == .end)
      } else {
        #expect(response.body.utf8.count == Self.bodySize + 1)
      }
    }
    #expect(server.server.metrics.shed == UInt64(refused))
    modest.send("67890")
    #expect(try #require(modest.response()).body == "1234567890")
    #expect(witness.finish() == [])
  }

  @Test(arguments: pollings)
  func `over the memory limit clients that do not read are reset`(_ polling: ServerConfiguration.Polling)
    throws
  {
    let server = try TestServer(polling) {
      $0.loops = 1
      $0.heldBytes = 5_000_000
    }
    let witness = try server.witness()
    let clients = try (0..<20).map { _ in try server.client(receiveBuffer: 4096) }
    for client in clients {
      client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\nGET /large HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(eventually { client.canReceive(within: 1) })
      #expect(Self.held(server) <= 5_000_000)
    }
    #expect(server.server.metrics.shed > 0)
    #expect(witness.finish() == [])
  }

  @Test(arguments: pollings)
  func `the memory limit includes deferred requests`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) {
      $0.loops = 1
      $0.heldBytes = 4_000_000
    }
    let head = "POST /held HTTP/1.1\r\nHost: a\r\nContent-Length: \(Self.bodySize)\r\n\r\n"
    var waiting: [TestClient] = []
    var refused = 0
    for _ in 0..<8 {
      let client = try server.client()
      #expect(Self.sendAlmost(client, server, head))
      // Wait until the request has been deferred or refused.
      let (deferred, shed) = (waiting.count, UInt64(refused))
      #expect(
        eventually { server.handler.held.all.count > deferred || server.server.metrics.shed > shed })
      if server.server.metrics.shed > shed {
        #expect(try #require(client.response()).status == 503)
        refused += 1
      } else {
        waiting.append(client)
      }
    }
    #expect(refused > 0)
    #expect(waiting.count >= 2)
    for _ in waiting { server.handler.held.waitForArrival() }
    for responder in server.handler.held.all { responder.respond(HTTPResponse(202)) }
    for client in waiting { #expect(try #require(client.response()).status == 202) }
    #expect(eventually { Self.held(server) == 0 })
    // The memory of a deferred request counts until its response, even after a disconnect.
    for _ in 0..<3 {
      let client = try server.client()
      #expect(Self.sendAlmost(client, server, head))
      server.handler.held.waitForArrival()
      client.reset()
    }
    #expect(eventually { server.server.connectionCount == waiting.count })
    #expect(Self.held(server) > 3 * Self.bodySize)
    for responder in server.handler.held.all { responder.respond(HTTPResponse(202)) }
    #expect(eventually { Self.held(server) == 0 })
    // The responses free the memory.
    let client = try server.client()
    #expect(Self.sendAlmost(client, server, head))
    server.handler.held.waitForArrival()
    for responder in server.handler.held.all { responder.respond(HTTPResponse(202)) }
    #expect(try #require(client.response()).status == 202)
    #expect(eventually { Self.held(server) == 0 })
  }

  @Test(arguments: pollings)
  func `a connection releases the memory of a large body`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) { $0.loops = 1 }
    let client = try server.client(receiveBuffer: 65536)
    #expect(Self.sendAlmost(client, server))
    client.send("bGET /re")
    #expect(try #require(client.response()).body.utf8.count == Self.bodySize + 1)
    #expect(Self.held(server) > 0)
    #expect(Self.held(server) < 10_000)
    client.send("ady HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try #require(client.response()).body == "ready")
    #expect(Self.held(server) == 0)
    #expect(try #require(client.get("/large")).body.utf8.count == TestHandler.large)
    #expect(eventually { Self.held(server) == 0 })
  }
}
