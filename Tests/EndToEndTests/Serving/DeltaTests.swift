import CurlClient
import JSONText
import TestFolders
import Testing

/// Screens as patches of what the client has (RFC 3229).
@Suite final class DeltaTests: Sendable {
  private let folder: ScreensFolder
  private let lines = (0..<40).map { "line-\($0)" }

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(lines), to: "screens/lines.json")
  }

  private static func delta(
    _ server: Server, of tag: String, _ more: [CurlField] = []
  ) async throws -> CurlResponse {
    try await server.get(
      "/screens/lines", fields: [CurlField("A-IM", "json-patch"), CurlField("If-None-Match", tag)] + more)
  }

  @Test func `unknown entity tags are cheap`() async throws {
    let many = (0..<800).map { "line-\($0)" }
    try folder.write(Lines.definition(many), to: "screens/lines.json")
    try await Server.run(in: folder) { server in
      for round in 0..<22 {
        _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(many + ["r\(round)"]))
      }
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<64 {
          group.addTask { try await Self.delta(server, of: "\"nobody-\(number)\"").status }
        }
        #expect(try await server.admin("GET", "/screens/lines/versions").status == 200)
        for try await status in group { #expect(status == 200) }
      }
    }
  }

  @Test func `simultaneous requests get the same patch`() async throws {
    try await Server.run(in: folder) { server in
      let tag = try #require(try await server.get("/screens/lines").value(of: "ETag"))
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(lines + ["more"]))
      // The first request makes the patch.
      let first = try await Self.delta(server, of: tag)
      #expect(first.status == 226)
      try await withThrowingTaskGroup(of: CurlResponse.self) { group in
        for _ in 0..<64 { group.addTask { try await Self.delta(server, of: tag) } }
        for try await answer in group {
          #expect(answer.status == 226)
          #expect(answer.body == first.body)
        }
      }
    }
  }
}
