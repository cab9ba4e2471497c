import Dispatch
import Synchronization
import Testing

@testable import SocketServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct SourcePollerTests {
  private final class Deliveries: Sendable {
    let readiness = Mutex<[UInt64: Readiness]>([:])
    var all: [UInt64: Readiness] { readiness.withLock { $0 } }
  }

  @Test func `events that a source missed are delivered by the next check`() throws {
    var pairs: [[Int32]] = []
    for _ in 0..<3 {
      var pair: [Int32] = [-1, -1]
      #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
      #else
        let kind = SOCK_STREAM
      #endif
      try #require(unsafe socketpair(AF_UNIX, kind, 0, &pair) == 0)
      pairs.append(pair)
    }
    let queue = DispatchQueue(label: "silent")
    let poller = SourcePoller(queue: queue)
    let deliveries = Deliveries()
    poller.start { token, readiness in deliveries.readiness.withLock { $0[token] = readiness } }
    // On the queue, as a loop does it, so that no source can report an event meanwhile.
    queue.sync {
      for (token, pair) in pairs.enumerated() {
        #expect(poller.add(pair[0], token: UInt64(token), .readable))
      }
      poller.pollMissedEvents()
      #expect(deliveries.all == [:])
      // The first socket has a byte to read, the second the end of input, the third nothing.
      #expect(unsafe write(pairs[0][1], "x", 1) == 1)
      #expect(shutdown(pairs[1][1], Int32(SHUT_WR)) == 0)
      poller.pollMissedEvents()
      #expect(deliveries.all == [0: .readable, 1: .readable])
      // A socket that is watched only for writing reports only that.
      poller.change(pairs[0][0], token: 0, .writable)
      deliveries.readiness.withLock { $0 = [:] }
      poller.pollMissedEvents()
      #expect(deliveries.all == [0: .writable, 1: .readable])
      poller.stop()
      for pair in pairs { poller.close(pair[0]) }
    }
    for pair in pairs { _ = close(pair[1]) }
  }
}
