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
    _ server: FolderServer, of tag: String, _ more: [FolderServer.Field] = []
  ) throws -> FolderServer.Response {
    try server.get(
      "/screens/lines", fields: [("A-IM", "json-patch"), ("If-None-Match", tag)] + more)
  }

  @Test func `the patch turns the client's version into the full response`() throws {
    try FolderServer.run(in: folder) { server in
      let first = try server.get("/screens/lines")
      let tag = try #require(first.value(of: "ETag"))
      #expect(try Self.delta(server, of: tag).status == 304)
      for round in 1...3 {
        var changed = lines
        changed[round] = "changed-\(round)"
        changed.removeLast(round)
        _ = try server.admin("PUT", "/screens/lines", body: Lines.definition(changed))
        let full = try server.get("/screens/lines")
        let delta = try Self.delta(server, of: tag)
        #expect(delta.status == 226)
        #expect(delta.value(of: "IM") == "json-patch")
        #expect(delta.value(of: "Delta-Base") == tag)
        #expect(delta.value(of: "Content-Type") == "application/json-patch+json")
        #expect(delta.value(of: "ETag") == full.value(of: "ETag"))
        #expect(delta.value(of: "Screen-Version") == "\(round + 1)")
        #expect(delta.body.count < full.body.count)
        let patch = try JSONPatch(try JSONParser.parse(delta.text))
        #expect(try patch.apply(to: try JSONParser.parse(first.text)).text == full.text)
        // One known tag in the list is enough.
        #expect(try Self.delta(server, of: "\"x\", \(tag)").status == 226)
      }
    }
  }

  @Test func `a client without a known version or without A-IM gets the whole screen`() throws {
    try FolderServer.run(in: folder) { server in
      let tag = try #require(try server.get("/screens/lines").value(of: "ETag"))
      _ = try server.admin("PUT", "/screens/lines", body: Lines.definition(["other"]))
      // The patch would be larger than the screen.
      let small = try Self.delta(server, of: tag)
      #expect(small.status == 200)
      #expect(small.value(of: "IM") == nil)
      _ = try server.admin("PUT", "/screens/lines", body: Lines.definition(lines + ["more"]))
      #expect(try Self.delta(server, of: tag).status == 226)
      #expect(try Self.delta(server, of: "\"unknown\"").status == 200)
      #expect(try Self.delta(server, of: "*").status == 304)
      for refused in ["vcdiff", "json-patch;q=0", ""] {
        let response = try server.get(
          "/screens/lines", fields: [("A-IM", refused), ("If-None-Match", tag)])
        #expect(response.status == 200)
      }
    }
  }

  @Test func `patches of old versions are available after a restart`() throws {
    var tag = ""
    try FolderServer.run(in: folder) { server in
      tag = try #require(try server.get("/screens/lines").value(of: "ETag"))
      _ = try server.admin("PUT", "/screens/lines", body: Lines.definition(lines + ["more"]))
    }
    try FolderServer.run(in: folder) { server in
      let delta = try Self.delta(server, of: tag)
      #expect(delta.status == 226)
      #expect(delta.text.contains(#""path":"/viewItems/40""#))
      // Other preconditions precede the patch.
      let refused = try Self.delta(server, of: tag, [("If-Match", "\"other\"")])
      #expect(refused.status == 412)
    }
  }
}
