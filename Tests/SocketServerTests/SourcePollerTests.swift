import Dispatch
import Synchronization
import Testing

@testable import SocketServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Sources that say nothing")
struct SourcePollerTests {
  private final class Told: Sendable {
    let readiness = Mutex<[UInt64: Readiness]>([:])
    var all: [UInt64: Readiness] { readiness.withLock { $0 } }
  }

  @Test("What a socket has and its source has not said is delivered at the next look")
  func silentSource() throws {
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
    let told = Told()
    poller.start { token, readiness in told.readiness.withLock { $0[token] = readiness } }
    // As a loop does all of it: on the queue, where no source can say anything meanwhile.
    queue.sync {
      for (token, pair) in pairs.enumerated() {
        #expect(poller.add(pair[0], token: UInt64(token), .readable))
      }
      poller.catchUp()
      #expect(told.all == [:])
      // One has a byte to read, one the end of what its client sends, one nothing.
      #expect(unsafe write(pairs[0][1], "x", 1) == 1)
      #expect(shutdown(pairs[1][1], Int32(SHUT_WR)) == 0)
      poller.catchUp()
      #expect(told.all == [0: .readable, 1: .readable])
      // Who waits for room learns of it, and only that.
      poller.change(pairs[0][0], token: 0, .writable)
      told.readiness.withLock { $0 = [:] }
      poller.catchUp()
      #expect(told.all == [0: .writable, 1: .readable])
      poller.stop()
      for pair in pairs { poller.close(pair[0]) }
    }
    for pair in pairs { _ = close(pair[1]) }
  }
}
