import Dispatch
import Eventually
import HTTPWire
import RawClient
import SeededRandom
import Testing

@testable import SocketServer

/// A client that acts at random and checks the responses that it receives.
private final class RandomClient {
  private static let requests: [(text: String, body: String)] = [
    ("GET /ready HTTP/1.1\r\nHost: a\r\n\r\n", "ready"),
    ("GET /later?x HTTP/1.1\r\nHost: a\r\n\r\n", "late x"),
    ("GET /pieces HTTP/1.1\r\nHost: a\r\n\r\n", "onetwosix"),
    ("GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n", "/nowhere"),
    ("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", "hello"),
    (
      "POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
      "hello"
    ),
    ("GET /large HTTP/1.1\r\nHost: a\r\n\r\n", String(repeating: "b", count: TestHandler.large)),
  ]

  let client: TestClient
  private var rest: ArraySlice<UInt8>
  private var expected: ArraySlice<String>
  private var hasEnded = false

  init(_ client: TestClient, _ numbers: inout SplitMix64) {
    self.client = client
    let chosen = (0..<Int.random(in: 1...6, using: &numbers)).map { _ in
      Self.requests[Int.random(in: 0..<Self.requests.count, using: &numbers)]
    }
    rest = Array(chosen.map(\.text).joined().utf8)[...]
    expected = chosen.map(\.body)[...]
  }

  /// Takes one random action. Returns false at the end of the connection.
  func act(_ numbers: inout SplitMix64) -> Bool {
    switch Int.random(in: 0..<20, using: &numbers) {
    case 0:
      client.reset()
      return false
    case 1: return false
    case 2 where !hasEnded:
      client.sendEnd()
      hasEnded = true
    case 3...10 where !hasEnded:
      let count = client.sendSome(rest.prefix(Int.random(in: 1...80, using: &numbers)))
      guard count >= 0 else { return false }
      rest = rest.dropFirst(count)
    default:
      guard client.canReceive(within: 0) else { break }
      guard client.receive(atMost: Int.random(in: 1...65536, using: &numbers)) else { return false }
      while let response = client.next() {
        #expect(response.body == expected.first)
        expected = expected.dropFirst()
      }
    }
    return true
  }
}

@Suite struct ChaosTests {
  @Test(
    arguments: crowdPollings,
    1...6)
  func `clients that act at random get the right responses`(
    _ polling: ServerConfiguration.Polling, _ seed: Int
  ) throws {
    var numbers = SplitMix64(seed: UInt64(seed))
    let server = try TestServer(polling) {
      $0.pipelinedRequests = 2
      $0.outputBytes = 4096
      $0.timeouts.tick = .milliseconds(2)
      // Only the linger timeout is short: a slow machine must not reset clients.
      $0.timeouts.linger = .milliseconds(20)
    }
    let witness = try server.witness()
    var crowd: [RandomClient] = []
    var made: UInt64 = 1
    for _ in 0..<3000 {
      let place = Int.random(in: 0..<24, using: &numbers)
      if place >= crowd.count {
        made += 1
        crowd.append(RandomClient(try server.client(receiveBuffer: 8192), &numbers))
      } else if !crowd[place].act(&numbers) {
        crowd.remove(at: place)
      }
    }
    crowd.removeAll()
    #expect(witness.finish() == [])
    // Some connections may still be in the backlog.
    #expect(eventually { server.server.metrics.closed == made }, "\(server.openConnections)")
    let metrics = server.server.metrics
    #expect(metrics.accepted == made)
    #expect(metrics.malformed == 0)
    #expect(
      eventually { server.server.loops.allSatisfy { loop in loop.queue.sync { loop.heldBytes == 0 } } }
    )
  }
}
