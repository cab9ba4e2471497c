import TestFolders
import Testing

/// A wire format that repeats everything so often that the screen would not fit into memory.
@Suite final class RenditionLimitTests {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition((0..<100).map { "number-\($0)" }), to: "screens/lines.json")
  }

  @Test func `a screen that is too large in a format is a problem, and goes on in the others`() throws {
    try FolderServer.run(in: folder) { server in
      func repeated(_ name: String) -> String {
        Array(repeating: "\"\(name)\"", count: 200).joined(separator: ",")
      }
      let format = #"{"screen":[\#(repeated("$items"))],"item":[\#(repeated("$content"))]}"#
      #expect(try server.admin("PUT", "/formats/all", body: format).status == 201)
      for fields in [[], [(name: "Accept-Encoding", value: "gzip")]] {
        let refused = try server.get("/screens/lines?format=all", fields: fields)
        #expect(refused.status == 500)
        #expect(refused.text.contains("rendition-too-large"), "\(refused.text.prefix(300))")
        #expect(refused.value(of: "Content-Type") == "application/problem+json")
        #expect(refused.value(of: "ETag") == nil)
      }
      // Damage does not make a screen small enough, and can make one too large.
      let smaller = #"{"screen":[\#(repeated("$items"))],"item":"$content"}"#
      #expect(try server.admin("PUT", "/formats/some", body: smaller).status == 201)
      for path in [
        "lines?format=all&__chaos=emoji", "lines?format=all&__chaos=truncated-body",
        "lines?format=some&__chaos=many-items",
      ] {
        let refused = try server.get("/screens/" + path)
        #expect(refused.status == 500, "\(path)")
        #expect(refused.text.contains("rendition-too-large"), "\(path): \(refused.text.prefix(300))")
      }
      #expect(try server.get("/screens/lines?format=some").status == 200)
      #expect(try server.get("/screens/lines").status == 200)
    }
  }
}
