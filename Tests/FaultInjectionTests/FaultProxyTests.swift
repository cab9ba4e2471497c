import Eventually
import RawClient
import Testing

@testable import FaultInjection

@Suite struct FaultProxyTests {
  private let server: EchoServer
  private let proxy: FaultProxy

  init() throws {
    server = try EchoServer()
    proxy = try FaultProxy(to: server.port)
  }

  private func connect() throws -> TestClient { try #require(TestClient(port: Int(proxy.port))) }

  /// A client that has received an echo.
  private func connectedClient() throws -> TestClient {
    let client = try connect()
    client.send("before")
    #expect(client.take(6) == "before")
    return client
  }

  private func expectReset(_ client: TestClient, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(client.receiveAll() == "", sourceLocation: sourceLocation)
    #expect(client.ending == .reset, sourceLocation: sourceLocation)
  }

  @Test func `everything passes in order, and so does each end`() throws {
    let client = try connect()
    let bytes = (0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    var rest = bytes[...]
    while client.received.count < bytes.count {
      let count = rest.isEmpty ? 0 : client.sendSome(rest)
      try #require(count >= 0)
      rest = rest.dropFirst(count)
      if count == 0 { try #require(client.receive()) }
    }
    #expect(client.received == bytes)
    client.forget()
    client.sendEnd()
    #expect(client.receiveAll() == "")
    #expect(client.ending == .end)
    #expect(eventually { proxy.counters.open == 0 })
    #expect(proxy.counters == FaultProxy.Counters(accepted: 1, opaque: 1))
  }

  @Test func `a client is reset when the server cannot be reached`() throws {
    server.stop()
    // The proxy accepts before it connects.
    if let client = TestClient(port: Int(proxy.port)) { expectReset(client) }
    #expect(eventually { proxy.counters == FaultProxy.Counters(accepted: 1) })
  }

  @Test func `refuse resets connections and closes the port until it ends`() throws {
    for _ in 0..<3 {
      let client = try connectedClient()
      try proxy.set(.refuse)
      #expect(proxy.mode == .refuse)
      expectReset(client)
      #expect(TestClient(port: Int(proxy.port)) == nil)
      try proxy.set(.pass)
      _ = try connectedClient()
    }
    #expect(proxy.counters.accepted == 6)
  }

  @Test func `a black hole keeps connections, and drops what they send`() throws {
    let existing = try connectedClient()
    try proxy.set(.blackHole)
    existing.send("lost")
    let new = try connect()
    new.send("lost")
    #expect(eventually { proxy.counters.accepted == 2 })
    #expect(proxy.counters.open == 2)
    try proxy.set(.pass)
    for client in [existing, new] { expectReset(client) }
    #expect(eventually { server.ended == 1 })
    _ = try connectedClient()
    #expect(server.received == "beforebefore")
    #expect(proxy.counters.reset == 2)
  }

  @Test(arguments: [FaultProxy.Mode.refuse, .reset, .delay(milliseconds: 1)])
  func `every other mode ends a black hole`(_ mode: FaultProxy.Mode) throws {
    try proxy.set(.blackHole)
    let client = try connect()
    try proxy.set(mode)
    expectReset(client)
    try proxy.set(.pass)
    _ = try connectedClient()
  }

  @Test func `reset ends the existing connections, and new ones pass`() throws {
    let existing = try (0..<3).map { _ in try connectedClient() }
    try proxy.set(.reset)
    existing.forEach { expectReset($0) }
    let new = try connectedClient()
    try proxy.set(.reset)
    expectReset(new)
    #expect(proxy.counters.reset == 4)
  }

  @Test func `delay holds back each direction, for existing and new connections`() throws {
    let existing = try connectedClient()
    try proxy.set(.delay(milliseconds: 40))
    for client in [existing, try connect()] {
      client.forget()
      let start = ContinuousClock.now
      client.send("late")
      #expect(client.take(4) == "late")
      #expect(start.duration(to: .now) >= .milliseconds(80))
    }
  }

  @Test func `the end of a delay sends what waits`() throws {
    let client = try connectedClient()
    try proxy.set(.delay(milliseconds: 3_600_000))
    client.send("late")
    try proxy.set(.pass)
    #expect(client.take(4) == "late")
  }

  @Test func `a line that is full takes no more`() {
    var line = DelayLine()
    var count = 0
    while line.hasRoom {
      line.append([UInt8](repeating: 0, count: DelayLine.chunkBytes), at: .now)
      count += DelayLine.chunkBytes
    }
    #expect(count == 1 << 20)
  }

  @Test func `stop resets connections and closes the port`() throws {
    let client = try connectedClient()
    proxy.stop()
    proxy.stop()
    expectReset(client)
    #expect(TestClient(port: Int(proxy.port)) == nil)
    try proxy.set(.pass)
    #expect(TestClient(port: Int(proxy.port)) == nil)
  }

  @Test func `modes can change while clients talk`() throws {
    let modes: [FaultProxy.Mode] = [.delay(milliseconds: 1), .reset, .blackHole, .pass, .refuse, .pass]
    for round in 0..<60 {
      let clients = (0..<4).compactMap { _ in TestClient(port: Int(proxy.port)) }
      for client in clients { client.send("storm") }
      try proxy.set(modes[round % modes.count])
    }
    #expect(proxy.mode == .pass)
    _ = try connectedClient()
    #expect(eventually { proxy.counters.open == 0 })
  }
}
