import Dispatch
import Eventually
import HTTPWire
import RawClient
import Testing

@testable import SocketServer

@Suite struct HalfCloseTests {
  @Test(
    arguments: pollings,
    ["/ready", "/later?x", "/large", "/large-later", "/pieces", "/nothing-here"])
  func `a half-closed client receives its whole response`(
    _ polling: ServerConfiguration.Polling, _ path: String
  ) throws {
    let server = try TestServer(polling)
    let witness = try server.witness()
    for _ in 0..<10 {
      let client = try server.client(receiveBuffer: 65536)
      client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      client.sendEnd()
      let response = try #require(client.response())
      switch path {
      case "/ready": #expect(response.body == "ready")
      case "/later?x": #expect(response.body == "late x")
      case "/pieces": #expect(response.body == "onetwosix")
      case "/nothing-here": #expect(response.status == 404)
      default: #expect(response.body.utf8.count == TestHandler.large)
      }
      #expect(client.receiveAll() == "")
      #expect(client.ending == .end)
    }
    #expect(witness.finish() == [])
    #expect(eventually { server.server.connectionCount == 0 }, "\(server.openConnections)")
  }

  @Test(arguments: crowdPollings)
  func `half a request followed by the end closes the connection in order`(
    _ polling: ServerConfiguration.Polling
  ) throws {
    let server = try TestServer(polling)
    let witness = try server.witness()
    let bytes = Array("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello".utf8)
    for cut in 0..<bytes.count {
      let client = try server.client()
      client.send(Array(bytes[..<cut]))
      client.sendEnd()
      #expect(client.receiveAll() == "", "\(cut)")
      #expect(client.ending == .end, "\(cut)")
    }
    #expect(witness.finish() == [])
    #expect(eventually { server.server.connectionCount == 0 }, "\(server.openConnections)")
  }

  @Test(arguments: pollings)
  func `requests of exactly the read size followed by the end are answered`(
    _ polling: ServerConfiguration.Polling
  ) throws {
    let server = try TestServer(polling)
    for size in [EventLoop.readBytes, 2 * EventLoop.readBytes, 7 * EventLoop.readBytes] {
      for size in [size - 1, size, size + 1] {
        let head = "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 000000\r\n\r\n"
        let count = String(1_000_000 + size - head.utf8.count).dropFirst()
        let client = try server.client()
        client.send(head.replacing("000000", with: count) + String(repeating: "b", count: Int(count) ?? 0))
        client.sendEnd()
        #expect(try #require(client.response()).body.utf8.count == Int(count))
        #expect(client.receiveAll() == "")
        #expect(client.ending == .end)
      }
    }
    #expect(eventually { server.server.connectionCount == 0 }, "\(server.openConnections)")
  }

