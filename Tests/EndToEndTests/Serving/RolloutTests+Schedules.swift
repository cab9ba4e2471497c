import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Publications with a guard at a time.
extension RolloutTests {
  private static func time(_ seconds: TimeInterval) -> String {
    #"{"at":"\#(Date(timeIntervalSinceNow: seconds).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))"}"#
  }

  private static let later = #"{"at":"2036-12-24T08:00:00Z"}"#

  @Test func `a scheduled draft keeps its guard, also through a kill, and starts the rollout`() async throws {
    try folder.write(#"{"steps":[20,100]}"#, to: "screens/_guards/careful.json")
    let server = try await Server.start(in: folder)
    // A new screen has nothing to compare with.
    _ = try await server.write("PUT", "/screens/home/draft", body: Lines.definition(["first"]))
    #expect(
      try await server.write("POST", "/screens/home/publish?guard=careful", body: Self.later).problem
        == "not-guardable")
    _ = try await server.publish("home", ["old"])
    _ = try await server.write("PUT", "/screens/home/draft?baseVersion=1", body: Lines.definition(["new"]))
    let scheduled = try await server.write(
      "POST", "/screens/home/publish?guard=careful", body: Self.time(12))
    #expect(scheduled.status == 202, "\(scheduled.text)")
    #expect(try JSONParser.parse(scheduled.text)["schedule"]?["guard"]?["steps"] == [20, 100])
    // The schedule keeps the guard that was looked at.
    try folder.write(#"{"steps":[50,100]}"#, to: "screens/_guards/careful.json")
    await server.program.end(SIGKILL)

    try await Server.run(in: folder) { server in
      try await server.wait(for: "scheduled rollout") {
        try await $0.get("/screens/home?user=ann").value(of: "Screen-Report") != nil
      }
      let list = try JSONParser.parse(try await server.admin("GET", "/rollouts").text)
      let rollout = try #require(list["rollouts"]?.arrayValue?.first)
      #expect(rollout["steps"] == [20, 100])
      #expect(rollout["versions"] == ["old": 1, "new": 2])
      try await server.expect("home", shows: ["old"], version: 1)
      #expect(try await server.versions(of: "home").first?["via"] == "schedule")
      #expect(try await server.admin("GET", "/screens/home/draft").status == 404)
      let id = rollout["id"]?.stringValue ?? ""
      #expect(try await server.admin("POST", "/rollouts/\(id)/finish").status == 200)
      try await server.expect("home", shows: ["new"], version: 2)
    }
  }

  @Test func `a schedule that is due during a rollout says so, or ends it`() async throws {
    try await Server.run(in: folder) { server in
      for route in ["a", "b"] { _ = try await server.publish(route, ["old"]) }
      // Scheduled before the rollout: the draft's version is no longer the current one.
      _ = try await server.write("PUT", "/screens/a/draft", body: Lines.definition(["late"]))
      #expect(
        try await server.write("POST", "/screens/a/publish?guard=1,100", body: Self.time(6)).status == 202)
      let id = try Server.rollout(of: try await server.publish("a", ["new"], query: "guard=30,100"))
      func draft(_ route: String) async throws -> JSONValue {
        try JSONParser.parse(try await server.admin("GET", "/screens/\(route)/draft").text)
      }
      try await server.wait(for: "failure of the schedule") { _ in
        try await draft("a")["schedule"]?["error"] != nil
      }
      let error = try await draft("a")["schedule"]?["error"]?.stringValue ?? ""
      #expect(
        error.hasPrefix(
          "it began from version 1, and version 2 is current; the rollout \(id) of a is running"))
      #expect(try await draft("a")["schedule"]?["guard"]?["steps"] == [1, 100])
      #expect(try await server.rollout(id)["state"] == "running")

      // Scheduled while it runs: only in favour of the draft.
      _ = try await server.write("PUT", "/screens/a/draft?baseVersion=2", body: Lines.definition(["next"]))
      #expect(
        try await server.write("POST", "/screens/a/publish?guard=1,100", body: Self.later).problem
          == "rollout-running")
      let scheduled = try await server.write(
        "POST", "/screens/a/publish?guard=99&supersede=true", body: Self.time(3))
      #expect(scheduled.status == 202 && scheduled.text.contains(#""supersede":true"#), "\(scheduled.text)")
      try await server.wait(for: "end of the rollout") { try await $0.rollout(id)["state"] == "superseded" }
      try await server.expect("a", shows: ["old"], version: 1)
      let list = try JSONParser.parse(try await server.admin("GET", "/rollouts").text)
      #expect(list["rollouts"]?.arrayValue?.first?["versions"] == ["old": 1, "new": 3])
    }
  }

  @Test func `a scheduled change set keeps its guard, and starts one rollout`() async throws {
    try await Server.run(in: folder) { server in
      for route in ["a", "b"] { _ = try await server.publish(route, ["old"]) }
      #expect(try await server.write("POST", "/changesets", body: #"{"name":"set"}"#).status == 201)
      for route in ["a", "b"] {
        let put = try await server.send(
          "PUT", "/c/set/admin/screens/\(route)", body: Lines.definition(["new"]),
          fields: [CurlField("Authorization", "Bearer \(Server.token)")])
        #expect(put.status == 200, "\(put.text)")
      }
      let scheduled = try await server.write(
        "POST", "/changesets/set/publish?guard=50,100", body: Self.time(3))
      #expect(scheduled.status == 202, "\(scheduled.text)")
      #expect(try JSONParser.parse(scheduled.text)["schedule"]?["guard"]?["steps"] == [50, 100])
      try await server.wait(for: "rollout of the set") {
        try await $0.get("/screens/b?user=ann").value(of: "Screen-Report") != nil
      }
      let list = try JSONParser.parse(try await server.admin("GET", "/rollouts").text)
      #expect(list["rollouts"]?.arrayValue?.count == 1)
      #expect(list["rollouts"]?.arrayValue?.first?["changeset"] == "set")
      for user in (0..<20).map({ "unit-\($0)" }) {
        let a = try await server.served("a", "?user=\(user)")
        #expect(try await server.served("b", "?user=\(user)").version == a.version)
      }
    }
  }

  @Test func `an export has the guards of schedules, and the command shows them`() async throws {
    func expectGuards(on server: Server) async throws {
      let draft = try JSONParser.parse(try await server.admin("GET", "/screens/a/draft").text)
      #expect(draft["schedule"]?["guard"]?["steps"] == [5, 100])
      #expect(draft["schedule"]?["at"] == "2036-12-24T08:00:00.000Z")
      let set = try JSONParser.parse(try await server.admin("GET", "/changesets/set").text)
      #expect(set["schedule"]?["guard"]?["steps"] == [7, 100])
    }
    try await Server.run(in: folder) { server in
      for route in ["a", "b"] { _ = try await server.publish(route, ["old"]) }
      _ = try await server.write("PUT", "/screens/a/draft", body: Lines.definition(["new"]))
      let environment = ["MARQUEE_SERVER": server.url, "MARQUEE_TOKEN": Server.token]
      let run = try await Program.run(
        ["draft", "publish", "a", "--at", "2036-12-24T08:00:00Z", "--guard", "5,100"], in: folder,
        environment: environment)
      #expect(run.output == "a: to be published at 2036-12-24T08:00:00.000Z to 5, 100 % of the units\n")
      let shown = try await Program.run(["draft", "show", "a"], in: folder, environment: environment)
      #expect(
        shown.errors.contains("to be published at 2036-12-24T08:00:00.000Z to 5, 100 % of the units, by"))
      #expect(try await server.write("POST", "/changesets", body: #"{"name":"set"}"#).status == 201)
      _ = try await server.send(
        "PUT", "/c/set/admin/screens/b", body: Lines.definition(["new"]),
        fields: [CurlField("Authorization", "Bearer \(Server.token)")])
      #expect(
        try await server.write("POST", "/changesets/set/publish?guard=7,100", body: Self.later).status == 202)
      try await expectGuards(on: server)
    }
    let export = try await Program.run(["export", "--data", "data", "--output", "all.jsonl"], in: folder)
    #expect(export.status == 0, "\(export.errors)")
    let imported = try await Program.run(["import", "--data", "copy/data", "all.jsonl"], in: folder)
    #expect(imported.status == 0, "\(imported.errors)")
    let arguments = ["--admin-token", Server.token, "--data", "copy/data"]
    try await Server.run(in: folder, arguments) { try await expectGuards(on: $0) }
  }
}
