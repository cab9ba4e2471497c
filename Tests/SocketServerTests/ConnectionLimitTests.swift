import Dispatch
import Eventually
import HTTPWire
import RawClient
import SocketServer
import Testing

@Suite struct ConnectionLimitTests {
  @Test(
    arguments: pollings
  )
  func `refused connections do not count against the connection limit`(_ polling: ServerConfiguration.Polling)
    throws
  {
    let server = try TestServer(polling) {
      $0.connections = 3
      $0.refusals = 2
      $0.timeouts.linger = .seconds(3600)
    }
    var served = try (0..<3).map { _ in try server.client() }
    for client in served { #expect(try #require(client.get("/ready")).status == 200) }
    let refused = try (0..<2).map { _ in try server.client() }
    for client in refused {
      let response = try #require(client.response())
      #expect(response.status == 503)
      #expect(response.has("Retry-After: 1"))
      #expect(response.has("Connection: close"))
    }
    // The refused connections stay open, and the next client still gets the free place.
    served.removeLast()
    #expect(eventually { server.server.connectionCount == 4 })
    let next = try server.client()
    #expect(try #require(next.get("/ready")).status == 200)
    #expect(server.server.metrics.refused == 2)
    for client in served { #expect(try #require(client.get("/ready")).status == 200) }
  }

  @Test(
    arguments: pollings,
    [0, 1, 500])
  func `a turn answers at most the allowed number of pipelined requests`(
    _ polling: ServerConfiguration.Polling, _ beyond: Int
  ) throws {
    let limit = 64
    let server = try TestServer(polling) {
      $0.loops = 1
      $0.pipelinedRequests = limit
    }
    let greedy = try server.client()
    let other = try server.client()
    #expect(try #require(other.get("/ready")).status == 200)
    // The first request blocks the loop until the other client's request has arrived.
    greedy.send(
      "GET /block HTTP/1.1\r\nHost: a\r\n\r\n"
        + String(repeating: "GET /logged?greedy HTTP/1.1\r\nHost: a\r\n\r\n", count: limit - 1 + beyond))
    server.handler.held.arrived.wait()
    other.send("GET /logged?other HTTP/1.1\r\nHost: a\r\n\r\n")
    server.handler.held.gate.signal()
    #expect(try #require(other.response()).status == 200)
    for _ in 0..<(limit + beyond) { #expect(try #require(greedy.response()).status == 200) }
    let log = server.handler.held.logged
    let before = try #require(log.firstIndex(of: "other"))
    #expect(log.count == limit + beyond)
    // With a source per socket, another thread reports readiness, so the order is not fixed.
    if polling == .perLoop || beyond == 0 { #expect(before == limit - 1) }
  }

  @Test(
    arguments: pollings,
    [true, false])
  func `requests are read only while the pending output is within its limit`(
    _ polling: ServerConfiguration.Polling, _ isWithin: Bool
  ) throws {
    let server = try TestServer(polling) {
      $0.loops = 1
      // Either the whole large response fits the limit, or any part of it exceeds it.
      $0.outputBytes = isWithin ? 2 * TestHandler.large : 1
    }
    let client = try server.client(receiveBuffer: 4096)
    let other = try server.client()
    client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(eventually { server.server.metrics.bytesWritten > 0 })
    #expect(try #require(other.get("/ready")).status == 200)
    let written = server.server.metrics.bytesWritten
    #expect(written < TestHandler.large)
    client.send("GET /logged?next HTTP/1.1\r\nHost: a\r\n\r\n")
    if isWithin {
      #expect(eventually { server.handler.held.logged == ["next"] })
    } else {
      // The loop serves its sockets in turn, so meanwhile it has seen that request too.
      for _ in 0..<20 { #expect(try #require(other.get("/ready")).status == 200) }
      #expect(server.handler.held.logged == [])
    }
    #expect(try #require(client.response()).body.utf8.count == TestHandler.large)
    #expect(try #require(client.response()).body == "ready")
    #expect(try #require(client.get("/ready")).body == "ready")
    #expect(server.handler.held.logged == ["next"])
  }
}
