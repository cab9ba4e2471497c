import Foundation
import JSONText
import TestFolders
import Testing

/// Drafts, and their scheduled publication.
@Suite final class DraftTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
  }

  private static func time(_ seconds: TimeInterval) -> String {
    #"{"at":"\#(Date(timeIntervalSinceNow: seconds).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))"}"#
  }

  /// The clocks of a node and of its database can differ; the store's counts.
  @Test(arguments: [(1800.0, 200), (5400.0, 202)])
  func `whether a time has passed is decided by the clock of the store`(seconds: Double, status: Int) throws {
    let options = FolderServer.Options(clock: { Date().timeIntervalSince1970 + 3600 })
    try FolderServer.run(in: folder, options) { server in
      let lines = Lines.definition(["b"])
      #expect(try server.admin("PUT", "/screens/lines/draft", body: lines).status == 201)
      let draft = try server.admin("POST", "/screens/lines/publish", body: Self.time(seconds))
      #expect(draft.status == status, "\(draft.text)")
      try server.makeSet("later")
      #expect(try server.inSet("later", "PUT", "/screens/new", body: lines).status == 201)
      let set = try server.admin("POST", "/changesets/later/publish", body: Self.time(seconds))
      #expect(set.status == status, "\(set.text)")
    }
  }

  @Test func `an invalid draft is saved with its errors and not served`() throws {
    try FolderServer.run(in: folder) { server in
      #expect(try server.admin("GET", "/screens/lines/draft").status == 404)
      let saved = try server.admin(
        "PUT", "/screens/lines/draft", body: #"{"items":[{"viewType":"NOPE"}]}"#)
      #expect(saved.status == 201)
      #expect(saved.text.contains(#""baseVersion":1,"errors":[{"code":"unknown-view-type""#))
      #expect(saved.text.contains(#""line":1,"column":23"#))
      let draft = try JSONParser.parse(try server.admin("GET", "/screens/lines/draft").text)
      #expect(draft["definition"]?.text == #"{"items":[{"viewType":"NOPE"}]}"#)
      #expect(draft["errors"]?.arrayValue?.count == 1)
      #expect(draft["schedule"] == .null)
      let refused = try server.admin("POST", "/screens/lines/publish")
      #expect(refused.status == 422)
      #expect(try server.admin("PUT", "/screens/lines/draft", body: "{").status == 400)
      try server.expect("lines", shows: ["a"], version: 1)
      #expect(try server.admin("DELETE", "/screens/lines/draft").status == 200)
      #expect(try server.admin("DELETE", "/screens/lines/draft").status == 404)
      #expect(try server.admin("POST", "/screens/lines/publish").status == 404)
    }
  }

  @Test func `a draft is previewed with a token and published as a version`() throws {
    try FolderServer.run(in: folder) { server in
      _ = try server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["b"]))
      #expect(try server.get("/screens/lines?version=draft").status == 401)
      let preview = try server.get(
        "/screens/lines?version=draft", fields: [("Authorization", "Bearer \(FolderServer.token)")])
      #expect(preview.text == Lines.viewItems(["b"]))
      #expect(preview.value(of: "Cache-Control") == "no-store")
      #expect(preview.value(of: "ETag") == nil)
      try server.expect("lines", shows: ["a"], version: 1)
      let published = try server.admin("POST", "/screens/lines/publish")
      #expect(published.status == 200)
      #expect(published.text == #"{"route":"lines","version":2}"#)
      try server.expect("lines", shows: ["b"], version: 2)
      #expect(try server.admin("GET", "/screens/lines/draft").status == 404)
    }
  }

  @Test func `a new screen can begin as a draft`() throws {
    try FolderServer.run(in: folder) { server in
      let saved = try server.admin("PUT", "/screens/new/draft", body: Lines.definition(["n"]))
      #expect(saved.text.contains(#""baseVersion":0"#))
      #expect(try server.get("/screens/new").status == 404)
      let preview = try server.get(
        "/screens/new?version=draft", fields: [("Authorization", "Bearer \(FolderServer.token)")])
      #expect(preview.text == Lines.viewItems(["n"]))
      #expect(try server.admin("POST", "/screens/new/publish").status == 201)
      try server.expect("new", shows: ["n"], version: 1)
    }
  }

  @Test func `publishing over a newer version is a conflict that shows both sides`() throws {
    try FolderServer.run(in: folder) { server in
      _ = try server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["a", "mine"]))
      _ = try server.admin("PUT", "/screens/lines", body: Lines.definition(["theirs"]))
      let refused = try server.admin("POST", "/screens/lines/publish")
      #expect(refused.status == 409)
      let conflict = try JSONParser.parse(refused.text)
      #expect(conflict["base"] == 1 && conflict["current"] == 2)
      #expect(conflict["ours"]?["added"]?.text == #"[{"id":"mine","index":1}]"#)
      #expect(conflict["theirs"]?["removed"]?.text == #"[{"id":"a","index":0}]"#)
      #expect(conflict["conflicts"]?.text == "[]")
      // A merged draft begins from the current version.
      let ahead = try server.admin(
        "PUT", "/screens/lines/draft?baseVersion=3", body: Lines.definition(["theirs", "mine"]))
      #expect(ahead.status == 422)
      _ = try server.admin(
        "PUT", "/screens/lines/draft?baseVersion=2", body: Lines.definition(["theirs", "mine"]))
      #expect(try server.admin("POST", "/screens/lines/publish").status == 200)
      try server.expect("lines", shows: ["theirs", "mine"], version: 3)
    }
  }

  @Test func `a conditional write of a draft fails when somebody else has changed it`() throws {
    try FolderServer.run(in: folder) { server in
      func put(_ text: String, _ field: FolderServer.Field) throws -> FolderServer.Response {
        try server.admin(
          "PUT", "/screens/lines/draft", fields: [field], body: Lines.definition([text]))
      }
      let first = try put("one", ("If-None-Match", "*"))
      #expect(first.status == 201)
      let tag = try #require(first.value(of: "ETag"))
      #expect(try put("two", ("If-None-Match", "*")).status == 412)
      #expect(try put("three", ("If-Match", tag)).status == 200)
      let late = try put("four", ("If-Match", tag))
      #expect(late.status == 412)
      #expect(late.value(of: "ETag") != nil)
    }
  }

  @Test func `another draft cancels the schedule, and publishing honours If-Match`() throws {
    try FolderServer.run(in: folder) { server in
      let saved = try server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["b"]))
      let tag = try #require(saved.value(of: "ETag"))
      let later = #"{"at":"2099-12-24T08:00:00Z"}"#
      #expect(try server.admin("POST", "/screens/lines/publish", body: later).status == 202)
      // The schedule was for the draft before.
      _ = try server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["c"]))
      #expect(try server.admin("GET", "/screens/lines/draft").text.contains(#""schedule":null"#))
      #expect(try server.admin("DELETE", "/screens/lines/publish").status == 404)
      func publish(_ tag: String, body: String? = nil) throws -> FolderServer.Response {
        try server.admin("POST", "/screens/lines/publish", fields: [("If-Match", tag)], body: body)
      }
      let now = try server.admin("GET", "/screens/lines/draft")
      for body in [nil, later] {
        let refused = try publish(tag, body: body)
        #expect(refused.status == 412)
        // The tag of the draft, as the request names one, and not that of the version.
        #expect(refused.value(of: "ETag") == now.value(of: "ETag"))
        #expect(refused.text.contains("The draft has changed"), "\(refused.text)")
      }
      let version = try publish("\"7\"")
      #expect(version.status == 412 && version.value(of: "ETag") == "\"1\"")
      #expect(try publish(try #require(now.value(of: "ETag"))).status == 200)
      try server.expect("lines", shows: ["c"], version: 2)
    }
  }

  @Test(arguments: [
    "2026-02-30T08:00:00Z", "2026-11-31T08:00:00Z", "2099-12-24T08:00:00Zfoo", "2099-12-24T24:00:00Z",
    "2099-12-24T08:00:60Z", "2099-13-01T08:00:00Z", "2099-12-24 08:00:00Z", "2099-12-24T08:00:00",
    "2099-12-24T08:00:00+24:00", "2099-02-29T08:00:00Z", "", "٢٠٩٩-12-24T08:00:00Z",
  ]) func `an invalid time is refused with its place`(text: String) throws {
    try FolderServer.run(in: folder) { server in
      _ = try server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["b"]))
      let response = try server.admin("POST", "/screens/lines/publish", body: #"{"at":"\#(text)"}"#)
      #expect(response.status == 422)
      #expect(response.text.contains(#""pointer":"/at","line":1,"column":7"#))
      try server.expect("lines", shows: ["a"], version: 1)
    }
  }

  @Test(arguments: [
    ("2096-02-29T23:59:59Z", "2096-02-29T23:59:59.000Z"),
    ("2099-12-24t08:00:00.25z", "2099-12-24T08:00:00.250Z"),
    ("2099-12-31T23:30:00-01:00", "2100-01-01T00:30:00.000Z"),
    ("2100-01-01T00:30:00+01:00", "2099-12-31T23:30:00.000Z"),
  ]) func `a time is read with its offset from UTC`(text: String, expected: String) throws {
    try FolderServer.run(in: folder) { server in
      _ = try server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["b"]))
      let response = try server.admin("POST", "/screens/lines/publish", body: #"{"at":"\#(text)"}"#)
      #expect(response.status == 202)
      #expect(response.text.contains(#""at":"\#(expected)""#))
    }
  }

  @Test func `a draft is compared with the current version, or with nothing for a new screen`() throws {
    try FolderServer.run(in: folder) { server in
      _ = try server.admin("PUT", "/screens/new/draft", body: Lines.definition(["n"]))
      let first = try server.admin("GET", "/screens/new/diff?to=draft")
      #expect(first.text.contains(#""from":0,"to":"draft","added":[{"id":"n","index":0}]"#))
      _ = try server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["a", "b"]))
      let second = try server.admin("GET", "/screens/lines/diff?to=draft")
      #expect(second.text.contains(#""from":1,"to":"draft","added":[{"id":"b","index":1}]"#))
      #expect(try server.admin("GET", "/screens/none/diff").status == 404)
      #expect(try server.admin("GET", "/screens/lines/diff?to=9").text.contains("has no version 9"))
    }
  }

  @Test func `old versions are deleted, except those that a draft began from`()
    throws
  {
    try FolderServer.run(in: folder, FolderServer.Options(keepVersions: 2)) { server in
      for text in ["b", "c", "d"] {
        _ = try server.admin("PUT", "/screens/lines", body: Lines.definition([text]))
      }
      let history = try server.admin("GET", "/screens/lines/versions")
      let versions = try JSONParser.parse(history.text)["versions"]?.arrayValue ?? []
      #expect(versions.map { $0["version"]?.numberValue?.intValue } == [4, 3])
      #expect(try server.get("/screens/lines?version=2").status == 404)
      #expect(try server.admin("GET", "/screens/lines/diff?to=3").text.contains(#""from":0,"to":3"#))
      let forgotten = try server.admin(
        "PUT", "/screens/lines/draft?baseVersion=2", body: Lines.definition(["x"]))
      #expect(forgotten.status == 422)
      // The base version of a draft is kept.
      _ = try server.admin("PUT", "/screens/lines/draft?baseVersion=3", body: Lines.definition(["x"]))
      for text in ["e", "f", "g"] {
        _ = try server.admin("PUT", "/screens/lines", body: Lines.definition([text]))
      }
      #expect(try server.get("/screens/lines?version=3").status == 200)
      #expect(try server.get("/screens/lines?version=5").status == 404)
    }
  }

  @Test func `a schedule is shown and cancelled, and goes with its draft`() throws {
    try FolderServer.run(in: folder) { server in
      _ = try server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["b"]))
      let later = #"{"at":"2099-12-24T08:00:00Z"}"#
      let scheduled = try server.admin("POST", "/screens/lines/publish", body: later)
      #expect(scheduled.status == 202)
      #expect(
        scheduled.text == #"{"route":"lines","schedule":{"at":"2099-12-24T08:00:00.000Z","by":"admin"}}"#)
      let draft = try server.admin("GET", "/screens/lines/draft")
      #expect(draft.text.contains(#""schedule":{"at":"2099-12-24T08:00:00.000Z","by":"admin"}"#))
      #expect(try server.admin("DELETE", "/screens/lines/publish?dryRun=true").status == 200)
      #expect(try server.admin("DELETE", "/screens/lines/publish").status == 200)
      #expect(try server.admin("DELETE", "/screens/lines/publish").status == 404)
      #expect(try server.admin("DELETE", "/screens/lines/publish?dryRun=true").status == 404)
      for body in [#"{"at":"tomorrow"}"#, #"{"at":1}"#, #"{"when":"2099-12-24T08:00:00Z"}"#, "[]"] {
        #expect(try server.admin("POST", "/screens/lines/publish", body: body).status == 422)
      }
      _ = try server.admin("POST", "/screens/lines/publish", body: later)
      #expect(try server.admin("DELETE", "/screens/lines/draft").status == 200)
      #expect(try server.admin("DELETE", "/screens/lines/publish").status == 404)
      try server.expect("lines", shows: ["a"], version: 1)
    }
  }

  @Test func `a scheduled draft that cannot be published stays, with the reason`() throws {
    try FolderServer.run(in: folder) { server in
      _ = try server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["mine"]))
      #expect(try server.admin("POST", "/screens/lines/publish", body: Self.time(60)).status == 202)
      _ = try server.admin("PUT", "/screens/lines", body: Lines.definition(["theirs"]))
      server.pass(seconds: 61)
      #expect(
        try server.admin("GET", "/screens/lines/draft").text.contains(
          #""error":"it began from version 1, and version 2 is current""#))
      try server.expect("lines", shows: ["theirs"], version: 2)
      #expect(try server.admin("GET", "/audit").text.contains("fail-schedule"))
    }
  }
}
