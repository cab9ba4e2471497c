import JSONText
import TestFolders
import Testing

/// `?dryRun=true`: the response of the write, with `"dryRun": true`, and nothing is changed.
@Suite final class DryRunTests {
  private let folder: ScreensFolder

  init() throws { folder = try .forChangeSets() }

  @Test func `a dry run says that it is one, and changes nothing`() throws {
    let lines = Lines.definition(["three", "two", "one"])
    let later = #"{"at":"2099-01-01T00:00:00Z"}"#
    let writes: [(method: String, path: String, body: String?)] = [
      ("PUT", "/screens/a", lines), ("PUT", "/screens/new", lines),
      ("PUT", "/screens/a/order", #"["three","two","one"]"#), ("DELETE", "/screens/b", nil),
      ("PUT", "/screens/a/draft", lines), ("DELETE", "/screens/b/draft", nil),
      ("POST", "/screens/b/publish", nil), ("POST", "/screens/b/publish", later),
      ("DELETE", "/screens/scheduled/publish", nil), ("POST", "/screens/a/rollback", #"{"version":1}"#),
      ("PUT", "/view-types/NEW", #"{"type":"object"}"#), ("DELETE", "/view-types/TWO_LINE_TEXT", nil),
      ("PUT", "/formats/new", #"{"screen":"$items","item":"$content"}"#), ("DELETE", "/formats/cells", nil),
      ("PUT", "/preview-templates/ONE_LINE_TEXT", #"{"column":[{"text":"$text1"}]}"#),
      ("DELETE", "/preview-templates/TWO_LINE_TEXT", nil),
      ("POST", "/changesets/spring/publish", nil), ("POST", "/changesets/spring/publish", later),
      ("POST", "/changesets/spring/rebase", #"{"resolve":{"screens/a":"theirs"}}"#),
      ("POST", "/changesets/autumn/rollback", nil),
    ]
    try folder.write(lines, to: "screens/scheduled.json")
    try FolderServer.run(in: folder) { server in
      func prepare(_ method: String, _ path: String, _ body: String? = nil) throws {
        let answer = try server.admin(method, path, body: body)
        #expect((200...299).contains(answer.status), "\(path): \(answer.text)")
      }
      try prepare("PUT", "/formats/cells", #"{"screen":"$items","item":"$content"}"#)
      try prepare("PUT", "/preview-templates/TWO_LINE_TEXT", #"{"column":[{"text":"$text1"}]}"#)
      for route in ["b", "scheduled"] {
        try prepare("PUT", "/screens/\(route)/draft", Lines.definition(["draft"]))
      }
      try prepare("POST", "/screens/scheduled/publish", later)
      for name in ["spring", "autumn"] {
        try server.makeSet(name)
        _ = try server.inSet(name, "PUT", "/screens/\(name)", body: lines)
        _ = try server.inSet(name, "PUT", "/screens/a", body: lines)
        if name == "autumn" { try prepare("POST", "/changesets/autumn/publish") }
      }
      let (actions, health) = (try server.actions(5), try server.get("/health").text)
      for write in writes {
        let answer = try server.admin(write.method, write.path + "?dryRun=true", body: write.body)
        let name = "\(write.method) \(write.path): \(answer.text)"
        #expect(answer.status == 200 || answer.status == 202, "\(name)")
        #expect(try JSONParser.parse(answer.text)["dryRun"] == true, "\(name)")
      }
      #expect(try server.actions(5) == actions)
      #expect(try server.get("/health").text == health)
      // The same writes without `dryRun` are not marked.
      let done = try server.admin("PUT", "/screens/a", body: Lines.definition(["done"]))
      #expect(done.status == 200 && !done.text.contains("dryRun"), "\(done.text)")
    }
  }
}
