import JSONText
import TestFolders
import Testing

/// `If-Match` and `If-None-Match` of a change set itself.
@Suite final class ChangeSetPreconditionTests {
  private let folder: ScreensFolder

  init() throws { folder = try .forChangeSets() }

  /// A write of the set `spring`, which the precondition must stop.
  struct Write: CustomTestStringConvertible {
    let method: String
    let path: String
    var body: String?
    /// Whether the set has to be published, or scheduled, before.
    var before: String?
    var bodyBefore: String?

    var testDescription: String { "\(method) \(path)" }

    static let later = #"{"at":"2099-01-01T00:00:00Z"}"#
    static let all = [
      Write(method: "PUT", path: "/content", body: #"{"screens":{"b":\#(Lines.definition(["other"]))}}"#),
      Write(method: "POST", path: "/rebase", body: #"{"resolve":{"screens/a":"theirs"}}"#),
      Write(method: "POST", path: "/publish"),
      Write(method: "POST", path: "/publish?dryRun=true"),
      Write(method: "POST", path: "/publish", body: later),
      Write(method: "DELETE", path: "/publish", before: "/publish", bodyBefore: later),
      Write(method: "POST", path: "/rollback", before: "/publish"),
      Write(method: "DELETE", path: ""),
    ]
  }

  @Test(arguments: Write.all)
  func `a change set is written only if the precondition holds`(write: Write) throws {
    try FolderServer.run(in: folder) { server in
      let set = "/changesets/spring"
      func send(_ name: String, _ tag: String) throws -> FolderServer.Response {
        try server.admin(write.method, set + write.path, fields: [(name, tag)], body: write.body)
      }
      try server.makeSet("spring")
      let changed = Lines.definition(["three", "two", "one"])
      #expect(try server.inSet("spring", "PUT", "/screens/a", body: changed).status == 200)
      if let before = write.before {
        let prepared = try server.admin("POST", set + before, body: write.bodyBefore)
        #expect(prepared.status == 200 || prepared.status == 202, "\(prepared.text)")
      }
      let read = try server.admin("GET", set)
      let tag = try #require(read.value(of: "ETag"))
      let (actions, screen) = (try server.actions(3), try server.get("/screens/a").text)
      for (name, wrong) in [("If-Match", #""other""#), ("If-None-Match", "*"), ("If-None-Match", tag)] {
        let refused = try send(name, wrong)
        #expect(
          refused.status == 412 && refused.text.contains("The change set has changed"), "\(refused.text)")
        #expect(refused.value(of: "ETag") == tag)
      }
      #expect(try server.admin("GET", set).text == read.text)
      #expect(try server.actions(3) == actions)
      #expect(try server.get("/screens/a").text == screen)
      // The tag of the compressed response stands for the same set.
      let done = try send("If-Match", "\(tag.dropLast())-gzip\"")
      #expect(done.status == 200 || done.status == 202, "\(done.text)")
    }
  }

  @Test func `each write of a set, and each change of its review, makes a new tag`() throws {
    try FolderServer.run(in: folder) { server in
      let set = "/changesets/spring"
      func tag() throws -> String { try #require(server.admin("GET", set).value(of: "ETag")) }
      func content(_ name: String) -> String {
        let format = #"{"screen":{"\#(name)":"$items"},"item":"$content"}"#
        return #"{"screens":{"a":\#(Lines.definition(["ours"]))},"formats":{"new":\#(format)}}"#
      }
      let made = try server.admin(
        "PUT", set + "/content", fields: [("If-None-Match", "*")], body: content("1"))
      #expect(made.status == 201, "\(made.text)")
      func review() throws -> JSONObject {
        var review = try #require(try server.changeSet("spring").objectValue)
        review["serial"] = nil
        return review
      }
      let (first, firstReview) = (try tag(), try review())
      let unchanged = try server.admin("GET", set, fields: [("If-None-Match", first)])
      #expect(unchanged.status == 304 && unchanged.value(of: "ETag") == first)
      // The review says that the format is new, whatever it contains.
      #expect(try server.admin("PUT", set + "/content", body: content("2")).status == 200)
      #expect(try review() == firstReview)
      let second = try tag()
      #expect(second != first)
      // What is published beside the set is a conflict, and part of the review.
      #expect(try server.admin("PUT", "/screens/a", body: Lines.definition(["theirs"])).status == 200)
      #expect(try tag() != second)
      let refused = try server.admin("POST", set + "/publish", fields: [("If-Match", second)])
      #expect(refused.status == 412, "\(refused.text)")
      #expect(try server.admin("POST", set + "/publish").status == 409)
    }
  }

  @Test func `a precondition on a set that does not exist fails`() throws {
    try FolderServer.run(in: folder) { server in
      let body = #"{"screens":{"a":\#(Lines.definition(["one"]))}}"#
      let refused = try server.admin(
        "PUT", "/changesets/spring/content", fields: [("If-Match", "*")], body: body)
      #expect(refused.status == 412 && refused.value(of: "ETag") == nil, "\(refused.text)")
      #expect(try server.admin("GET", "/changesets/spring").status == 404)
    }
  }
}
