import Dispatch
import Eventually
import HTTPWire
import RawClient
import Synchronization
import Testing

@testable import SocketServer

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct StreamTests {
  @Test(arguments: pollings)
  func `requests after a deferred or streamed response are answered in order`(
    _ polling: ServerConfiguration.Polling
  ) throws {
    let server = try TestServer(polling) { $0.pipelinedRequests = 3 }
    let paths = ["/later?1", "/pieces", "/2", "/large-later", "/3", "/dropped", "/pieces", "/later?4"]
    let client = try server.client(receiveBuffer: 65536)
    let rounds = 20
    for _ in 0..<rounds { client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined()) }
    for _ in 0..<rounds {
      #expect(try #require(client.response()).body == "late 1")
      #expect(try #require(client.response()).body == "onetwosix")
      #expect(try #require(client.response()).body == "/2")
      #expect(try #require(client.response()).body.utf8.count == TestHandler.large)
      #expect(try #require(client.response()).body == "/3")
      #expect(try #require(client.response()).status == 500)
      #expect(try #require(client.response()).body == "onetwosix")
      #expect(try #require(client.response()).body == "late 4")
    }
  }

  @Test(arguments: pollings)
  func `requests during a stream wait in bounded memory`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) { $0.loops = 1 }
    let witness = try server.witness()
    let client = try server.client()
    client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
    server.handler.held.waitForArrival()
    let request = Array(
      "GET /ready HTTP/1.1\r\nHost: a\r\nCookie: \(String(repeating: "a", count: 3000))\r\n\r\n".utf8)
    // Send until the kernel accepts no more, because the server has stopped reading.
    var requests = 0
    var rest = request[...]
    let most = 60_000_000 / request.count
    while requests < most {
      let count = client.sendSome(rest)
      #expect(count >= 0)
      rest = rest.dropFirst(count)
      if rest.isEmpty {
        rest = request[...]
        requests += 1
      }
      if count == 0, server.server.metrics.bytesRead > EventLoop.readBytes { break }
    }
    #expect(requests < most)
    for loop in server.server.loops { loop.queue.sync { #expect(loop.heldBytes < 5 * EventLoop.readBytes) } }
    try #require(server.handler.held.writer).finish()
    #expect(try #require(client.response()).has("Transfer-Encoding: chunked"))
    #expect(client.take(5) == "0\r\n\r\n")
    for _ in 0..<requests { #expect(try #require(client.response()).body == "ready") }
    #expect(witness.finish() == [])
  }

  @Test(arguments: pollings)
  func `many small pieces have bounded memory`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) {
      $0.loops = 1
      $0.outputBytes = 65536
    }
    let client = try server.client()
    client.send("GET /block HTTP/1.1\r\nHost: a\r\n\r\n")
    let streamed = try server.client()
    server.handler.held.waitForArrival()
    server.handler.held.gate.signal()
    streamed.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
    server.handler.held.waitForArrival()
    let writer = try #require(server.handler.held.writer)
    #expect(try #require(streamed.response()).status == 200)
    // The loop is blocked again, so nothing is sent.
    #expect(try #require(client.response()).status == 200)
    client.send("GET /block HTTP/1.1\r\nHost: a\r\n\r\n")
    server.handler.held.waitForArrival()
    var pieces = 0
    while writer.write([0x61]), pieces < 65536 { pieces += 1 }
    #expect(pieces > 0)
    #expect(pieces <= 65536 / 64 + 1)
    server.handler.held.gate.signal()
    // Sent pieces make room for more.
    #expect(streamed.take(pieces * 6) == String(repeating: "1\r\na\r\n", count: pieces))
    #expect(eventually { writer.write([0x62]) })
    #expect(streamed.take(6) == "1\r\nb\r\n")
  }

  @Test func `a piece above the capacity fits if nothing waits`() {
    let writer = StreamWriter(number: 0, capacity: 100) { _ in }
    let large = [UInt8](repeating: 0x63, count: 1000)
    #expect(writer.write([0x61]))
    #expect(!writer.write(large))
    writer.didSend(StreamWriter.cost(of: [0x61]))
    #expect(writer.write(large))
    #expect(!writer.write([0x61]))
    writer.didSend(StreamWriter.cost(of: large))
    #expect(writer.write([0x61]))
  }

  @Test(
    arguments: pollings
  )
  func `the owner of a stream is notified of a disconnect`(_ polling: ServerConfiguration.Polling)
    async throws
  {
    for resets in [true, false] {
      let server = try TestServer(polling)
      let client = try server.client()
      client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
      server.handler.held.waitForArrival()
      let writer = try #require(server.handler.held.writer)
      await withCheckedContinuation { continuation in
        writer.onClose { continuation.resume() }
        if resets { client.reset() }
        client.hangUp()
      }
      #expect(!writer.write([1]))
      // A handler that is set after the end is called, too.
      await withCheckedContinuation { continuation in writer.onClose { continuation.resume() } }
      #expect(eventually { server.server.connectionCount == 0 })
    }
  }

  @Test func `thousands of streams need no threads of their own`() async {
    for perLoop in [true, false] {
      // In its own process, to count its threads.
      await #expect(processExitsWith: .success) { [perLoop = perLoop as Bool] in
        let server = try TestServer(perLoop ? .perLoop : .perSocket)
        let count = 2000
        var clients: [TestClient] = []
        for _ in 0..<count {
          let client = try server.client()
          client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
          server.handler.held.waitForArrival()
          clients.append(client)
        }
        let writers = server.handler.held.writers.withLock { $0 }
        for round in 0..<3 {
          for (number, writer) in writers.enumerated() {
            let piece = String(10000 + number) + String(round)
            #expect(writer.write(Array(piece.utf8)))
          }
        }
        #if os(Linux)
          let threads = try FileCount.entries(of: "/proc/self/task")
          #expect(threads < 200)
        #endif
        for writer in writers { writer.finish() }
        for (number, client) in clients.enumerated() {
          let name = String(10000 + number)
          let body = (0..<3).map { "6\r\n\(name)\($0)\r\n" }.joined() + "0\r\n\r\n"
          #expect(try #require(client.response()).status == 200)
          #expect(client.take(body.utf8.count) == body)
        }
      }
    }
  }
}
