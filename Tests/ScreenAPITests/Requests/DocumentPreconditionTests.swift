import JSONText
import TestFolders
import Testing

/// `If-Match` and `If-None-Match` of writes of view types, formats, preview templates and releases.
@Suite final class DocumentPreconditionTests {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  /// A document, and two contents of it.
  struct Document: CustomTestStringConvertible {
    let path: String
    /// The path for reading it.
    let source: String
    let first: String
    let second: String

    var testDescription: String { path }

    static let all = [
      Document(
        path: "/view-types/NEW", source: "/view-types/NEW", first: #"{"type":"object"}"#,
        second: #"{"type":"object","maxProperties":1}"#),
      Document(
        path: "/formats/new", source: "/formats/new", first: #"{"screen":"$items","item":"$content"}"#,
        second: #"{"screen":["$items"],"item":"$content"}"#),
      Document(
        path: "/preview-templates/TWO_LINE_TEXT", source: "/previews/TWO_LINE_TEXT",
        first: #"{"column":[{"text":"$text1"}]}"#, second: #"{"column":[{"text":"a"}]}"#),
      Document(
        path: "/releases/ios/9.9", source: "/admin/releases/ios/9.9", first: #"{"viewTypes":[]}"#,
        second: #"{"viewTypes":["ONE_LINE_TEXT"]}"#),
    ]
  }

  @Test(arguments: Document.all)
  func `a document is written only if the precondition holds`(document: Document) throws {
    try FolderServer.run(in: folder) { server in
      func send(
        _ method: String, _ name: String, _ value: String, _ body: String?
      ) throws -> FolderServer.Response {
        try server.admin(method, document.path, fields: [(name, value)], body: body)
      }
      func current() throws -> FolderServer.Response {
        try server.get(
          document.source, fields: [(name: "Authorization", value: "Bearer \(FolderServer.token)")])
      }
      #expect(try send("PUT", "If-Match", "*", document.first).status == 412)
      let made = try send("PUT", "If-None-Match", "*", document.first)
      #expect(made.status == 201, "\(made.text)")
      let old = try #require(try current().value(of: "ETag"))
      let exists = try send("PUT", "If-None-Match", "*", document.second)
      #expect(exists.status == 412 && exists.value(of: "ETag") == old, "\(exists.text)")
      #expect(try send("PUT", "If-Match", #""other""#, document.second).status == 412)
      #expect(try current().value(of: "ETag") == old)
      // The tag of the compressed response stands for the same document.
      let compressed = #""x", "# + "\(old.dropLast())-gzip\""
      let changed = try send("PUT", "If-Match", compressed, document.second)
      #expect(changed.status == 200, "\(changed.text)")
      let new = try #require(try current().value(of: "ETag"))
      #expect(new != old)
      #expect(try send("DELETE", "If-Match", old, nil).status == 412)
      #expect(try send("DELETE", "If-Match", new, nil).status == 200)
      #expect(try current().status == 404)
    }
  }
}
