import Dispatch
import HTTPWire
import RawClient
import Synchronization
import Testing

@testable import SocketServer

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Answers that come later, and in pieces")
struct StreamTests {
  @Test("Whatever is asked behind a deferred or streamed answer is answered behind it", arguments: pollings)
  func order(_ polling: ServerConfiguration.Polling) throws {
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

  @Test("While a body is streamed, requests wait, in bounded memory", arguments: pollings)
  func behind(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) { $0.loops = 1 }
    let witness = try server.witness()
    let client = try server.client()
    client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
    server.handler.held.waitForArrival()
    let request = Array(
      "GET /ready HTTP/1.1\r\nHost: a\r\nCookie: \(String(repeating: "a", count: 3000))\r\n\r\n".utf8)
    // Until the kernel takes no more: the server has stopped reading, or would read all of it.
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
    for loop in server.server.loops { loop.queue.sync { #expect(loop.held < 5 * EventLoop.readBytes) } }
    try #require(server.handler.held.writer).finish()
    #expect(try #require(client.response()).has("Transfer-Encoding: chunked"))
    #expect(client.take(5) == "0\r\n\r\n")
    for _ in 0..<requests { #expect(try #require(client.response()).body == "ready") }
    #expect(witness.finish() == [])
  }

  @Test("However small its pieces are, a stream holds no more than it may", arguments: pollings)
  func smallPieces(_ polling: ServerConfiguration.Polling) throws {
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
    // The loop is held again, so nothing is sent.
    #expect(try #require(client.response()).status == 200)
    client.send("GET /block HTTP/1.1\r\nHost: a\r\n\r\n")
    server.handler.held.waitForArrival()
    var pieces = 0
    while writer.write([0x61]), pieces < 65536 { pieces += 1 }
    #expect(pieces > 0)
    #expect(pieces <= 65536 / 64 + 1)
    server.handler.held.gate.signal()
    // What was sent gives room for more.
    #expect(streamed.take(pieces * 6) == String(repeating: "1\r\na\r\n", count: pieces))
    #expect(server.waits { writer.write([0x62]) })
    // A piece of the whole size fits when nothing waits; one byte more never does.
    #expect(streamed.take(6) == "1\r\nb\r\n")
    #expect(server.waits { writer.write([UInt8](repeating: 0x63, count: 65536)) })
    #expect(!writer.write([UInt8](repeating: 0x63, count: 65537)))
  }

  @Test(
    "A client that goes away is told to the owner of the stream, by an end or by a reset", arguments: pollings
  )
  func goesAway(_ polling: ServerConfiguration.Polling) async throws {
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
      // Said after the end as well.
      await withCheckedContinuation { continuation in writer.onClose { continuation.resume() } }
      #expect(server.waits { server.server.connectionCount == 0 })
    }
  }

  @Test("Thousands of streams need no thread of their own, and each gets what was written for it")
  func many() async {
    for perLoop in [true, false] {
      // A process of its own, whose threads are nobody else's.
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
