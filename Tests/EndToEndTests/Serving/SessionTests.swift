import CurlClient
import Foundation
import JSONText
import RawClient
import TestFolders
import Testing

/// Sessions: views of the server for tests that run at the same time.
@Suite final class SessionTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a", "b"]), to: "screens/lines.json")
    try folder.write(Lines.definition(["m"]), to: "screens/menu/noodles.json")
    try folder.write(#"{"rules":[{"status":410}]}"#, to: "screens/_scenarios/gone.json")
  }

  private static let asIs = Lines.viewItems(["a", "b"])

  @Test func `a session has its own events`() async throws {
    try await Server.run(in: folder) { server in
      let session = try await server.session()
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["z"]), in: session)
      let inside = try await server.firstEvent(of: session.path + "/screens/lines/events")
      #expect(inside.contains(#"data: {"route":"lines","version":2}"#), "\(inside)")
      let outside = try await server.firstEvent(of: "/screens/lines/events")
      #expect(outside.contains(#"data: {"route":"lines","version":1}"#), "\(outside)")
    }
  }

  @Test func `a session ends when its time to live is over`() async throws {
    try await Server.run(in: folder) { server in
      let made = try await server.admin("POST", "/sessions", body: #"{"ttl":1}"#)
      #expect(made.status == 201)
      let path = try #require(try JSONParser.parse(made.text)["path"]?.stringValue)
      let other = try await server.session()
      try await server.wait(for: "end of a session") {
        try await $0.get(path + "/screens/lines").status == 404
      }
      #expect(try await server.get(other.path + "/screens/lines").status == 200)
      let listed = try JSONParser.parse(try await server.admin("GET", "/sessions").text)["sessions"]?
        .arrayValue
      #expect(listed?.map { $0["id"] } == [.string(other.id)])
    }
  }

  #if os(Linux)
    @Test func `a thousand sessions are independent, need little memory and free it`()
      async throws
    {
      try await Server.run(in: folder) { server in
        // Warm up first: memory that a server takes once is not counted.
        for _ in 0..<20 { _ = try await server.session() }
        _ = try await server.admin("DELETE", "/sessions")
        let before = try server.program.residentBytes()
        // A sanitizer is slow and takes memory of its own.
        let count = Program.isSanitized ? 100 : 1000
        var sessions: [Server.Session] = []
        for _ in 0..<count { sessions.append(try await server.session()) }
        let unchanged = (try server.program.residentBytes() - before) / count
        #expect(unchanged < 24_000 || Program.isSanitized, "\(unchanged) bytes a session")
        for (number, session) in sessions.enumerated() where number % 10 == 0 {
          let put = try await server.admin(
            "PUT", "/screens/lines", body: Lines.definition(["line-\(number)"]), in: session)
          #expect(put.status == 200)
        }
        for (number, session) in sessions.enumerated() where number % 5 == 0 {
          let text = try await server.get(session.path + "/screens/lines").text
          #expect(text == (number % 10 == 0 ? Lines.viewItems(["line-\(number)"]) : Self.asIs))
        }
        #expect(try await server.get("/screens/lines").text == Self.asIs)
        #expect(try await server.get("/metrics").text.contains("marquee_sessions \(count)\n"))
        _ = try await server.admin("DELETE", "/sessions")
        #expect(try await server.get("/metrics").text.contains("marquee_sessions 0\n"))
        // Later sessions reuse the memory.
        let after = try server.program.residentBytes()
        for _ in 0..<3 {
          for _ in 0..<count { _ = try await server.session() }
          _ = try await server.admin("DELETE", "/sessions")
        }
        let grown = try server.program.residentBytes() - after
        #expect(
          grown < 12 << 20 || Program.isSanitized, "\(grown) bytes more after three thousand further ones")
      }
    }
  #endif
}

extension Server {
  /// The beginning of a stream of events, with its first event.
  func firstEvent(of path: String) async throws -> String {
    let number = try #require(Int(port))
    let client = try #require(TestClient(port: number))
    client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
    while !String(decoding: client.received, as: UTF8.self).contains("data: ") {
      guard client.receive() else { break }
    }
    return String(decoding: client.received, as: UTF8.self)
  }

  struct Session: Sendable {
    let id: String
    /// `/s/ID`.
    let path: String
  }

  func session() async throws -> Session {
    let answer = try await admin("POST", "/sessions")
    let json = try JSONParser.parse(answer.text)
    return Session(
      id: try #require(json["id"]?.stringValue), path: try #require(json["path"]?.stringValue))
  }
}
