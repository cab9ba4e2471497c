import CurlClient
import Foundation
import JSONText
import Testing

/// What is not published yet.
@Suite final class DraftTests: Sendable {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
  }

  deinit { folder.remove() }

  private static func time(_ seconds: TimeInterval) -> String {
    #"{"at":"\#(Date(timeIntervalSinceNow: seconds).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))"}"#
  }

  @Test func `a draft may be wrong, says so, and changes nothing`() async throws {
    try await Server.run(in: folder) { server in
      #expect(try await server.admin("GET", "/screens/lines/draft").status == 404)
      let saved = try await server.admin(
        "PUT", "/screens/lines/draft", body: #"{"items":[{"viewType":"NOPE"}]}"#)
      #expect(saved.status == 201)
      #expect(saved.text.contains(#""baseVersion":1,"errors":[{"code":"unknown-view-type""#))
      #expect(saved.text.contains(#""line":1,"column":23"#))
      let draft = try JSONParser.parse(try await server.admin("GET", "/screens/lines/draft").text)
      #expect(draft["definition"]?.text == #"{"items":[{"viewType":"NOPE"}]}"#)
      #expect(draft["errors"]?.arrayValue?.count == 1)
      #expect(draft["schedule"] == .null)
      let refused = try await server.admin("POST", "/screens/lines/publish")
      #expect(refused.status == 422)
      #expect(try await server.admin("PUT", "/screens/lines/draft", body: "{").status == 400)
      try await server.expect("lines", shows: ["a"], version: 1)
      #expect(try await server.admin("DELETE", "/screens/lines/draft").status == 200)
      #expect(try await server.admin("DELETE", "/screens/lines/draft").status == 404)
      #expect(try await server.admin("POST", "/screens/lines/publish").status == 404)
    }
  }

  @Test func `a draft is looked at with a token, and published as a version`() async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["b"]))
      #expect(try await server.get("/screens/lines?version=draft").status == 401)
      let preview = try await server.get(
        "/screens/lines?version=draft", fields: [CurlField("Authorization", "Bearer \(Server.token)")])
      #expect(preview.text == Lines.viewItems(["b"]))
      #expect(preview.value(of: "Cache-Control") == "no-store")
      #expect(preview.value(of: "ETag") == nil)
      try await server.expect("lines", shows: ["a"], version: 1)
      let published = try await server.admin("POST", "/screens/lines/publish")
      #expect(published.status == 200)
      #expect(published.text == #"{"route":"lines","version":2}"#)
      try await server.expect("lines", shows: ["b"], version: 2)
      #expect(try await server.admin("GET", "/screens/lines/draft").status == 404)
    }
  }

  @Test func `a screen may begin as a draft`() async throws {
    try await Server.run(in: folder) { server in
      let saved = try await server.admin("PUT", "/screens/new/draft", body: Lines.definition(["n"]))
      #expect(saved.text.contains(#""baseVersion":0"#))
      #expect(try await server.get("/screens/new").status == 404)
      let preview = try await server.get(
        "/screens/new?version=draft", fields: [CurlField("Authorization", "Bearer \(Server.token)")])
      #expect(preview.text == Lines.viewItems(["n"]))
      #expect(try await server.admin("POST", "/screens/new/publish").status == 201)
      try await server.expect("new", shows: ["n"], version: 1)
    }
  }

  @Test func `publishing over a newer version shows both sides`() async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["a", "mine"]))
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["theirs"]))
      let refused = try await server.admin("POST", "/screens/lines/publish")
      #expect(refused.status == 409)
      let conflict = try JSONParser.parse(refused.text)
      #expect(conflict["base"] == 1 && conflict["current"] == 2)
      #expect(conflict["ours"]?["added"]?.text == #"[{"id":"mine","index":1}]"#)
      #expect(conflict["theirs"]?["removed"]?.text == #"[{"id":"a","index":0}]"#)
      #expect(conflict["conflicts"]?.text == "[]")
      // Brought together, it begins from the current version.
      let ahead = try await server.admin(
        "PUT", "/screens/lines/draft?baseVersion=3", body: Lines.definition(["theirs", "mine"]))
      #expect(ahead.status == 422)
      _ = try await server.admin(
        "PUT", "/screens/lines/draft?baseVersion=2", body: Lines.definition(["theirs", "mine"]))
      #expect(try await server.admin("POST", "/screens/lines/publish").status == 200)
      try await server.expect("lines", shows: ["theirs", "mine"], version: 3)
    }
  }

  @Test func `of two who change a draft one is told`() async throws {
    try await Server.run(in: folder) { server in
      let session = try CurlSession()
      func put(_ text: String, _ field: CurlField) async throws -> CurlResponse {
        try await session.response(
          to: CurlRequest(
            "PUT", server.url + "/admin/screens/lines/draft",
            fields: [CurlField("Authorization", "Bearer \(Server.token)"), field],
            body: Array(Lines.definition([text]).utf8)))
      }
      let first = try await put("one", CurlField("If-None-Match", "*"))
      #expect(first.status == 201)
      let tag = try #require(first.value(of: "ETag"))
      #expect(try await put("two", CurlField("If-None-Match", "*")).status == 412)
      #expect(try await put("three", CurlField("If-Match", tag)).status == 200)
      let late = try await put("four", CurlField("If-Match", tag))
      #expect(late.status == 412)
      #expect(late.value(of: "ETag") != nil)
    }
  }

  @Test func `what was scheduled is what was looked at`() async throws {
    try await Server.run(in: folder) { server in
      let saved = try await server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["b"]))
      let tag = try #require(saved.value(of: "ETag"))
      let later = #"{"at":"2099-12-24T08:00:00Z"}"#
      #expect(try await server.admin("POST", "/screens/lines/publish", body: later).status == 202)
      // Another draft is not what was agreed to.
      _ = try await server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["c"]))
      #expect(try await server.admin("GET", "/screens/lines/draft").text.contains(#""schedule":null"#))
      #expect(try await server.admin("DELETE", "/screens/lines/publish").status == 404)
      let session = try CurlSession()
      func publish(_ tag: String) async throws -> Int {
        try await session.response(
          to: CurlRequest(
            "POST", server.url + "/admin/screens/lines/publish",
            fields: [
              CurlField("Authorization", "Bearer \(Server.token)"), CurlField("If-Match", tag),
            ], body: [])
        ).status
      }
      #expect(try await publish(tag) == 412)
      let now = try await server.admin("GET", "/screens/lines/draft")
      #expect(try await publish(try #require(now.value(of: "ETag"))) == 200)
      try await server.expect("lines", shows: ["c"], version: 2)
    }
  }

  @Test(arguments: [
    "2026-02-30T08:00:00Z", "2026-11-31T08:00:00Z", "2099-12-24T08:00:00Zfoo", "2099-12-24T24:00:00Z",
    "2099-12-24T08:00:60Z", "2099-13-01T08:00:00Z", "2099-12-24 08:00:00Z", "2099-12-24T08:00:00",
    "2099-12-24T08:00:00+24:00", "2099-02-29T08:00:00Z", "", "٢٠٩٩-12-24T08:00:00Z",
  ]) func `a time that there is not is no time`(text: String) async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["b"]))
      let answer = try await server.admin("POST", "/screens/lines/publish", body: #"{"at":"\#(text)"}"#)
      #expect(answer.status == 422)
      #expect(answer.text.contains(#""pointer":"/at","line":1,"column":7"#))
      try await server.expect("lines", shows: ["a"], version: 1)
    }
  }

  @Test(arguments: [
    ("2096-02-29T23:59:59Z", "2096-02-29T23:59:59.000Z"),
    ("2099-12-24t08:00:00.25z", "2099-12-24T08:00:00.250Z"),
    ("2099-12-31T23:30:00-01:00", "2100-01-01T00:30:00.000Z"),
    ("2100-01-01T00:30:00+01:00", "2099-12-31T23:30:00.000Z"),
  ]) func `a time is read with its offset`(text: String, expected: String) async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["b"]))
      let answer = try await server.admin("POST", "/screens/lines/publish", body: #"{"at":"\#(text)"}"#)
      #expect(answer.status == 202)
      #expect(answer.text.contains(#""at":"\#(expected)""#))
    }
  }

  @Test func `a draft is compared with what there is, be it nothing`() async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.admin("PUT", "/screens/new/draft", body: Lines.definition(["n"]))
      let first = try await server.admin("GET", "/screens/new/diff?to=draft")
      #expect(first.text.contains(#""from":0,"to":"draft","added":[{"id":"n","index":0}]"#))
      _ = try await server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["a", "b"]))
      let second = try await server.admin("GET", "/screens/lines/diff?to=draft")
      #expect(second.text.contains(#""from":1,"to":"draft","added":[{"id":"b","index":1}]"#))
      #expect(try await server.admin("GET", "/screens/none/diff").status == 404)
      #expect(try await server.admin("GET", "/screens/lines/diff?to=9").text.contains("has no version 9"))
    }
  }

  @Test func `versions beyond those that are kept are forgotten, and none is compared with them`()
    async throws
  {
    try await Server.run(in: folder, ["--admin-token", Server.token, "--keep-versions", "2"]) { server in
      for text in ["b", "c", "d"] {
        _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition([text]))
      }
      let history = try await server.admin("GET", "/screens/lines/versions")
      let versions = try JSONParser.parse(history.text)["versions"]?.arrayValue ?? []
      #expect(versions.map { $0["version"]?.numberValue?.intValue } == [4, 3])
      #expect(try await server.get("/screens/lines?version=2").status == 404)
      #expect(try await server.admin("GET", "/screens/lines/diff?to=3").text.contains(#""from":0,"to":3"#))
      let forgotten = try await server.admin(
        "PUT", "/screens/lines/draft?baseVersion=2", body: Lines.definition(["x"]))
      #expect(forgotten.status == 422)
      // What a draft began from is kept for its sake.
      _ = try await server.admin("PUT", "/screens/lines/draft?baseVersion=3", body: Lines.definition(["x"]))
      for text in ["e", "f", "g"] {
        _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition([text]))
      }
      #expect(try await server.get("/screens/lines?version=3").status == 200)
      #expect(try await server.get("/screens/lines?version=5").status == 404)
    }
  }

  @Test func `a schedule is seen, cancelled, and gone with its draft`() async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["b"]))
      let later = #"{"at":"2099-12-24T08:00:00Z"}"#
      let scheduled = try await server.admin("POST", "/screens/lines/publish", body: later)
      #expect(scheduled.status == 202)
      #expect(
        scheduled.text == #"{"route":"lines","schedule":{"at":"2099-12-24T08:00:00.000Z","by":"admin"}}"#)
      let draft = try await server.admin("GET", "/screens/lines/draft")
      #expect(draft.text.contains(#""schedule":{"at":"2099-12-24T08:00:00.000Z","by":"admin"}"#))
      #expect(try await server.admin("DELETE", "/screens/lines/publish").status == 200)
      #expect(try await server.admin("DELETE", "/screens/lines/publish").status == 404)
      for body in [#"{"at":"tomorrow"}"#, #"{"at":1}"#, #"{"when":"2099-12-24T08:00:00Z"}"#, "[]"] {
        #expect(try await server.admin("POST", "/screens/lines/publish", body: body).status == 422)
      }
      _ = try await server.admin("POST", "/screens/lines/publish", body: later)
      #expect(try await server.admin("DELETE", "/screens/lines/draft").status == 200)
      #expect(try await server.admin("DELETE", "/screens/lines/publish").status == 404)
      try await server.expect("lines", shows: ["a"], version: 1)
    }
  }

  @Test func `a scheduled draft is published once, by itself, also when the server was away`() async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["soon"]))
      #expect(try await server.admin("POST", "/screens/lines/publish", body: Self.time(5)).status == 202)
      try await server.wait(for: "scheduled version") {
        try await $0.get("/screens/lines").text.contains("soon")
      }
      try await server.expect("lines", shows: ["soon"], version: 2)
      _ = try await server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["away"]))
      #expect(try await server.admin("POST", "/screens/lines/publish", body: Self.time(5)).status == 202)
    }
    // However long it takes to start again, the time comes: before or after that.
    try await Server.run(in: folder) { server in
      try await server.wait(for: "scheduled version") {
        try await $0.get("/screens/lines").text.contains("away")
      }
      try await server.expect("lines", shows: ["away"], version: 3)
      let history = try await server.admin("GET", "/screens/lines/versions")
      #expect(history.text.contains(#""version":3"#))
      #expect(history.text.components(separatedBy: #""via":"schedule""#).count == 3)
    }
  }

  @Test func `a scheduled draft that cannot be published says why and is left alone`() async throws {
    try await Server.run(in: folder) { server in
      var base = 1
      // On a slow machine the time may come before the other version: then it is tried again with more of it.
      for delay in [2.0, 8, 30] {
        _ = try await server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["mine-\(base)"]))
        let scheduled = try await server.admin("POST", "/screens/lines/publish", body: Self.time(delay))
        if scheduled.status == 200 {
          // The time had come before the request was read.
          base += 1
          continue
        }
        #expect(scheduled.status == 202)
        let theirs = try await server.admin(
          "PUT", "/screens/lines", body: Lines.definition(["theirs-\(base)"]))
        if theirs.text.contains(#""version":\#(base + 1)}"#) { break }
        base += 2
      }
      try await server.wait(for: "failure") {
        try await $0.admin("GET", "/screens/lines/draft").text.contains(
          #""error":"it began from version \#(base), and version \#(base + 1) is current""#)
      }
      try await server.expect("lines", shows: ["theirs-\(base)"], version: base + 1)
      #expect(try await server.admin("GET", "/audit").text.contains("fail-schedule"))
    }
  }
}
