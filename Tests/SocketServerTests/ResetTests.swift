import Dispatch
import HTTPWire
import RawClient
import Synchronization
import Testing

@testable import SocketServer

@Suite("Clients that are cut off")
struct ResetTests {
  private static let post = Array(
    "POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n".utf8)

  /// All connections but those that the test holds are over, and none was counted twice. `made`: of them all.
  private static func expectEnd(_ server: TestServer, made: Int, holding count: Int) {
    #expect(server.waits { server.server.metrics.closed == made - count }, "\(server.remaining)")
    #expect(server.server.metrics.accepted == made)
    #expect(server.server.connectionCount == count)
    // What is given back after the count of a deferred answer that nobody waits for any more.
    #expect(
      count > 0
        || server.waits { server.server.loops.allSatisfy { loop in loop.queue.sync { loop.held == 0 } } })
  }

  @Test("At every byte of a request, by a reset or an end", arguments: crowdPollings)
  func request(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling)
    let witness = try server.witness()
    for cut in 0...Self.post.count {
      for resets in [true, false] {
        let client = try server.client()
        client.send(Array(Self.post[..<cut]))
        if resets { client.reset() }
      }
    }
    #expect(witness.finish() == [])
    Self.expectEnd(server, made: 2 * (Self.post.count + 1) + 1, holding: 0)
  }

  @Test("At every byte of an answer", arguments: crowdPollings, ["/ready", "/pieces", "/later?x"])
  func answer(_ polling: ServerConfiguration.Polling, _ path: String) throws {
    let server = try TestServer(polling)
    let witness = try server.witness()
    let whole = try server.client()
    let response = try #require(whole.get(path))
    let count = response.head.utf8.count + 4 + response.body.utf8.count
    for cut in 0...count {
      let client = try server.client()
      client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.receive(exactly: cut))
      client.reset()
    }
    #expect(witness.finish() == [])
    #expect(try #require(whole.get(path)).body == response.body)
    Self.expectEnd(server, made: count + 3, holding: 1)
  }

  @Test(
    "At many places of a large answer that waits to be taken", arguments: crowdPollings,
    ["/large", "/large-later"])
  func large(_ polling: ServerConfiguration.Polling, _ path: String) throws {
    let server = try TestServer(polling)
    let witness = try server.witness()
    var made = 1
    for cut in stride(from: 0, to: TestHandler.large, by: 99_991) {
      let client = try server.client(receiveBuffer: 4096)
      client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\nGET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.receive(exactly: cut))
      client.reset()
      made += 1
    }
    #expect(witness.finish() == [])
    Self.expectEnd(server, made: made, holding: 0)
  }

  @Test("While the answer is made elsewhere, and while a body is streamed", arguments: crowdPollings)
  func waiting(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling)
    let witness = try server.witness()
    let ended = DispatchSemaphore(value: 0)
    for path in ["/held", "/stream"] {
      for _ in 0..<20 {
        let client = try server.client()
        client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        server.handler.held.waitForArrival()
        client.reset()
      }
    }
    for writer in server.handler.held.writers.withLock({ $0 }) { writer.onClose { ended.signal() } }
    for _ in 0..<20 { ended.wait() }
    for responder in server.handler.held.all { responder.respond(HTTPResponse(200)) }
    #expect(witness.finish() == [])
    Self.expectEnd(server, made: 41, holding: 0)
  }

  @Test("A connection that ends while it is written to is not read any more: its descriptor may be another's")
  func reusedDescriptor() async {
    // In a process of its own: nothing else takes the number that comes free.
    await #expect(processExitsWith: .success) {
      let server = try TestServer(.perLoop) {
        $0.loops = 1
        $0.outputBytes = 20_000_000
      }
      let client = try server.client(receiveBuffer: 4096)
      client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
      server.handler.held.waitForArrival()
      let writer = try #require(server.handler.held.writer)
      while writer.write([UInt8](repeating: 0, count: 1_000_000)) {}
      let loop = try #require(server.server.loops.first)
      let reused = Reused()
      loop.queue.sync {
        loop.forEachConnection { connection in
          #expect(connection.interest == [.readable, .writable])
          let descriptor = connection.descriptor
          writer.onClose { reused.take(descriptor) }
          client.reset()
          client.hangUp()
          loop.deliver(connection.token, [.readable, .writable, .hangup])
        }
      }
      #expect(reused.hasAll)
    }
  }
}
