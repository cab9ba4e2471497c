import Foundation
import JSONText
import Synchronization
import TestFolders
import Testing

/// What a change set shows, holds and refuses.
@Suite final class ChangeSetTests {
  private let folder: ScreensFolder

  init() throws { folder = try .forChangeSets() }

  @Test func `what a set only computes runs once, also if its response comes later`() throws {
    let waiting = Mutex<[@Sendable () -> Void]>([])
    let fixture = try APIFixture(
      definition: #"{"items":[{"viewType":"TEXT","content":{"text":"one"}}]}"#,
      offloadCompute: { work in waiting.withLock { $0.append(work) } })
    let token = "Authorization: Bearer secret"
    let made = try fixture.send("POST /admin/changesets HTTP/1.1", token, body: #"{"name":"later"}"#)
    #expect(made.status == 201, "\(made.body)")
    #expect(throws: APIFixture.Unexpected.self) {
      try fixture.send("POST /c/later/admin/diff HTTP/1.1", token, body: #"{"from":{},"to":{}}"#)
    }
    #expect(waiting.withLock(\.count) == 1)
  }

  @Test func `a set shows its changes under its path alone, and follows the server in everything else`()
    throws
  {
    try FolderServer.run(in: folder) { server in
      try server.makeSet("look")
      _ = try server.inSet("look", "PUT", "/screens/a", body: Lines.definition(["in-the-set"]))
      _ = try server.inSet("look", "PUT", "/screens/new", body: Lines.definition(["new"]))
      _ = try server.inSet("look", "DELETE", "/screens/b")
      #expect(try server.get("/c/look/screens/a").text == Lines.viewItems(["in-the-set"]))
      #expect(try server.get("/c/look/screens/b").status == 410)
      #expect(try server.get("/c/look/preview/new").text.contains("<!doctype html>"))
      try server.expect("a", shows: ["one", "two", "three"], version: 1)
      #expect(try server.get("/screens/new").status == 404)
      // What the set does not change is the server's, also what is published later.
      _ = try server.admin("PUT", "/screens/later", body: Lines.definition(["later"]))
      #expect(try server.get("/c/look/screens/later").text == Lines.viewItems(["later"]))
      // Two people in one set do not overwrite each other.
      let first = try server.inSet("look", "GET", "/screens/a")
      let tag = try #require(first.value(of: "ETag"))
      #expect(
        try server.inSet("look", "PUT", "/screens/a", body: Lines.definition(["x"]), ifMatch: tag)
          .status == 200)
      #expect(
        try server.inSet("look", "PUT", "/screens/a", body: Lines.definition(["y"]), ifMatch: tag)
          .status == 412)
      // No sets within a set, and no tokens.
      #expect(try server.inSet("look", "POST", "/changesets", body: #"{"name":"inner"}"#).status == 409)
      #expect(try server.get("/c/nothing/screens/a").text.contains("unknown-changeset"))
      for set in ["look", "nothing", "%ZZ"] {
        let malformed = try server.admin(
          "PUT", "/screens/%ZZ", body: "{}", in: FolderServer.Session(id: set, path: "/c/\(set)"))
        #expect(malformed.status == 400, "\(malformed.text)")
      }
      #expect(try server.admin("POST", "/changesets", body: #"{"name":"look"}"#).status == 409)
      #expect(try server.admin("POST", "/changesets", body: #"{"name":"no/slash"}"#).status == 422)
      #expect(try server.admin("DELETE", "/changesets/look").status == 200)
      #expect(try server.get("/c/look/screens/a").status == 404)
    }
  }

  @Test func `formats and preview templates are changed like view types`() throws {
    try FolderServer.run(in: folder) { server in
      let format = #"{"screen":{"rows":"$items"},"item":"$content"}"#
      #expect(try server.admin("PUT", "/formats/rows", body: format).status == 201)
      #expect(try server.get("/screens/a?format=rows").text.hasPrefix(#"{"rows":[{"text1":"one"}"#))
      #expect(try server.admin("GET", "/formats/rows").text == format)
      let bad = try server.admin(
        "PUT", "/formats/rows", body: "{\n \"screen\":{\"rows\":\"$itemz\"},\"item\":1}")
      #expect(bad.status == 422 && bad.text.contains(#""line":2"#), "\(bad.text)")
      // A format that a screen names cannot go.
      let named = #"{"format":"rows","items":[]}"#
      #expect(try server.admin("PUT", "/screens/named", body: named).status == 201)
      let refused = try server.admin("DELETE", "/formats/rows")
      #expect(refused.status == 409 && refused.text.contains("named"), "\(refused.text)")
      #expect(try server.admin("DELETE", "/screens/named").status == 200)
      #expect(try server.admin("DELETE", "/formats/rows").status == 200)
      #expect(try server.get("/screens/a?format=rows").status == 400)

      let template = #"{"text":"$text1"}"#
      let path = "/preview-templates/ONE_LINE_TEXT"
      #expect(try server.admin("PUT", path, body: #"{"text":"$nothing"}"#).status == 422)
      #expect(try server.admin("PUT", path, body: template).status == 201)
      #expect(try server.admin("GET", path).text == template)
      #expect(try server.admin("DELETE", path).status == 200)
      #expect(try server.admin("GET", path).status == 404)

      #expect(try server.admin("DELETE", "/view-types/ONE_LINE_TEXT").status == 409)
      #expect(try server.admin("DELETE", "/view-types/TWO_LINE_TEXT").status == 200)
      #expect(try server.get("/view-types/TWO_LINE_TEXT").status == 404)
    }
    // Also after a restart, which reads the folder: the files have not changed.
    try FolderServer.run(in: folder) { server in
      let type = try server.get("/view-types/TWO_LINE_TEXT")
      #expect(type.status == 404)
    }
  }

  @Test func `an experiment of a set is known under its path, and belongs to one screen`() throws {
    try FolderServer.run(in: folder) { server in
      func definition(_ key: String) -> String {
        #"{"items":[],"experiment":{"key":"\#(key)","variants":[{"key":"x"},{"key":"y"}]}}"#
      }
      #expect(try server.admin("PUT", "/screens/base", body: definition("there")).status == 201)
      #expect(try server.admin("GET", "/experiments/there").status == 200)
      try server.makeSet("look")
      #expect(try server.inSet("look", "PUT", "/screens/a", body: definition("inside")).status == 200)
      for key in ["inside", "there"] {
        #expect(try server.inSet("look", "GET", "/experiments/\(key)").status == 200, "\(key)")
        let taken = try server.inSet("look", "PUT", "/screens/b", body: definition(key))
        #expect(taken.status == 422 && taken.text.contains("duplicate-key"), "\(taken.text)")
      }
      #expect(try server.admin("GET", "/experiments/inside").status == 404)
    }
  }

  @Test(
    .bug(id: "F64"),
    arguments: [
      (#"{"items":[{"id":"x","viewType":"NOPE","content":{}}]}"#, "/items/0/viewType"),
      (#"{"items":[{"id":"x","viewType":"ONE_LINE_TEXT","content":{"text1":1}}]}"#, "/items/0/content/text1"),
      (#"{"items":[{"id":"x","viewType":"ONE_LINE_TEXT","content":{}}]}"#, "/items/0/content"),
      (#"{"format":"nope","items":[]}"#, "/format"),
    ])
  func `a set does not serve content that could not be published`(_ definition: String, _ place: String)
    throws
  {
    try FolderServer.run(in: folder) { server in
      #expect(
        try server.admin("PUT", "/changesets/wrong/content", body: #"{"screens":{"a":\#(definition)}}"#)
          .status
          == 201)
      let shown = try server.get("/c/wrong/screens/a")
      #expect(shown.status == 422 && shown.text.contains(place), "\(shown.text)")
      let preview = try server.get(
        "/c/wrong/preview/a", fields: [("Authorization", "Bearer \(FolderServer.token)")])
      #expect(preview.status == 200 && preview.text.contains(place + ": "), "\(preview.text)")
      #expect(try server.inSet("wrong", "GET", "/screens/a").text == definition)
      #expect(try server.inSet("wrong", "PUT", "/screens/a", body: Lines.definition(["right"])).status == 200)
      #expect(try server.get("/c/wrong/screens/a").text == Lines.viewItems(["right"]))
    }
  }

  @Test func `a mistake in the content of a set is the author's, and not a fault of the server`() throws {
    try FolderServer.run(in: folder) { server in
      let content = #"{"screens":{"a":{"items":[],"typo":1}}}"#
      #expect(try server.admin("PUT", "/changesets/wrong/content", body: content).status == 201)
      let shown = try server.get("/c/wrong/screens/a")
      #expect(shown.status == 422 && shown.text.contains("typo"), "\(shown.text)")
      // Its author can read it, see what is wrong, and correct it.
      let read = try server.inSet("wrong", "GET", "/screens/a")
      #expect(read.status == 200 && read.text == #"{"items":[],"typo":1}"#, "\(read.text)")
      for query in ["", "?compare=1&theme=dark"] {
        let withoutToken = try server.get("/c/wrong/preview/a\(query)")
        #expect(
          withoutToken.status == 422 && !withoutToken.text.contains("&quot;typo&quot;: 1"),
          "\(withoutToken.text)")
        let preview = try server.get(
          "/c/wrong/preview/a\(query)", fields: [("Authorization", "Bearer \(FolderServer.token)")])
        #expect(preview.status == 200, "\(preview.text)")
        #expect(
          preview.text.contains("/typo: a definition has no member &quot;typo&quot;;"), "\(preview.text)")
        #expect(preview.text.contains("&quot;typo&quot;: 1\n"), "\(preview.text)")
      }
      func patch(_ patch: String) throws -> FolderServer.Response {
        try server.admin(
          "PATCH", "/screens/a", fields: [("Content-Type", "application/merge-patch+json")], body: patch,
          in: FolderServer.Session(id: "wrong", path: "/c/wrong"))
      }
      let worse = try patch(#"{"other":1}"#)
      #expect(worse.status == 422 && worse.text.contains(#""pointer":"/typo""#), "\(worse.text)")
      #expect(try server.inSet("wrong", "DELETE", "/screens/a/items/x").status == 422)
      #expect(try patch(#"{"typo":null,"screenName":"Patched"}"#).status == 200)
      #expect(try server.get("/c/wrong/screens/a").status == 200)
      #expect(try server.get("/c/wrong/preview/a").text.contains("Patched"))
      #expect(try server.admin("PUT", "/changesets/wrong/content", body: content).status == 200)
      #expect(try server.get("/c/wrong/screens").status == 200)
      #expect(try server.get("/screens/a").status == 200)
      // Written again, it is valid.
      #expect(try server.inSet("wrong", "PUT", "/screens/a", body: Lines.definition(["right"])).status == 200)
      #expect(try server.get("/c/wrong/screens/a").text == Lines.viewItems(["right"]))
    }
  }

  @Test func `null in the content of a set deletes a screen or a document`() throws {
    try FolderServer.run(in: folder) { server in
      let content = #"{"screens":{"a":null},"viewTypes":{"TWO_LINE_TEXT":null}}"#
      let made = try server.admin("PUT", "/changesets/less/content", body: content)
      #expect(made.status == 201, "\(made.text)")
      let set = try JSONParser.parse(made.text)
      #expect(set["screens"]?.arrayValue?.compactMap { $0["effect"] } == ["deleted"])
      #expect(set["isPublishable"] == true, "\(made.text)")
      #expect(try server.get("/c/less/screens/a").status == 410)
      #expect(try server.get("/c/less/view-types/TWO_LINE_TEXT").status == 404)
      #expect(try server.admin("POST", "/changesets/less/publish").status == 200)
      #expect(try server.get("/screens/a").status == 410)
      #expect(try server.get("/view-types/TWO_LINE_TEXT").status == 404)
    }
  }

  @Test func `content replaces all that a set changes, and what equals the server is no change`() throws {
    try FolderServer.run(in: folder) { server in
      let same = Lines.definition(["one", "two", "three"])
      let content =
        #"{"message":"From a branch","ttl":600,"screens":{"a":\#(same),"b":\#(Lines.definition(["new"])),"c":\#(same)}}"#
      let made = try server.admin("PUT", "/changesets/branch/content", body: content)
      #expect(made.status == 201, "\(made.text)")
      let set = try JSONParser.parse(made.text)
      #expect(set["changes"] == ["screens/b", "screens/c"])
      #expect(set["screens"]?.arrayValue?.compactMap { $0["effect"] } == ["updated", "created"])
      let again = try server.admin(
        "PUT", "/changesets/branch/content", body: #"{"screens":{"b":\#(Lines.definition(["newer"]))}}"#)
      #expect(again.status == 200)
      #expect(try JSONParser.parse(again.text)["changes"] == ["screens/b"])
      #expect(try server.get("/c/branch/screens/c").status == 404)
      #expect(try server.get("/c/branch/screens/b").text == Lines.viewItems(["newer"]))
      for (body, place) in [
        (#"{"screens":[]}"#, "/screens"), (#"{"screens":{"../x":{}}}"#, "/screens/..~1x"),
        (#"{"views":{}}"#, "/views"), (#"{"ttl":0}"#, "/ttl"),
      ] {
        let refused = try server.admin("PUT", "/changesets/branch/content", body: body)
        #expect(refused.status == 422 && refused.text.contains(place), "\(refused.text)")
      }
    }
  }

  @Test func `editors write in sets, and publishers publish them`() throws {
    try FolderServer.run(in: folder) { server in
      func token(_ scope: String) throws -> String {
        let made = try server.admin("PUT", "/tokens/\(scope)er", body: #"{"scope":"\#(scope)"}"#)
        let secret = try JSONParser.parse(made.text)["token"]?.stringValue
        return try #require(secret)
      }
      let (editor, reader) = (try token("edit"), try token("read"))
      #expect(
        try server.admin("POST", "/changesets", body: #"{"name":"ed"}"#, token: reader).status == 403)
      #expect(
        try server.admin("POST", "/changesets", body: #"{"name":"ed"}"#, token: editor).status == 201)
      let put = try server.inSet(
        "ed", "PUT", "/screens/a", body: Lines.definition(["x"]), token: editor)
      #expect(put.status == 200, "\(put.text)")
      #expect(
        try server.admin("PUT", "/screens/a", body: Lines.definition(["x"]), token: editor).status
          == 403)
      #expect(try server.inSet("ed", "PUT", "/screens/a", body: "{}", token: reader).status == 403)
      #expect(try server.admin("POST", "/changesets/ed/publish", token: editor).status == 403)
      #expect(try server.admin("GET", "/changesets/ed", token: reader).status == 200)
      let anonymous = try server.request("PUT", "/c/ed/admin/screens/a", body: Lines.definition(["x"]))
      #expect(anonymous.status == 401)
      let explained = try server.request("POST", "/c/ed/screens/a/explain", body: #"{"user":"1"}"#)
      #expect(explained.status == 200, "\(explained.text)")
      #expect(try server.admin("POST", "/changesets/ed/publish").status == 200)
    }
  }

  // MARK: Schedules

  @Test func `a schedule is cancelled by a change, and a failure is reported`() throws {
    try FolderServer.run(in: folder) { server in
      try server.makeSet("later")
      _ = try server.inSet("later", "PUT", "/screens/a", body: Lines.definition(["later"]))
      let far = #"{"at":"2999-01-01T00:00:00Z"}"#
      #expect(try server.admin("POST", "/changesets/later/publish", body: far).status == 202)
      _ = try server.inSet("later", "PUT", "/screens/a", body: Lines.definition(["changed"]))
      #expect(try server.changeSet("later")["schedule"] == .null)
      #expect(try server.admin("DELETE", "/changesets/later/publish").status == 404)
      #expect(
        try server.actions(2) == ["cancel-changeset-schedule later", "edit-changeset later"])
      let soon = Date(timeIntervalSinceNow: 60).formatted(.iso8601)
      let scheduled = try server.admin("POST", "/changesets/later/publish", body: #"{"at":"\#(soon)"}"#)
      #expect(scheduled.status == 202)
      _ = try server.admin("PUT", "/screens/a", body: Lines.definition(["first"]))
      server.pass(seconds: 61)
      #expect(try server.changeSet("later")["schedule"]?["error"] != nil)
      try server.expect("a", shows: ["first"], version: 2)
      // The schedule has failed, so that the deletion cancels none.
      #expect(try server.admin("DELETE", "/changesets/later").status == 200)
      #expect(try server.actions(1) == ["delete-changeset later"])
    }
  }

  @Test func `the deletion of a scheduled set is in the audit as a cancelled schedule, too`() throws {
    try FolderServer.run(in: folder) { server in
      try server.makeSet("later")
      _ = try server.inSet("later", "PUT", "/screens/a", body: Lines.definition(["later"]))
      let far = #"{"at":"2999-01-01T00:00:00Z"}"#
      #expect(try server.admin("POST", "/changesets/later/publish", body: far).status == 202)
      #expect(try server.admin("DELETE", "/changesets/later").status == 200)
      #expect(
        try server.actions(2) == ["cancel-changeset-schedule later", "delete-changeset later"])
    }
  }

  @Test func `a set with a time to live is deleted when that has ended`() throws {
    try FolderServer.run(in: folder) { server in
      try server.makeSet("short", #","ttl":60"#)
      server.pass(seconds: 59)
      #expect(try server.get("/c/short/screens/a").status == 200)
      server.pass(seconds: 1)
      #expect(try server.get("/c/short/screens/a").status == 404)
    }
  }
}
