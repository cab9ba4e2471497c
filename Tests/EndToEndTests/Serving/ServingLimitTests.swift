import HTTPWire
import RawClient
import TestFolders
import Testing

/// The limits of the program with its defaults.
@Suite final class ServingLimitTests: Sendable {
  private static let limits = RequestLimit.all(
    WireLimits(), target: "/health", taking: "/screens/lines/explain")

  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
  }

  private static func client(_ server: Server) throws -> TestClient {
    let port = try #require(Int(server.port))
    return try #require(TestClient(port: port))
  }

  /// `RequestLimitTests` splits the bytes in other ways.
  @Test func `each limit of a request is exact`() async throws {
    try await Server.run(in: folder) { server in
      for limit in Self.limits {
        let kept = try Self.client(server)
        kept.send(limit.fits)
        let response = try #require(kept.response(), "\(limit)")
        #expect(response.status == 200, "\(limit)")
        #expect(!response.has("Connection: close"), "\(limit)")
        let client = try Self.client(server)
        client.send(limit.exceeds)
        let refusal = try #require(client.response(), "\(limit)")
        #expect(refusal.status == limit.status, "\(limit)")
        #expect(refusal.has("Content-Type: application/problem+json"), "\(limit)")
        #expect(refusal.has("Connection: close"), "\(limit)")
      }
    }
  }

  @Test func `a head that is not complete is answered in time`() async throws {
    try await Server.run(in: folder) { server in
      let client = try Self.client(server)
      client.send("GET /health HTTP/1.1\r\nHost: a\r\nA: ")
      // Slow bytes do not extend the time limit.
      while !client.canReceive(within: 100) { client.send("a") }
      let response = try #require(client.response())
      #expect(response.status == 408)
      #expect(response.has("Connection: close"))
    }
  }

  @Test func `idle connections and resets do not affect others`() async throws {
    try await Server.run(in: folder) { server in
      let others = try Self.client(server)
      var idle: [TestClient] = []
      let request = "GET /screens/lines HTTP/1.1\r\nHost: a\r\n\r\n"
      for place in 0..<500 {
        let client = try Self.client(server)
        idle.append(client)
        let broken = try Self.client(server)
        broken.send(String(request.prefix(place % request.count)))
        broken.reset()
        #expect(try #require(others.get("/screens/lines")).status == 200)
        // On a slow machine, all rounds take longer than the 75 s that a connection may be idle.
        guard place % 50 == 49 else { continue }
        for client in idle { #expect(try #require(client.get("/screens/lines")).status == 200) }
      }
      for client in idle { #expect(try #require(client.get("/screens/lines")).status == 200) }
    }
  }
}
