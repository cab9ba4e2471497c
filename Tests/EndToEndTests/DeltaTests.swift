import CurlClient
import JSONText
import Testing

/// Screens as patches of what the client has (RFC 3229).
@Suite final class DeltaTests: Sendable {
  private let folder: TestFolder
  private let lines = (0..<40).map { "line-\($0)" }

  init() throws {
    folder = try TestFolder()
    try folder.write(Lines.definition(lines), to: "screens/lines.json")
  }

  deinit { folder.remove() }

  private static func delta(
    _ server: Server, of tag: String, _ more: [CurlField] = []
  ) async throws -> CurlResponse {
    try await server.get(
      "/screens/lines", fields: [CurlField("A-IM", "json-patch"), CurlField("If-None-Match", tag)] + more)
  }

  @Test func `the patch leads from the bytes that the client has to those of the full answer`() async throws {
    try await Server.run(in: folder) { server in
      let first = try await server.get("/screens/lines")
      let tag = try #require(first.value(of: "ETag"))
      #expect(try await Self.delta(server, of: tag).status == 304)
      for round in 1...3 {
        var changed = lines
        changed[round] = "changed-\(round)"
        changed.removeLast(round)
        _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(changed))
        let full = try await server.get("/screens/lines")
        let delta = try await Self.delta(server, of: tag)
        #expect(delta.status == 226)
        #expect(delta.value(of: "IM") == "json-patch")
        #expect(delta.value(of: "Delta-Base") == tag)
        #expect(delta.value(of: "Content-Type") == "application/json-patch+json")
        #expect(delta.value(of: "ETag") == full.value(of: "ETag"))
        #expect(delta.value(of: "Screen-Version") == "\(round + 1)")
        #expect(delta.body.count < full.body.count)
        let patch = try JSONPatch(try JSONParser.parse(delta.text))
        #expect(try patch.apply(to: try JSONParser.parse(first.text)).text == full.text)
        // Of several that the client has, one is enough.
        #expect(try await Self.delta(server, of: "\"x\", \(tag)").status == 226)
      }
    }
  }

  @Test func `who has nothing known, or asks for no patch, gets the whole`() async throws {
    try await Server.run(in: folder) { server in
      let tag = try #require(try await server.get("/screens/lines").value(of: "ETag"))
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["other"]))
      // The patch would be larger than the screen.
      let small = try await Self.delta(server, of: tag)
      #expect(small.status == 200)
      #expect(small.value(of: "IM") == nil)
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(lines + ["more"]))
      #expect(try await Self.delta(server, of: tag).status == 226)
      #expect(try await Self.delta(server, of: "\"unknown\"").status == 200)
      #expect(try await Self.delta(server, of: "*").status == 304)
      for refused in ["vcdiff", "json-patch;q=0", ""] {
        let answer = try await server.get(
          "/screens/lines", fields: [CurlField("A-IM", refused), CurlField("If-None-Match", tag)])
        #expect(answer.status == 200)
      }
    }
  }

  @Test func `a restart forgets no version that clients may have`() async throws {
    var tag = ""
    try await Server.run(in: folder) { server in
      tag = try #require(try await server.get("/screens/lines").value(of: "ETag"))
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(lines + ["more"]))
    }
    try await Server.run(in: folder) { server in
      let delta = try await Self.delta(server, of: tag)
      #expect(delta.status == 226)
      #expect(delta.text.contains(#""path":"/viewItems/40""#))
      // What else is asked of it stands above the patch.
      let refused = try await Self.delta(server, of: tag, [CurlField("If-Match", "\"other\"")])
      #expect(refused.status == 412)
    }
  }

  @Test func `tags that nobody was given cost little, however many ask`() async throws {
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

  @Test func `all who have the same get the patch, however many come at once`() async throws {
    try await Server.run(in: folder) { server in
      let tag = try #require(try await server.get("/screens/lines").value(of: "ETag"))
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(lines + ["more"]))
      // The first one has it made.
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
