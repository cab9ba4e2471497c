import Dispatch
import Eventually
import HTTPWire
import RawClient
import Testing

@testable import SocketServer

/// Each timeout is 1,000 s here. 900 s are within it even on a slow machine.
@Suite struct TimeLimitTests {
  private static let within = Duration.seconds(900)
  private static let limit = Duration.seconds(1000)

  private static func server(_ polling: ServerConfiguration.Polling) throws -> TestServer {
    try TestServer(polling) {
      $0.loops = 1
      $0.timeouts.tick = .seconds(100_000)
      $0.timeouts.head = limit
      $0.timeouts.bodyGrace = limit
      $0.timeouts.bodyRate = 10
      $0.timeouts.idle = limit
      $0.timeouts.linger = limit
      $0.timeouts.write = .seconds(100_000)
      $0.outputBytes = 1
    }
  }

  @Test(arguments: pollings)
  func `the head timeout counts from the first byte`(_ polling: ServerConfiguration.Polling) throws {
    let server = try Self.server(polling)
    let client = try server.client()
    client.send("GET /ready ")
    #expect(server.hasRead(11))
    server.age(by: Self.within)
    client.send("HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try #require(client.response()).body == "ready")
    client.send("GET /ready ")
    #expect(server.hasRead(11 + 21 + 11))
    server.age(by: Self.within)
    // More bytes don't extend the timeout.
    client.send("HTTP/1.1\r\n")
    #expect(server.hasRead(11 + 21 + 11 + 10))
    server.age(by: Self.limit - Self.within)
    let response = try #require(client.response())
    #expect(response.status == 408)
    #expect(response.has("Connection: close"))
    client.sendEnd()
    #expect(client.receiveAll() == "")
    #expect(client.ending == .end)
    #expect(server.server.metrics.timedOut == 1)
  }

  @Test(arguments: pollings)
  func `the body rate applies after the grace period`(_ polling: ServerConfiguration.Polling) throws {
    let server = try Self.server(polling)
    let client = try server.client()
    let head = "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 20002\r\n\r\nx"
    client.send(head)
    #expect(server.hasRead(head.utf8.count))
    server.age(by: Self.within)
    client.send([UInt8](repeating: 0x79, count: 20000))
    #expect(server.hasRead(head.utf8.count + 20000))
    // 900 s after the grace period, at least 9,000 bytes are required.
    server.age(by: Self.limit)
    client.send("z")
    #expect(try #require(client.response()).body.utf8.count == 20002)

    client.send(head + String(repeating: "y", count: 20000))
    #expect(server.hasRead(2 * (head.utf8.count + 20000) + 1))
    server.age(by: Self.within)
    #expect(server.server.metrics.timedOut == 0)
    server.age(by: .seconds(3000))
    #expect(try #require(client.response()).status == 408)
    #expect(server.server.metrics.timedOut == 1)
  }

  @Test(arguments: pollings)
  func `time with pending output does not count for request timeouts`(_ polling: ServerConfiguration.Polling)
    throws
  {
    let server = try Self.server(polling)
    for rest in ["GET /ready HT", "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe"] {
      let client = try server.client(receiveBuffer: 4096)
      client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n" + rest)
      #expect(client.receive(exactly: 1000))
      server.age(by: .seconds(5000))
      #expect(try #require(client.response()).body.utf8.count == TestHandler.large)
      #expect(server.isOutputDrained)
      server.age(by: Self.within)
      client.send(rest.hasPrefix("GET") ? "TP/1.1\r\nHost: a\r\n\r\n" : "llo")
      #expect(try #require(client.response()).body == (rest.hasPrefix("GET") ? "ready" : "hello"))
    }
    #expect(server.server.metrics.timedOut == 0)
  }

  @Test(arguments: pollings)
  func `the idle timeout counts from the last activity`(_ polling: ServerConfiguration.Polling) throws {
    let server = try Self.server(polling)
    let client = try server.client()
    for _ in 0..<3 {
      server.age(by: Self.within)
      #expect(try #require(client.get("/ready")).body == "ready")
    }
    server.age(by: Self.limit)
    #expect(client.receiveAll() == "")
    #expect(client.ending == .end)
    let new = try server.client()
    #expect(eventually { server.server.connectionCount == 1 && server.server.metrics.accepted == 2 })
    server.age(by: Self.limit)
    #expect(new.receiveAll() == "")
    #expect(new.ending == .end)
  }

  @Test(arguments: pollings)
  func `the linger timeout bounds the wait after the last response`(_ polling: ServerConfiguration.Polling)
    throws
  {
    let server = try Self.server(polling)
    let client = try server.client()
    client.send("nonsense\r\n")
    #expect(try #require(client.response()).status == 400)
    server.age(by: Self.within)
    #expect(server.server.connectionCount == 1)
    // Input is read and dropped. It extends the timeout, up to four times.
    var sent = 10
    for _ in 0..<4 {
      client.send("more")
      sent += 4
      #expect(server.hasRead(sent))
      #expect(server.server.connectionCount == 1)
      server.age(by: Self.within)
    }
    client.send("more")
    #expect(
      eventually { server.server.connectionCount == 0 || server.server.metrics.bytesRead > sent })
    server.age(by: Self.within)
    #expect(server.server.connectionCount == 0)

    let silent = try server.client()
    silent.send("nonsense\r\n")
    #expect(try #require(silent.response()).status == 400)
    server.age(by: Self.limit)
    #expect(server.server.connectionCount == 0)
  }

  @Test(arguments: pollings)
  func `a deferred response has no timeout`(_ polling: ServerConfiguration.Polling) throws {
    let server = try Self.server(polling)
    let client = try server.client()
    client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
    server.handler.held.arrived.wait()
    server.age(by: .seconds(1_000_000))
    for responder in server.handler.held.all { responder.respond(HTTPResponse(202)) }
    #expect(try #require(client.response()).status == 202)
  }

  @Test func `a client must receive at least the minimum rate`() {
    func pace() -> OutputPace {
      var pace = OutputPace()
      pace.begin(now: 1000 * second)
      return pace
    }
    let second: UInt64 = 1_000_000_000
    let timeout = 30 * second
    func isTooSlow(_ pace: inout OutputPace, _ acknowledged: UInt64, at now: UInt64) -> Bool {
      pace.isTooSlow(acknowledged: acknowledged, now: now * second, timeout: timeout, rate: 100)
    }
    // A client that receives nothing.
    var stopped = pace()
    #expect(!isTooSlow(&stopped, 500, at: 1001))
    #expect(!isTooSlow(&stopped, 500, at: 1029))
    #expect(isTooSlow(&stopped, 500, at: 1030))
    // Clients that receive single bytes, at the minimum rate and below it.
    var fair = pace()
    var slow = pace()
    for now in UInt64(1001)...1030 {
      #expect(!isTooSlow(&fair, now, at: now))
      #expect(!isTooSlow(&slow, now, at: now))
    }
    #expect(!isTooSlow(&fair, 1001 + 7000, at: 1100))
    #expect(isTooSlow(&slow, 1001 + 6999, at: 1100))
  }
}
