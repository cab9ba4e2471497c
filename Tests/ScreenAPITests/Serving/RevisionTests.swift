import JSONText
import TestFolders
import Testing

/// `Marquee-Revision` and `Marquee-Min-Revision`.
@Suite final class RevisionTests {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["one"]), to: "screens/lines.json")
  }

  private static func revision(_ server: FolderServer) throws -> Int {
    try #require(try JSONParser.parse(try server.get("/health").text)["revision"]?.numberValue?.intValue)
  }

  @Test func `each change has the next revision, also after a restart`() throws {
    var last = 0
    try FolderServer.run(in: folder) { server in
      last = try Self.revision(server)
      func publish(_ line: String) throws -> String? {
        try server.admin("PUT", "/screens/lines", body: Lines.definition([line])).value(
          of: "Marquee-Revision")
      }
      #expect(try publish("two") == "\(last + 1)")
      // No change, no revision.
      #expect(try publish("two") == "\(last + 1)")
      let deleted = try server.admin("DELETE", "/screens/lines")
      #expect(deleted.value(of: "Marquee-Revision") == "\(last + 2)")
      let fields = [("Marquee-Min-Revision", "\(last + 2)")]
      #expect(try server.get("/screens/lines", fields: fields).status == 410)
    }
    try FolderServer.run(in: folder) { server in
      let revision = try Self.revision(server)
      #expect(revision >= last + 2)
    }
  }

  @Test func `a revision that does not come is 503 after a second`() throws {
    try FolderServer.run(in: folder) { server in
      let future = [("Marquee-Min-Revision", "\(try Self.revision(server) + 1000)")]
      for path in ["/screens", "/health", "/view-types"] {
        let response = try server.get(path, fields: future)
        #expect(response.status == 503)
        #expect(response.text.contains("behind"))
        #expect(response.value(of: "Retry-After") == "1")
        #expect(server.waited == 1000)
      }
      for text in ["-1", "x", ""] {
        let response = try server.get("/screens", fields: [("Marquee-Min-Revision", text)])
        #expect(response.status == 400, "“\(text)”: \(response.text)")
      }
    }
  }
}
