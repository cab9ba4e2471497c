import Dispatch
import Eventually
import HTTPWire
import RawClient
import Testing

@testable import SocketServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Each test runs in its own process, because descriptors belong to the whole process.
@Suite struct DescriptorTests {
  @Test func `without descriptors connections wait in the backlog`() async {
    for perLoop in [true, false] {
      await #expect(processExitsWith: .success) { [perLoop = perLoop as Bool] in
        let server = try TestServer(perLoop ? .perLoop : .perSocket)
        let old = try server.client()
        #expect(try #require(old.get("/ready")).status == 200)
        let waiting = try (0..<5).map { _ in try #require(TestClient()) }
        let before = try #require(DescriptorLimit.current)
        let startedAt = DispatchTime.now().uptimeNanoseconds
        // Standard input is open, so no descriptor below the limit is free.
        #expect(DescriptorLimit.set(1))
        for client in waiting {
          #expect(client.connect(port: server.port))
          client.send("GET /ready HTTP/1.1\r\nHost: a\r\n\r\n")
        }
        // Connected clients are still served.
        while server.server.metrics.acceptFailures < 3 {
          for _ in 0..<100 { #expect(try #require(old.get("/ready")).body == "ready") }
        }
        #expect(server.server.metrics.accepted == 1)
        // The server retries ten times a second and when a connection closes. More attempts would be a busy loop.
        let attempts = server.server.metrics.acceptFailures
        let milliseconds = (DispatchTime.now().uptimeNanoseconds - startedAt) / 1_000_000
        #expect(attempts <= milliseconds / 100 + 2)
        #expect(DescriptorLimit.set(before))
        for client in waiting { #expect(try #require(client.response()).body == "ready") }
        #expect(try #require(server.client().get("/ready")).body == "ready")
      }
    }
  }

  @Test func `only exhausted resources pause accepting`() {
    for code in [ECONNABORTED, EINTR, EPROTO, EHOSTUNREACH, ENETUNREACH, EPERM] {
      #expect(Socket.AcceptError(code: code).isConnectionError)
      #expect(!Socket.AcceptError(code: code).isBacklogEmpty)
    }
    for code in [EMFILE, ENFILE, ENOBUFS, ENOMEM, EBADF, EINVAL] {
      #expect(!Socket.AcceptError(code: code).isConnectionError)
      #expect(!Socket.AcceptError(code: code).isBacklogEmpty)
    }
    #expect(Socket.AcceptError(code: EAGAIN).isBacklogEmpty)
  }

  @Test func `a closed connection makes room for the next at once`() async {
    for perLoop in [true, false] {
      await #expect(processExitsWith: .success) { [perLoop = perLoop as Bool] in
        let server = try TestServer(perLoop ? .perLoop : .perSocket) {
          $0.connections = 1
          $0.refusals = 0
        }
        // Each client waits for the previous one to disconnect. Retries by timer alone would take 100 s.
        var client = try server.client()
        for _ in 0..<1000 {
          #expect(try #require(client.get("/ready")).body == "ready")
          let next = try server.client()
          client.hangUp()
          client = next
        }
      }
    }
  }

  @Test func `no descriptor leaks however connections end`() async {
    await #expect(processExitsWith: .success) { try Self.endConnections(.perLoop) }
    await #expect(processExitsWith: .success) { try Self.endConnections(.perSocket) }
  }

  private static func endConnections(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) {
      $0.connections = 20
      $0.timeouts.tick = .milliseconds(5)
      $0.timeouts.linger = .milliseconds(5)
      $0.timeouts.head = .milliseconds(5)
    }
    // On a busy machine, five milliseconds may be too short for a request.
    #expect(eventually { (try? server.client())?.get("/ready")?.status == 200 })
    #expect(eventually { server.server.connectionCount == 0 })
    let before = DescriptorLimit.open
    var made = server.server.metrics.accepted
    let requests = [
      "", "GET /rea", "nonsense\r\n", "GET /ready HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /ready HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      "GET /large HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /cut HTTP/1.1\r\nHost: a\r\n\r\n", "GET /lost HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /pieces HTTP/1.1\r\nHost: a\r\n\r\n", "GET /later?x HTTP/1.1\r\nHost: a\r\n\r\n",
    ]
    for round in 0..<20 {
      for request in requests {
        let clients = try (0..<3).map { _ in try server.client() }
        made += 3
        for client in clients { client.send(request) }
        if round.isMultiple(of: 3) { for client in clients { client.sendEnd() } }
        if round.isMultiple(of: 2), !request.isEmpty { _ = clients[0].receive() }
        if round.isMultiple(of: 5) { for client in clients { client.reset() } }
      }
    }
    // Some connections may still be in the backlog.
    #expect(eventually { server.server.metrics.closed == made }, "\(server.openConnections)")
    #expect(
      eventually { DescriptorLimit.open <= before }, "\(DescriptorLimit.open) instead of \(before)")
  }

  @Test func `a stopped server leaks no descriptor`() async {
    for perLoop in [true, false] {
      await #expect(processExitsWith: .success) { [perLoop = perLoop as Bool] in
        // The first server opens descriptors that the system then keeps.
        _ = try TestServer(perLoop ? .perLoop : .perSocket)
        let before = DescriptorLimit.open
        for _ in 0..<20 {
          let server = try TestServer(perLoop ? .perLoop : .perSocket)
          let client = try server.client()
          #expect(try #require(client.get("/ready")).status == 200)
          await server.server.drain(deadline: .zero)
          #expect(throws: ListenError.portOutOfRange(-1)) {
            _ = try TestServer(perLoop ? .perLoop : .perSocket) { $0.port = -1 }
          }
        }
        let end = DispatchTime.now().uptimeNanoseconds + 60_000_000_000
        while DescriptorLimit.open > before, DispatchTime.now().uptimeNanoseconds < end {
          _ = poll(nil, 0, 1)
        }
        #expect(DescriptorLimit.open <= before)
      }
    }
  }
}
