import Eventually
import Foundation
import LoopbackHTTP
import ScreenKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The connections of a client that uses the transport of an app, to a server that does not finish its responses.
@Suite struct ConnectionTests {
  /// Where a response stops.
  enum Stall: CaseIterable {
    case beforeHead, inBody

    var reply: LoopbackServer.Reply {
      switch self {
      case .beforeHead: .silence
      case .inBody:
        .stalling(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"route\":")
      }
    }
  }

  private func client(_ server: LoopbackServer, timeout: Double = 60) throws -> ScreenClient {
    var options = ScreenClient.Options()
    options.timeout = timeout
    options.log = { _ in }
    return ScreenClient(try #require(URL(string: server.url)), views: .samples, options: options)
  }

  @Test(.timeLimit(.minutes(20)), arguments: Stall.allCases)
  func `a cancelled load closes its connection`(stall: Stall) async throws {
    let server = try LoopbackServer { _ in stall.reply }
    defer { server.stop() }
    let client = try client(server)
    let load = Task { try await client.screen("home") }
    #expect(await eventuallyHolds { server.openConnectionCount == 1 })
    load.cancel()
    await #expect(throws: CancellationError.self) { try await load.value }
    #expect(await eventuallyHolds { server.openConnectionCount == 0 })
  }

  @Test(.timeLimit(.minutes(20)))
  func `a request of a cancelled task ends without a connection`() async throws {
    let server = try LoopbackServer { _ in .silence }
    defer { server.stop() }
    let request = URLRequest(url: try #require(URL(string: server.url)))
    let transport = URLSessionTransport()
    for _ in 0..<20 {
      let sending = Task {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        _ = try await transport.send(request)
      }
      await #expect(throws: CancellationError.self) { try await sending.value }
    }
    #expect(server.connectionCount == 0)
  }

  @Test(.timeLimit(.minutes(20)), arguments: Stall.allCases)
  func `a response that stalls runs into the timeout and closes its connection`(stall: Stall) async throws {
    let server = try LoopbackServer { _ in stall.reply }
    defer { server.stop() }
    let client = try client(server, timeout: 1)
    let error = await #expect(throws: ScreenError.self) { try await client.screen("home") }
    #expect(error?.code == .noResponse && (error?.underlyingError as? URLError)?.code == .timedOut)
    #expect(await eventuallyHolds { server.openConnectionCount == 0 })
  }

  @Test(.timeLimit(.minutes(20)))
  func `a response that is too large closes its connection`() async throws {
    let server = try LoopbackServer { _ in Stall.inBody.reply }
    defer { server.stop() }
    var options = ScreenClient.Options()
    options.maximumBytes = 4
    let client = ScreenClient(try #require(URL(string: server.url)), views: .samples, options: options)
    await #expect(throws: ScreenError.tooLarge(4)) { try await client.screen("home") }
    #expect(await eventuallyHolds { server.openConnectionCount == 0 })
  }

  @Test(.timeLimit(.minutes(20)))
  func `a live screen that nobody follows any more closes its stream`() async throws {
    let server = try LoopbackServer { request in
      guard request.head.hasPrefix("GET /events") else {
        let text = String(decoding: body(["a"]), as: UTF8.self)
        return .closing("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
      }
      return .stalling("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: here\n\n")
    }
    defer { server.stop() }
    let client = try client(server)
    let following = Task { for try await _ in client.updates(of: "home") {} }
    #expect(await eventuallyHolds { server.connectionCount == 2 && server.openConnectionCount == 1 })
    following.cancel()
    #expect(await eventuallyHolds { server.openConnectionCount == 0 })
  }
}
