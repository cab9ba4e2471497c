import HTTPWire
import RawClient
import Testing

/// The limits of the program with its defaults.
@Suite final class ServingLimitTests: Sendable {
  private static let limits = RequestLimit.all(
    WireLimits(), target: "/health", taking: "/screens/lines/explain")

  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
  }

  deinit { folder.remove() }

  /// Bodies of a megabyte are not sent byte by byte.
  private static func cuts(_ text: String) -> [RequestLimit.Cut] {
    text.utf8.count < 100_000 ? RequestLimit.Cut.allCases : [.whole, .halves, .everyLine]
  }

  private static func client(_ server: Server) throws -> TestClient {
    let port = try #require(Int(server.port))
    return try #require(TestClient(port: port))
  }

  @Test func `each limit of a request is exact, regardless of how the bytes are split`() async throws {
    try await Server.run(in: folder) { server in
      for limit in Self.limits {
        let kept = try Self.client(server)
        for cut in Self.cuts(limit.fits) {
          for piece in cut.pieces(limit.fits) { kept.send(piece) }
          let response = try #require(kept.response(), "\(limit), \(cut)")
          #expect(response.status == 200, "\(limit), \(cut)")
          #expect(!response.has("Connection: close"), "\(limit), \(cut)")
        }
        for cut in Self.cuts(limit.exceeds) {
          let client = try Self.client(server)
          for piece in cut.pieces(limit.exceeds) { client.send(piece) }
          let response = try #require(client.response(), "\(limit), \(cut)")
          #expect(response.status == limit.status, "\(limit), \(cut)")
          #expect(response.has("Content-Type: application/problem+json"), "\(limit), \(cut)")
          #expect(response.has("Connection: close"), "\(limit), \(cut)")
          client.sendEnd()
          #expect(client.receiveAll() == "", "\(limit), \(cut)")
          #expect(client.ending == .end, "\(limit), \(cut)")
        }
      }
    }
  }

  @Test func `a missing head or body is answered in time and does not affect others`()
    async throws
  {
    try await Server.run(in: folder) { server in
      let others = try Self.client(server)
      let head = try Self.client(server)
      head.send("GET /health HTTP/1.1\r\nHost: a\r\nA: ")
      let body = try Self.client(server)
      body.send(
        "POST /screens/lines/explain HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
          + "Content-Length: 100000\r\n\r\n{")
      for slow in [head, body] {
        // Slow bytes do not extend the time limit.
        while !slow.canReceive(within: 100) {
          slow.send("a")
          #expect(try #require(others.get("/screens/lines")).status == 200)
        }
        let response = try #require(slow.response())
        #expect(response.status == 408)
        #expect(response.has("Connection: close"))
      }
    }
  }

  @Test func `a hundred requests at once are answered in order`() async throws {
    try await Server.run(in: folder) { server in
      let client = try Self.client(server)
      let targets = (0..<100).map { $0.isMultiple(of: 2) ? "/screens/lines" : "/nowhere/\($0)" }
      client.send(targets.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
      for target in targets {
        let response = try #require(client.response(), "\(target)")
        #expect(response.status == (target == "/screens/lines" ? 200 : 404))
        #expect(target == "/screens/lines" || response.body.contains(target))
      }
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
      }
      for client in idle { #expect(try #require(client.get("/screens/lines")).status == 200) }
    }
  }
}