  @Test(arguments: pollings)
  func `each of two requests hears of an end that came before it`(
    _ polling: ServerConfiguration.Polling
  ) throws {
    let server = try TestServer(polling)
    let client = try server.client()
    let request = "GET /until-closed HTTP/1.1\r\nHost: a\r\n\r\n"
    client.send(request + request)
    client.sendEnd()
    for _ in 0..<2 { #expect(try #require(client.response()).body == "closed") }
    #expect(client.receiveAll() == "")
    #expect(client.ending == .end)
  }

  @Test(arguments: pollings)
  func `the first of one and a half requests is answered`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling)
    for path in ["/ready", "/later?x", "/pieces", "/large"] {
      let client = try server.client()
      client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\nGET /ready HT")
      client.sendEnd()
      #expect(try #require(client.response()).status == 200)
      #expect(client.receiveAll() == "")
      #expect(client.ending == .end)
    }
    #expect(eventually { server.server.connectionCount == 0 }, "\(server.openConnections)")
  }

  @Test(arguments: pollings)
  func `an endless stream to a half-closed client is closed`(_ polling: ServerConfiguration.Polling)
    async throws
  {
    let server = try TestServer(polling)
    let client = try server.client()
    client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
    server.handler.held.waitForArrival()
    let writer = try #require(server.handler.held.writer)
    await withCheckedContinuation { continuation in
      writer.onClose { continuation.resume() }
      client.sendEnd()
    }
    #expect(!writer.isOpen)
    #expect(client.receiveAll().hasPrefix("HTTP/1.1 200 OK\r\n"))
  }

  @Test(arguments: pollings, [0, 1, EventLoop.readBytes / 64])
  func `a handler that waits learns that its client has closed its side, behind all requests`(
    _ polling: ServerConfiguration.Polling, _ pipelined: Int
  ) throws {
    let server = try TestServer(polling)
    let client = try server.client()
    client.send("GET /until-closed HTTP/1.1\r\nHost: a\r\n\r\n")
    server.handler.held.waitForArrival()
    client.send(String(repeating: "GET /ready HTTP/1.1\r\nHost: a\r\n\r\n", count: pipelined))
    #expect(server.handler.held.logged == [])
    client.sendEnd()
    #expect(try #require(client.response()).body == "closed")
    for _ in 0..<pipelined { #expect(try #require(client.response()).body == "ready") }
    #expect(client.receiveAll() == "" && client.ending == .end)
    #expect(eventually { server.server.connectionCount == 0 }, "\(server.openConnections)")
  }

  @Test(arguments: pollings, ["/until-closed", "/held"])
  func `a deferred request holds no connection of a client that has gone`(
    _ polling: ServerConfiguration.Polling, _ path: String
  ) throws {
    let server = try TestServer(polling)
    let count = 20
    for number in 0..<count {
      let client = try server.client()
      client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      server.handler.held.waitForArrival()
      // A reset ends the connection. An end does when the handler responds.
      if number % 2 == 0 || path == "/held" { client.reset() }
    }
    #expect(eventually { server.server.connectionCount == 0 }, "\(server.openConnections)")
    if path == "/until-closed" {
      #expect(eventually { server.handler.held.logged.count == count })
    }
    for responder in server.handler.held.all { #expect(responder.watch.hasClosed) }
  }

  @Test(arguments: pollings, [true, false])
  func `a handler that computes learns that its client has gone`(
    _ polling: ServerConfiguration.Polling, _ isHandled: Bool
  ) throws {
    let server = try TestServer(polling)
    for number in 1...10 {
      let client = try server.client()
      client.send("GET /until-disconnected HTTP/1.1\r\nHost: a\r\n\r\n")
      // The end comes after the request, or together with it.
      if isHandled { server.handler.held.waitForArrival() }
      client.hangUp()
      if !isHandled { server.handler.held.waitForArrival() }
      #expect(eventually { server.handler.held.logged.count == number })
    }
    #expect(eventually { server.server.connectionCount == 0 }, "\(server.openConnections)")
  }

  @Test(arguments: pollings, [0, 1, 3])
  func `a handler that computes for a half-closed client goes on`(
    _ polling: ServerConfiguration.Polling, _ pipelined: Int
  ) throws {
    let server = try TestServer(polling)
    let client = try server.client()
    client.send(
      String(repeating: "GET /ready HTTP/1.1\r\nHost: a\r\n\r\n", count: pipelined)
        + "GET /until-disconnected HTTP/1.1\r\nHost: a\r\n\r\n")
    client.sendEnd()
    server.handler.held.waitForArrival()
    for _ in 0..<pipelined { #expect(try #require(client.response()).body == "ready") }
    // The client's system has taken the interim response without a reset.
    #expect(client.take(ResponseWriter.continueLine.utf8CodeUnitCount) == "HTTP/1.1 100 Continue\r\n\r\n")
    #expect(server.handler.held.logged == [])
    let responder = try #require(server.handler.held.all.first)
    responder.respond(HTTPResponse(200, contentType: "text/plain", body: Array("done".utf8)))
    #expect(try #require(client.response()).body == "done")
    #expect(client.receiveAll() == "" && client.ending == .end)
    #expect(server.handler.held.logged == [])
  }

  @Test(arguments: pollings)
  func `a half-closed client of HTTP 1.0 gets no interim response`(
    _ polling: ServerConfiguration.Polling
  ) throws {
    let server = try TestServer(polling)
    let client = try server.client()
    client.send("GET /until-disconnected HTTP/1.0\r\n\r\n")
    client.sendEnd()
    server.handler.held.waitForArrival()
    let watch = try #require(server.handler.held.all.first).watch
    #expect(eventually { watch.hasClosed })
    server.handler.held.all.first?.respond(HTTPResponse(200, contentType: "text/plain", body: []))
    #expect(client.receiveAll().hasPrefix("HTTP/1.1 200 OK\r\n"))
  }
}
