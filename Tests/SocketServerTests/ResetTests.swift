import Dispatch
import Eventually
import HTTPWire
import RawClient
import Synchronization
import Testing

@testable import SocketServer

@Suite struct ResetTests {
  private static let post = Array(
    "POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n".utf8)

  /// Expects that all connections except those of the test are closed and that each was counted once.
  /// - Parameters:
  ///   - made: the number of all connections.
  ///   - count: the number of connections that the test keeps open.
  private static func expectEnd(_ server: TestServer, made: Int, holding count: Int) {
    #expect(eventually { server.server.metrics.closed == made - count }, "\(server.openConnections)")
    #expect(server.server.metrics.accepted == made)
    #expect(server.server.connectionCount == count)
    // The memory of a deferred request whose client has left is released after its connection is counted as closed.
    #expect(
      count > 0
        || eventually {
          server.server.loops.allSatisfy { loop in loop.queue.sync { loop.heldBytes == 0 } }
        }
    )
  }

  @Test(arguments: crowdPollings)
  func `a client can disconnect after any byte of its request`(_ polling: ServerConfiguration.Polling) throws
  {
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

  @Test(arguments: crowdPollings, ["/ready", "/pieces", "/later?x"])
  func `a client can disconnect after any byte of its response`(
    _ polling: ServerConfiguration.Polling, _ path: String
  ) throws {
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
    arguments: crowdPollings,
    ["/large", "/large-later"])
  func `a client can disconnect anywhere in a large pending response`(
    _ polling: ServerConfiguration.Polling, _ path: String
  ) throws {
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

  @Test(arguments: crowdPollings)
  func `a client can disconnect during a deferred or streamed response`(
    _ polling: ServerConfiguration.Polling
  ) throws {
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

  @Test func `a connection that closes during a write is not read`() async {
    // In its own process, so that nothing else takes the free descriptor.
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
      let reused = ReusedDescriptor()
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
      #expect(reused.hasUnreadText)
    }
  }
}
