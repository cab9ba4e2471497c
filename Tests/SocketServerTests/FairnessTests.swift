import Dispatch
import HTTPWire
import RawClient
import SocketServer
import Synchronization
import Testing

@Suite struct FairnessTests {
  @Test(arguments: pollings)
  func `clients that never stop sending requests do not starve others`(_ polling: ServerConfiguration.Polling)
    throws
  {
    let server = try TestServer(polling) { $0.loops = 1 }
    let burst = Array(
      String(repeating: "GET /ready HTTP/1.1\r\nHost: a\r\n\r\n", count: 2000).utf8)
    let isOver = Atomic<Bool>(false)
    let group = DispatchGroup()
    for _ in 0..<4 {
      let client = Mutex(try server.client())
      DispatchQueue(label: "greedy").async(group: group) {
        client.withLock { client in
          var rest = burst[...]
          while !isOver.load(ordering: .relaxed) {
            let count = client.sendSome(rest)
            guard count >= 0 else { return }
            rest = rest.dropFirst(count)
            if rest.isEmpty { rest = burst[...] }
            while client.canReceive(within: 0), client.receive() { client.forget() }
          }
        }
      }
    }
    let other = try server.client()
    for _ in 0..<50 { #expect(try #require(other.get("/ready")).body == "ready") }
    // New connections are accepted, too.
    for _ in 0..<20 { #expect(try #require(server.client().get("/ready")).body == "ready") }
    isOver.store(true, ordering: .relaxed)
    group.wait()
  }

  @Test(arguments: pollings)
  func `a client that sends after its last response does not starve others`(
    _ polling: ServerConfiguration.Polling
  ) throws {
    let server = try TestServer(polling) { $0.loops = 1 }
    let client = try server.client()
    client.send("nonsense\r\n")
    #expect(try #require(client.response()).status == 400)
    let other = try server.client()
    let bytes = [UInt8](repeating: 0x61, count: 1_000_000)
    for _ in 0..<100 {
      #expect(client.sendSome(bytes[...]) >= 0)
      #expect(try #require(other.get("/ready")).body == "ready")
    }
  }
}
