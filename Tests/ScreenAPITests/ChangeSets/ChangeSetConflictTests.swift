import Foundation
import JSONText
import TestFolders
import Testing

/// What is published beside a change set, and what several people write in one.
@Suite final class ChangeSetConflictTests {
  private let folder: ScreensFolder

  init() throws { folder = try .forChangeSets() }

  @Test func `what was published meanwhile is a conflict, and rebase takes over the rest`() throws {
    try FolderServer.run(in: folder) { server in
      try server.makeSet("ours")
      _ = try server.inSet(
        "ours", "PUT", "/screens/a", body: Lines.definition(["three", "one", "two", "ours"]))
      let lines = Lines.definition(["one", "two", "three"])
      _ = try server.inSet(
        "ours", "PUT", "/screens/b",
        body: lines.replacingOccurrences(of: #""text1":"one""#, with: #""text1":"mine""#))
      let changed = Lines.definition(["one", "two", "three", "theirs"]).replacingOccurrences(
        of: #""text1":"two""#, with: #""text1":"TWO""#)
      _ = try server.admin("PUT", "/screens/a", body: changed)
      _ = try server.admin(
        "PUT", "/screens/b",
        body: lines.replacingOccurrences(of: #""text1":"one""#, with: #""text1":"yours""#))
      let refused = try server.admin("POST", "/changesets/ours/publish")
      #expect(refused.status == 409, "\(refused.text)")
      let conflicts = try JSONParser.parse(refused.text)["conflicts"]?.arrayValue ?? []
      #expect(conflicts.compactMap { $0["subject"] } == ["screens/a", "screens/b"])
      #expect(conflicts.first?["conflicts"] == [])
      #expect(conflicts.last?["conflicts"] == ["one"])
      #expect(conflicts.last?["theirs"]?["changed"]?.arrayValue?.first?["id"] == "one")

      let rebased = try server.admin("POST", "/changesets/ours/rebase")
      #expect(try JSONParser.parse(rebased.text)["rebased"] == ["screens/a"], "\(rebased.text)")
      let both = try server.get("/c/ours/screens/a").text
      let wanted = Lines.viewItems(["three", "one", "two", "ours", "theirs"])
        .replacingOccurrences(of: #""text1":"two""#, with: #""text1":"TWO""#)
      #expect(both == wanted || both == wanted.replacingOccurrences(of: "ours", with: "?"), "\(both)")
      #expect(try server.admin("POST", "/changesets/ours/publish").status == 409)
      let resolved = try server.admin(
        "POST", "/changesets/ours/rebase", body: #"{"resolve":{"screens/b":"ours"}}"#)
      #expect(try JSONParser.parse(resolved.text)["conflicts"] == [], "\(resolved.text)")
      #expect(try server.admin("POST", "/changesets/ours/publish").status == 200)
      #expect(try server.get("/screens/b").text.contains("mine"))
      let wrong = try server.admin(
        "POST", "/changesets/ours/rebase", body: #"{"resolve":{"nothing":"ours"}}"#)
      #expect(wrong.status == 422 && wrong.text.contains("/resolve/nothing"), "\(wrong.text)")
    }
  }

  @Test(
    .bug(id: "F11"),
    arguments: [
      (#""order":["three","two","one"]"#, [] as [JSONValue]),
      (#""changes":[{"op":"move","id":"three","before":"two"}]"#, ["two"]),
    ]) func `a rebase leaves screens that can be read, shown and patched`(
      _ members: String, _ conflicts: [JSONValue]
    ) throws
  {
    try FolderServer.run(in: folder) { server in
      try server.makeSet("test")
      let variants = #"[{"key":"plain"},{"key":"new",\#(members)}]"#
      let definition =
        Lines.definition(["one", "two", "three"]).dropLast()
        + #","experiment":{"key":"x","variants":\#(variants)}}"#
      #expect(try server.inSet("test", "PUT", "/screens/a", body: String(definition)).status == 200)
      // The other side deletes one item and adds another one.
      let other = Lines.definition(["one", "zero", "three"])
      #expect(try server.admin("PUT", "/screens/a", body: other).status == 200)
      let rebased = try JSONParser.parse(try server.admin("POST", "/changesets/test/rebase").text)
      #expect(
        (rebased["conflicts"]?.arrayValue ?? []).flatMap { $0["conflicts"]?.arrayValue ?? [] } == conflicts)
      let read = try server.inSet("test", "GET", "/screens/a")
      #expect(read.status == 200)
      #expect(!conflicts.isEmpty || read.text.contains(#""order":["three","one","zero"]"#), "\(read.text)")
      #expect(try server.get("/c/test/screens/a?variant=new").status == 200)
      #expect(try server.get("/c/test/preview/a").text.contains("three"))
      let patched = try server.admin(
        "PATCH", "/screens/a", fields: [("Content-Type", "application/merge-patch+json")],
        body: #"{"screenName":"Patched"}"#, in: FolderServer.Session(id: "test", path: "/c/test"))
      #expect(patched.status == 200, "\(patched.text)")
      let published = try server.admin("POST", "/changesets/test/publish")
      #expect(published.status == (conflicts.isEmpty ? 200 : 409), "\(published.text)")
    }
  }

  @Test func `a rollback moves units only if that is allowed`() throws {
    func definition(_ weights: [Int]) -> String {
      let variants = weights.enumerated().map { #"{"key":"v\#($0.offset)","weight":\#($0.element)}"# }
      return #"{"items":[],"experiment":{"key":"split","variants":[\#(variants.joined(separator: ","))]}}"#
    }
    try FolderServer.run(in: folder) { server in
      #expect(try server.admin("PUT", "/screens/split", body: definition([50, 50])).status == 201)
      try server.makeSet("weights")
      _ = try server.inSet(
        "weights", "PUT", "/screens/split?allowReassignment=true", body: definition([90, 10]))
      for action in ["publish", "rollback"] {
        let refused = try server.admin("POST", "/changesets/weights/\(action)")
        #expect(refused.status == 409 && refused.text.contains("reassigns-units"), "\(refused.text)")
        let allowed = try server.admin("POST", "/changesets/weights/\(action)?allowReassignment=true")
        #expect(allowed.status == 200, "\(allowed.text)")
      }
    }
  }

  @Test func `after a change was given up, the tag of a write is that of the content`() throws {
    try FolderServer.run(in: folder) { server in
      #expect(try server.admin("PUT", "/screens/c", body: Lines.definition(["one"])).status == 201)
      try server.makeSet("again")
      for line in ["first", "second"] {
        _ = try server.inSet("again", "PUT", "/screens/a", body: Lines.definition([line]))
      }
      let gaveUp = try server.admin(
        "POST", "/changesets/again/rebase", body: #"{"resolve":{"screens/a":"theirs"}}"#)
      #expect(gaveUp.status == 200, "\(gaveUp.text)")
      for (path, line) in [("/screens/a", "third"), ("/screens/b", "third"), ("/screens/new", "third")] {
        let written = try server.inSet("again", "PUT", path, body: Lines.definition([line]))
        let read = try server.inSet("again", "GET", path)
        let tag = try #require(written.value(of: "ETag"))
        #expect(read.value(of: "ETag") == tag)
        let next = try server.inSet(
          "again", "PUT", path, body: Lines.definition(["fourth"]), ifMatch: tag)
        #expect(next.status == 200, "\(next.text)")
      }
      // One that the set does not change.
      let deleted = try server.inSet("again", "DELETE", "/screens/c")
      #expect(deleted.status == 200, "\(deleted.text)")
      let newest = try JSONParser.parse(try server.inSet("again", "GET", "/screens/c/versions").text)
      #expect(
        try JSONParser.parse(deleted.text)["version"] == newest["versions"]?.arrayValue?.first?["version"])
    }
  }

  @Test func `a set is not rolled back from under something newer`() throws {
    try FolderServer.run(in: folder) { server in
      try server.makeSet("base")
      _ = try server.inSet("base", "PUT", "/screens/a", body: Lines.definition(["set"]))
      _ = try server.inSet("base", "PUT", "/view-types/EXTRA", body: TextSchema.requiring(["text1"]))
      #expect(try server.admin("POST", "/changesets/base/publish").status == 200)
      _ = try server.admin("PUT", "/screens/a", body: Lines.definition(["newer"]))
      let refused = try server.admin("POST", "/changesets/base/rollback")
      #expect(refused.status == 409 && refused.text.contains("changeset-built-upon"), "\(refused.text)")
      #expect(try JSONParser.parse(refused.text)["subjects"] == ["screens/a"])
      // A screen that uses what the set added stands on it, too.
      _ = try server.admin("POST", "/screens/a/rollback", body: #"{"version":2}"#)
      #expect(try server.admin("POST", "/changesets/base/rollback").status == 409)
      try server.makeSet("other")
      _ = try server.inSet("other", "PUT", "/view-types/MORE", body: TextSchema.requiring(["text1"]))
      #expect(try server.admin("POST", "/changesets/other/publish").status == 200)
      let user = #"{"items":[{"viewType":"MORE","content":{"text1":"x"}}]}"#
      #expect(try server.admin("PUT", "/screens/user", body: user).status == 201)
      let stands = try server.admin("POST", "/changesets/other/rollback")
      #expect(stands.status == 422 && stands.text.contains("screens/user"), "\(stands.text)")
      #expect(try server.get("/view-types/MORE").status == 200)
    }
  }

  @Test func `a screen that is as the server has it is checked with the rest of its set`() throws {
    try FolderServer.run(in: folder) { server in
      try server.makeSet("same")
      _ = try server.inSet("same", "PUT", "/screens/a", body: Lines.definition(["x"]))
      _ = try server.inSet(
        "same", "PUT", "/screens/a", body: Lines.definition(["one", "two", "three"]))
      _ = try server.inSet(
        "same", "PUT", "/view-types/ONE_LINE_TEXT", body: TextSchema.requiring(["text1", "text2"]))
      _ = try server.inSet("same", "DELETE", "/screens/b")
      let refused = try server.admin("POST", "/changesets/same/publish")
      #expect(refused.status == 422 && refused.text.contains("screens/a"), "\(refused.text)")
    }
  }

  @Test func `a rollback takes back what the set has published, and nothing else`() throws {
    try FolderServer.run(in: folder) { server in
      try server.makeSet("part", #","ttl":3600"#)
      _ = try server.inSet("part", "PUT", "/screens/a", body: Lines.definition(["x"]))
      _ = try server.inSet("part", "PUT", "/screens/b", body: Lines.definition(["y"]))
      // Somebody publishes the same by itself, before the set.
      _ = try server.admin("PUT", "/screens/a", body: Lines.definition(["x"]))
      let published = try server.admin("POST", "/changesets/part/publish")
      #expect(try JSONParser.parse(published.text)["screens"] == [["route": "b", "version": 2]])
      #expect(try server.admin("POST", "/changesets/part/rollback").status == 200)
      try server.expect("a", shows: ["x"], version: 2)
      try server.expect("b", shows: ["one", "two", "three"], version: 3)
      // The time to live has ended with the publication.
      #expect(try server.changeSet("part")["expiresAt"] == .null)
      #expect(try server.get("/c/part/screens/b").text == Lines.viewItems(["y"]))
    }
  }

  @Test func `a set is made with its content or not at all, also when the request is repeated`() throws {
    try FolderServer.run(in: folder) { server in
      let content = #"{"screens":{"a":\#(Lines.definition(["x"]))}}"#
      for status in [201, 201] {
        let made = try server.admin(
          "PUT", "/changesets/keyed/content", fields: [("Idempotency-Key", "once")], body: content)
        #expect(made.status == status, "\(made.text)")
        #expect(try JSONParser.parse(made.text)["changes"] == ["screens/a"])
      }
    }
  }

  @Test func `an entity tag is not valid again after a change was given up`() throws {
    try FolderServer.run(in: folder) { server in
      func replace(_ screens: String) throws {
        let put = try server.admin(
          "PUT", "/changesets/tags/content", body: #"{"screens":{\#(screens)}}"#)
        #expect(put.status < 300, "\(put.text)")
      }
      try replace(#""a":\#(Lines.definition(["A"]))"#)
      let tag = try #require(try server.inSet("tags", "GET", "/screens/a").value(of: "ETag"))
      try replace("")
      try replace(#""a":\#(Lines.definition(["B"]))"#)
      let late = try server.inSet(
        "tags", "PUT", "/screens/a", body: Lines.definition(["C"]), ifMatch: tag)
      #expect(late.status == 412, "\(late.text)")
    }
  }

  @Test func `a rebase gives a screen another version, and a rule of the mock leaves the schedule`()
    throws
  {
    try FolderServer.run(in: folder) { server in
      try server.makeSet("fresh")
      _ = try server.inSet(
        "fresh", "PUT", "/screens/a", body: Lines.definition(["one", "two", "three", "set"]))
      _ = try server.admin(
        "PUT", "/screens/a", body: Lines.definition(["zero", "one", "two", "three"]))
      let tag = try #require(try server.inSet("fresh", "GET", "/screens/a").value(of: "ETag"))
      #expect(try server.admin("POST", "/changesets/fresh/rebase").status == 200)
      let late = try server.inSet(
        "fresh", "PUT", "/screens/a", body: Lines.definition(["late"]), ifMatch: tag)
      #expect(late.status == 412, "\(late.text)")
      let far = #"{"at":"2999-01-01T00:00:00Z"}"#
      #expect(try server.admin("POST", "/changesets/fresh/publish", body: far).status == 202)
      let rule = try server.inSet("fresh", "PUT", "/mock/rules/slow", body: #"{"delay":1}"#)
      #expect(rule.status < 300, "\(rule.text)")
      #expect(try server.changeSet("fresh")["schedule"] != .null)
    }
  }

  @Test func `what a set cannot hold is refused permanently, and a deep definition is kept`() throws {
    try FolderServer.run(in: folder) { server in
      try server.makeSet("limits")
      let webhook = try server.inSet(
        "limits", "PUT", "/webhooks/w", body: #"{"url":"https://example.com/","events":["published"]}"#)
      #expect(webhook.status == 409 && webhook.text.contains("not-in-session"), "\(webhook.text)")
      let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
      let draft = #"{"items":[{"viewType":"ONE_LINE_TEXT","content":{"text1":\#(deep)}}]}"#
      #expect(try server.inSet("limits", "PUT", "/screens/a/draft", body: draft).status == 201)
      let kept = try server.inSet("limits", "GET", "/screens/a/draft")
      #expect(kept.status == 200 && kept.text.contains(deep), "\(kept.status)")
    }
  }
}
