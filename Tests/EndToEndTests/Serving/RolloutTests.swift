import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Guarded publication: a new version reaches more and more units, and takes itself back.
@Suite final class RolloutTests: Sendable {
  let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  static let proxied = ["--admin-token", Server.token, "--trust-proxy", "127.0.0.1/32"]

  /// A guard that waits for nothing but reports.
  private func writeGuard(_ members: String = "") throws {
    try folder.write(
      #"{"steps":[50,100],"hold":"0s","settle":"0s"\#(members)}"#, to: "screens/_guards/fast.json")
  }

  @Test func `each unit keeps the version of its bucket, and body, version and tokens agree`() async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.publish("home", ["old"])
      let put = try await server.publish("home", ["new"], query: "guard=30,100")
      #expect(put.publishedVersion == 2)
      let id = try Server.rollout(of: put)
      var isNew: [String: Bool] = [:]
      for user in (0..<200).map({ "unit-\($0)" }) {
        let served = try await server.served("home", "?user=\(user)")
        #expect(served.text == Lines.viewItems([served.version == 2 ? "new" : "old"]))
        #expect(served.report != nil)
        isNew[user] = served.version == 2
        let byField = try await server.get("/screens/home", fields: [CurlField("Screen-User", user)])
        #expect(byField.text == served.text)
        // However the query is written, it is the same unit. The part of a token after the time says which.
        let unit = try #require(served.report).dropFirst(26).prefix(24)
        for query in ["plan=gold&user=\(user)", "user=\(user)&plan=g%6Fld", "user=%75\(user.dropFirst())"] {
          let other = try await server.served("home", "?\(query)")
          #expect(other.text == served.text && other.report?.dropFirst(26).prefix(24) == unit, "\(query)")
        }
      }
      #expect((30..<90).contains(isNew.values.count { $0 }))
      // A 304 has a token, too.
      let (new, old) = (
        try #require(isNew.first { $0.value }?.key), try #require(isNew.first { !$0.value }?.key)
      )
      let tag = try #require(try await server.get("/screens/home?user=\(new)").value(of: "ETag"))
      let again = try await server.get(
        "/screens/home?user=\(new)", fields: [CurlField("If-None-Match", tag)])
      #expect(again.status == 304 && again.value(of: "Screen-Report") != nil)
      // Those who are never in it.
      for query in ["", "?version=2", "?version=1", "?user=\(new)&version=1", "?user=\(new)&__delay=1"] {
        let served = try await server.served("home", query)
        #expect(served.report == nil && served.version == (query == "?version=2" ? 2 : 1), "\(query)")
      }
      #expect(try await server.get("/screens").text.contains(#""route":"home","version":1"#))
      #expect(
        try JSONParser.parse(try await server.admin("GET", "/screens/home").text)["items"]?
          .arrayValue?.first?["id"] == "new")
      // The arm of a unit has its version and a token, and caches keep the content without one.
      for (user, version) in [(new, 2), (old, 1)] {
        let arm = try await server.get("/screens/home/arm?user=\(user)")
        #expect(arm.value(of: "Screen-Report") != nil)
        let url = try #require(try JSONParser.parse(arm.text)["url"]?.stringValue)
        let content = try await server.get(url)
        #expect(content.value(of: "Screen-Version") == "\(version)")
        #expect(content.value(of: "Screen-Report") == nil)
        let explained = try JSONParser.parse(
          try await server.get("/screens/home/explain?user=\(user)").text)
        #expect(explained["version"] == .number(JSONNumber(version)))
        #expect(explained["rollout"]?["side"]?.stringValue == (version == 2 ? "new" : "old"))
        #expect(explained["rollout"]?["reason"] == "bucket")
      }
      #expect(try await server.get("/screens/home/explain").text.contains(#""reason":"no-unit""#))

