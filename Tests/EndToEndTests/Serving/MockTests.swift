import CurlClient
import Foundation
import JSONText
import RawClient
import TestFolders
import Testing

/// Responses that the mock changes.
@Suite final class MockTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a", "b"]), to: "screens/lines.json")
    try folder.write(Lines.definition(["m"]), to: "screens/menu/noodles.json")
  }

  @Test func `faults happen on the connection`() async throws {
    try await Server.run(in: folder) { server in
      let whole = Lines.viewItems(["a", "b"])
      func raw(_ query: String) throws -> (text: String, ending: TestClient.Ending) {
        let port = try #require(Int(server.port))
        let client = try #require(TestClient(port: port))
        client.send("GET /screens/lines?\(query) HTTP/1.1\r\nHost: a\r\n\r\n")
        let text = client.receiveAll()
        return (text, client.ending)
      }
      let reset = try raw("__fault=reset")
      #expect(reset.text == "" && reset.ending == .reset)
      let empty = try raw("__fault=empty")
      #expect(empty.text == "" && empty.ending == .end)
      let garbage = try raw("__fault=garbage")
      #expect(!garbage.text.hasPrefix("HTTP/") && !garbage.text.isEmpty && garbage.ending == .end)
      let half = try raw("__fault=half")
      #expect(half.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(half.text.contains("Content-Length: \(whole.utf8.count)\r\n"))
      #expect(half.text.hasSuffix("\r\n\r\n" + String(whole.prefix(whole.utf8.count / 2))))
      #expect(half.ending == .end)
      // The next response is unchanged.
      #expect(try await server.get("/screens/lines").text == whole)
    }
  }

  @Test func `delayed and slow responses are complete and block no thread`() async throws {
    try await Server.run(in: folder) { server in
      let began = ContinuousClock.now
      let answer = try await server.get("/screens/lines?__delay=120..130&__bytes-per-second=1000")
      #expect(answer.text == Lines.viewItems(["a", "b"]))
      #expect(answer.value(of: "ETag") != nil)
      // A delay is never shorter.
      #expect(ContinuousClock.now - began >= .milliseconds(120))
      let url = server.url
      let texts = await withTaskGroup(of: String?.self) { group in
        for _ in 0..<100 {
          group.addTask {
            guard let session = try? CurlSession() else { return nil }
            return try? await session.response(to: CurlRequest("GET", url + "/screens/lines?__delay=300"))
              .text
          }
        }
        return await group.reduce(into: [String?]()) { $0.append($1) }
      }
      #expect(texts == Array(repeating: Lines.viewItems(["a", "b"]), count: 100))
    }
  }

  /// What a request without a token may hold: see `SlowResponses`.
  private static let maximumForNetwork = 500

  @Test(
    .bug(id: "F40"),
    arguments: ["__delay=120000", "__delay=120000&__chaos=emoji", "__delay=120000&__status=503"])
  func `a client that closes its side ends its delay`(_ query: String) async throws {
    try await Server.run(in: folder) { server in
      let port = try #require(Int(server.port))
      for prefix in ["", try await server.session().path] {
        let client = try #require(TestClient(port: port))
        client.send("GET \(prefix)/screens/lines?\(query) HTTP/1.1\r\nHost: a\r\n\r\n")
        client.sendEnd()
        // It still reads, so it gets the response.
        let response = try #require(client.response())
        #expect(response.status == (query.contains("status") ? 503 : 200))
        #expect(client.receiveAll() == "" && client.ending == .end)
      }
    }
  }

  @Test(.bug(id: "F41")) func `delays without a token are limited, and end with their clients`() async throws
  {
    try await Server.run(in: folder) { server in
      let port = try #require(Int(server.port))
      let request = "GET /screens/lines?__delay=120000 HTTP/1.1\r\nHost: a\r\n\r\n"
      var clients: [TestClient] = []
      // More than the limit: one of them is refused if it comes while a request below holds a place.
      for _ in 0..<Self.maximumForNetwork + 20 {
        let client = try #require(TestClient(port: port))
        client.send(request)
        clients.append(client)
      }
      // Requests of different connections are handled in any order, and one that has ended may count for a moment: a
      // refusal after another one is by the clients' requests alone.
      var refused: CurlResponse?
      var refusals = 0
      try await server.wait(for: "refusals") { server in
        let response = try await server.get("/screens/lines?__delay=1")
        refusals = response.status == 503 ? refusals + 1 : 0
        refused = response
        return refusals == 3
      }
      let problem = try #require(refused)
      #expect(problem.value(of: "Retry-After") == "1")
      #expect(
        problem.text.contains(
          #""detail":"500 delayed or slow responses to this address, or 2000 in all, have not ended; try again later, or send a token""#
        ), "\(problem.text)")
      #expect(try await server.get("/screens/lines?__bytes-per-second=1").status == 503)
      let token = [CurlField("Authorization", "Bearer " + Server.token)]
      #expect(try await server.get("/screens/lines?__delay=1", fields: token).status == 200)
      #expect(try await server.get("/screens/lines?__chaos=emoji").status == 200)
      #expect(try await server.get("/screens/lines").status == 200)
      // Nobody answers these clients any more, and nobody tells the server but the end of their input.
      clients = []
      try await server.wait(for: "free place") { server in
        try await server.get("/screens/lines?__delay=1").status == 200
      }
    }
  }

  @Test func `marquee chaos writes the bytes that the server sends`() async throws {
    try await Server.run(in: folder) { server in
      let run = try await Program.run(
        ["chaos", "lines", "--kind", "all", "--seed", "7", "--output", "fixtures"], in: folder)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.outputLines.count >= 13)
      for file in run.outputLines {
        // The file of a kind is `fixtures/lines.KIND.json`.
        let kind = try #require(file.split(separator: ".").dropFirst().first)
        let answer = try await server.get("/screens/lines?__chaos=\(kind)&__seed=7")
        let bytes = try Data(contentsOf: folder.url.appending(path: String(file)))
        #expect(Array(bytes) == answer.body, "\(kind)")
      }
    }
  }
}
