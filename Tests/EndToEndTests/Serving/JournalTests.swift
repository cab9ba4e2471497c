import CurlClient
import Foundation
import JSONText
import RawClient
import TestFolders
import Testing

/// The journal of requests.
@Suite final class JournalTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.ship("home")
    try folder.ship("menu")
  }

  @Test func `a listener receives new requests and those that it missed`() async throws {
    try await Server.run(in: folder) { server in
      for route in ["home", "menu", "menu"] { _ = try await server.get("/screens/\(route)?user=1") }
      let number = try #require(Int(server.port))
      func listen(_ query: String, _ fields: String = "") throws -> TestClient {
        let client = try #require(TestClient(port: number))
        client.send(
          "GET /admin/requests/events\(query) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(Server.token)\r\n\(fields)\r\n"
        )
        return client
      }
      func hear(_ client: TestClient, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        while !String(decoding: client.received, as: UTF8.self).contains(text) {
          guard client.receive() else {
            Issue.record("no \(text)", sourceLocation: sourceLocation)
            return
          }
        }
      }
      let all = try listen("", "Last-Event-ID: 1\r\n")
      hear(all, "event: request\nid: 2\ndata: {\"id\":2,")
      hear(all, "id: 3\n")
      let menu = try listen("?route=menu&status=503")
      hear(menu, "retry: 2000\n\n")
      _ = try await server.get("/screens/home?__status=503")
      _ = try await server.get("/screens/menu")
      _ = try await server.get("/screens/menu?__status=503")
      hear(all, "id: 6\n")
      hear(menu, "id: 6\n")
      #expect(!String(decoding: menu.received, as: UTF8.self).contains("id: 5\n"))
      #expect(!String(decoding: all.received, as: UTF8.self).contains("id: 1\n"))
      #expect(!String(decoding: all.received, as: UTF8.self).contains("Access-Control-Allow-Origin"))
    }
  }

  @Test func `unknown routes are listed too, and responses have their duration`() async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.get("/screens/hom?user=1")
      _ = try await server.get("/screens/home?__delay=50")
      let listed = try JSONParser.parse(try await server.admin("GET", "/requests").text)
      let requests = listed["requests"]?.arrayValue ?? []
      #expect(requests.last?["route"] == "hom" && requests.last?["status"] == 404)
      #expect((requests.first?["milliseconds"]?.numberValue?.intValue ?? 0) >= 49)
    }
  }

  @Test func `a listener that missed too many requests receives their number and the newest ones`()
    async throws
  {
    try await Server.run(in: folder) { server in
      let long = String(repeating: "x", count: 1500)
      for number in 0..<200 { _ = try await server.get("/screens/home?n=\(number)&long=\(long)") }
      let number = try #require(Int(server.port))
      let client = try #require(TestClient(port: number))
      client.send(
        "GET /admin/requests/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(Server.token)\r\nLast-Event-ID: 1\r\n\r\n"
      )
      while !String(decoding: client.received, as: UTF8.self).contains("id: 200\n") {
        guard client.receive() else {
          Issue.record("the stream ended")
          return
        }
      }
      let text = String(decoding: client.received, as: UTF8.self)
      #expect(text.contains("retry: 2000\n\nevent: skipped\ndata: {\"skipped\":"))
      #expect(!text.contains("id: 2\n") && text.contains("id: 199\n"))
    }
  }

  #if os(Linux)
    @Test func `bodies of evicted entries free their memory`() async throws {
      let text = String(repeating: "y", count: 600_000)
      try folder.write(
        Lines.definition(["a"]).replacing(#""text1":"a""#, with: #""text1":"\#(text)""#),
        to: "screens/large.json")
      try await Server.run(in: folder, ["--admin-token", Server.token, "--journal-bodies"]) { server in
        for _ in 0..<20 { _ = try await server.get("/screens/large") }
        let before = try server.program.residentBytes()
        for _ in 0..<150 { _ = try await server.get("/screens/large") }
        let grown = try server.program.residentBytes() - before
        #expect(grown < 30 << 20 || Program.isSanitized, "\(grown) bytes more")
        let kept = try JSONParser.parse(try await server.admin("GET", "/requests/count").text)
        #expect((kept["count"]?.numberValue?.intValue ?? 999) <= 14, "\(kept.text)")
        // The limit counts compressed bodies by their decoded size.
        for _ in 0..<50 {
          _ = try await server.get("/screens/large", fields: [CurlField("Accept-Encoding", "gzip")])
        }
        let listed = try await server.admin("GET", "/requests?limit=500")
        #expect(listed.body.count < 9 << 20)
      }
    }
  #endif
}