      // The next step moves units forward only.
      #expect(try await server.admin("POST", "/rollouts/\(id)/advance").status == 200)
      var moved = 0
      for (user, wasNew) in isNew {
        let version = try await server.served("home", "?user=\(user)").version
        #expect(version == 2 || !wasNew)
        if version == 2, !wasNew { moved += 1 }
      }
      #expect(moved > 100)
      // Taken back: the old content as version 3, for all.
      #expect(try await server.admin("POST", "/rollouts/\(id)/rollback").status == 200)
      try await server.expect("home", shows: ["old"], version: 3)
      let served = try await server.served("home", "?user=\(new)")
      #expect(served == Server.Served(version: 3, text: Lines.viewItems(["old"]), report: nil))
      #expect(try await server.rollout(id)["state"] == "rolled-back")
      #expect(try await server.admin("POST", "/rollouts/\(id)/hold").problem == "rollout-ended")
    }
  }

  @Test func `a rollout refuses other publications, unless they end it, and preconditions hold`() async throws
  {
    try await Server.run(in: folder) { server in
      #expect(try await server.publish("home", ["one"], query: "guard=1,100").problem == "not-guardable")
      _ = try await server.publish("home", ["one"])
      #expect(try await server.publish("home", ["two"], query: "guard=x").problem == "unknown-guard")
      #expect(try await server.publish("home", ["two"], query: "guard=9,1").problem == "bad-parameter")
      let first = try Server.rollout(of: try await server.publish("home", ["two"], query: "guard=1,100"))
      #expect(try await server.publish("home", ["three"]).problem == "rollout-running")
      #expect(try await server.write("DELETE", "/screens/home").problem == "rollout-running")
      #expect(
        try await server.write("DELETE", "/screens/home?guard=1").problem == "not-guardable")
      // Another version in its place, compared with the same old one.
      let second = try await server.publish("home", ["three"], query: "guard=1,100&supersede=true")
      #expect(try JSONParser.parse(second.text)["rollout"]?["versions"] == ["old": 1, "new": 3])
      #expect(try await server.rollout(first)["state"] == "superseded")
      try await server.expect("home", shows: ["one"], version: 1)

      let id = try Server.rollout(of: second)
      let tag = try #require(try await server.admin("GET", "/rollouts/\(id)").value(of: "ETag"))
      func steer(_ word: String, _ tag: String) async throws -> CurlResponse {
        try await server.send(
          "POST", "/admin/rollouts/\(id)/\(word)",
          fields: [CurlField("Authorization", "Bearer \(Server.token)"), CurlField("If-Match", tag)])
      }
      #expect(try await steer("hold", tag).status == 200)
      #expect(try await steer("resume", tag).status == 412)
      #expect(try await server.rollout(id)["state"] == "held")
      let now = try await server.publish("home", ["four"], query: "now=true")
      #expect(now.publishedVersion == 4)
      try await server.expect("home", shows: ["four"], version: 4)
      let audit = try await server.admin("GET", "/audit").text
      for action in ["start-rollout", "hold-rollout", "supersede-rollout"] {
        #expect(audit.contains(#""action":"\#(action)""#))
      }
    }
  }

  @Test func `flags are those of the version outside of a rollout`() async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.publish("home", ["old"])
      let new = #"{"items":[],"experiment":{"key":"hero","variants":[{"key":"a"},{"key":"b"}]}}"#
      let id = try Server.rollout(of: try await server.write("PUT", "/screens/home?guard=1,100", body: new))
      func hasFlag() async throws -> [Bool] {
        let one = try await server.send(
          "POST", "/ofrep/v1/evaluate/flags/hero", body: #"{"context":{"targetingKey":"1"}}"#, fields: [])
        return [one.status == 200, try await server.get("/api/features/key").text.contains("hero")]
      }
      #expect(try await hasFlag() == [false, false])
      #expect(try await server.admin("POST", "/rollouts/\(id)/finish").status == 200)
      #expect(try await hasFlag() == [true, true])
    }
  }

  @Test func `a change set has one rollout, and a draft can have one`() async throws {
    try await Server.run(in: folder) { server in
      for route in ["a", "b"] { _ = try await server.publish(route, ["old"]) }
      #expect(try await server.write("POST", "/changesets", body: #"{"name":"set"}"#).status == 201)
      for route in ["a", "b"] {
        let put = try await server.send(
          "PUT", "/c/set/admin/screens/\(route)", body: Lines.definition(["new"]),
          fields: [CurlField("Authorization", "Bearer \(Server.token)")])
        #expect(put.status == 200, "\(put.text)")
      }
      let published = try await server.write("POST", "/changesets/set/publish?guard=50,100")
      let id = try Server.rollout(of: published)
      for user in (0..<30).map({ "unit-\($0)" }) {
        let a = try await server.served("a", "?user=\(user)")
        #expect(try await server.served("b", "?user=\(user)").version == a.version)
      }
      #expect(try await server.rollout(id)["changeset"] == "set")
      // A publication of one of its screens would give the other one to everybody.
      #expect(try await server.publish("a", ["other"], query: "supersede=true").problem == "rollout-running")
      #expect(try await server.publish("a", ["new"], query: "now=true").problem == "rollout-running")
      #expect(try await server.admin("POST", "/rollouts/\(id)/finish").status == 200)
      for route in ["a", "b"] { try await server.expect(route, shows: ["new"], version: 2) }

      _ = try await server.write("PUT", "/screens/a/draft", body: Lines.definition(["draft"]))
      let draft = try await server.write("POST", "/screens/a/publish?guard=1,100")
      let last = try Server.rollout(of: draft)
      try await server.expect("a", shows: ["new"], version: 2)
      // The same content for everybody ends the rollout.
      #expect(try await server.publish("a", ["draft"], query: "now=true").status == 200)
      #expect(try await server.rollout(last)["state"] == "finished")
      try await server.expect("a", shows: ["draft"], version: 3)
    }
  }

  @Test func `a rollout and its counts survive a kill, and reports count once`() async throws {
    try writeGuard()
    let server = try await Server.start(in: folder, Self.proxied)
    _ = try await server.publish("home", ["old"])
    let id = try Server.rollout(of: try await server.publish("home", ["new"], query: "guard=fast"))
    let token = try #require(try await server.served("home", "?user=ann").report)
    for _ in 0..<3 {
      #expect(try await server.report(token, ["settled", "no-cell"], network: 1).status == 202)
    }
    let version = try await server.served("home", "?user=ann").version
    await server.program.end(SIGKILL)

    try await Server.run(in: folder, Self.proxied) { server in
      #expect(try await server.served("home", "?user=ann").version == version)
      _ = try await server.report(token, ["settled", "no-cell"], network: 2)
      // Forged, foreign and malformed tokens are accepted and ignored.
      for text in [String(token.reversed()), String(repeating: "0", count: token.count), "x"] {
        let response = try await server.report(text, ["settled"], network: 1)
        #expect(response.status == 202 && response.text == #"{"accepted":0,"ignored":1}"#)
      }
      let events = try await server.rollout(id)["events"]?.arrayValue ?? []
      for name in ["settled", "no-cell"] {
        let event = try #require(events.first { $0["name"]?.stringValue == name })
        let total = (event["new"]?.numberValue?.intValue ?? 0) + (event["old"]?.numberValue?.intValue ?? 0)
        #expect(total == 1, "\(name)")
      }
      #expect(try await server.send("POST", "/reports", body: #"{"reports":[{}]}"#).status == 422)
    }
  }

  @Test func `a version whose units fail takes itself back, and the decision can be verified`() async throws {
    try writeGuard(#","events":["settled","content-failed"]"#)
    try await Server.run(in: folder, Self.proxied) { server in
      _ = try await server.publish("home", ["old"])
      let id = try Server.rollout(of: try await server.publish("home", ["new"], query: "guard=fast"))
      // From enough networks, so that the guard does not leave the decision to a person.
      for network in 1...25 {
        let token = try #require(try await server.served("home", "?user=healthy-\(network)").report)
        _ = try await server.report(token, ["drawn"], network: network, release: "ios/1.2.0")
      }
      var reported = 0
      for user in 0..<200 where reported < 40 {
        let served = try await server.served("home", "?user=unit-\(user)")
        guard served.version == 2, let token = served.report else { continue }
        reported += 1
        // After the end, a report is ignored.
        _ = try await server.report(token, ["content-failed"], network: reported, release: "ios/1.3.0")
      }
      try await server.wait(for: "rollback") { try await $0.rollout(id)["state"] == "rolled-back" }
      try await server.expect("home", shows: ["old"], version: 3)
      let newest = try #require(try await server.versions(of: "home").first)
      #expect(newest["via"] == "guard")
      #expect(newest["by"] == "guard")
      let reason = newest["message"]?.stringValue ?? ""
      #expect(reason.contains("content-failed in "), "\(reason)")
      #expect(reason.hasSuffix("; release ios/1.3.0"), "\(reason)")
      let failed = try #require(
        try await server.rollout(id)["events"]?.arrayValue?.first { $0["name"] == "content-failed" })
      #expect(failed["releases"]?.arrayValue?.map { $0["release"] } == ["ios/1.3.0"])
      #expect(failed["releases"]?.arrayValue?.first?["new"] == failed["new"])
      let environment = ["MARQUEE_SERVER": server.url, "MARQUEE_TOKEN": Server.token]
      let verified = try await Program.run(["rollout", "verify", id], in: folder, environment: environment)
      #expect(verified.status == 0, "\(verified.errors)")
      #expect(verified.output.contains("rollback: follows from its numbers"))
      let shown = try await Program.run(["rollout", "show", id], in: folder, environment: environment)
      #expect(shown.output.contains("rollback by guard: \(reason)"), "\(shown.output)")
      #expect(shown.output.contains(#/content-failed +ios/1\.3\.0 +\d+ +0 /#), "\(shown.output)")
      let listed = try await Program.run(["rollout", "list"], in: folder, environment: environment)
      #expect(listed.output.contains("home 1 → 2"), "\(listed.output)")
    }
  }

  @Test func `a version without harm advances by itself to the end`() async throws {
    try writeGuard(#","events":["settled","content-failed"]"#)
    try await Server.run(in: folder, Self.proxied) { server in
      _ = try await server.publish("home", ["old"])
      let id = try Server.rollout(of: try await server.publish("home", ["new"], query: "guard=fast"))
      #expect(
        try await server.rollout(id)["waitsFor"] == ["reports: no app has sent any"])
      for user in 0..<700 {
        let served = try await server.served("home", "?user=unit-\(user)")
        guard let token = served.report else { break }
        _ = try await server.report(token, ["settled"], network: user % 50)
      }
      try await server.wait(for: "end") { try await $0.rollout(id)["state"] == "finished" }
      try await server.expect("home", shows: ["new"], version: 2)
      let decisions = try await server.rollout(id)["decisions"]?.arrayValue ?? []
      #expect(decisions.compactMap { $0["decision"]?.stringValue } == ["start", "advance", "finish"])
    }
  }
}
