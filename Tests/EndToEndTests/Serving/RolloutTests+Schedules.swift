import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Publications with a guard at a time.
extension RolloutTests {
  private static let later = #"{"at":"2036-12-24T08:00:00Z"}"#

  @Test func `a scheduled draft keeps its guard, also through a kill, and starts the rollout`() async throws {
    try folder.write(#"{"steps":[20,100]}"#, to: "screens/_guards/careful.json")
    let server = try await Server.start(in: folder)
    let (route, scheduled) = try await Server.scheduleAhead { number, lead -> (String, CurlResponse)? in
      let route = "home-\(number)"
      // A new screen has nothing to compare with.
      _ = try await server.write("PUT", "/screens/\(route)/draft", body: Lines.definition(["first"]))
      #expect(
        try await server.write("POST", "/screens/\(route)/publish?guard=careful", body: Self.later).problem
          == "not-guardable")
      _ = try await server.publish(route, ["old"])
      _ = try await server.write(
        "PUT", "/screens/\(route)/draft?baseVersion=1", body: Lines.definition(["new"]))
      let response = try await server.write(
        "POST", "/screens/\(route)/publish?guard=careful", body: Server.time(in: lead))
      return response.status == 200 ? nil : (route, response)
    }
    #expect(scheduled.status == 202, "\(scheduled.text)")
    #expect(try JSONParser.parse(scheduled.text)["schedule"]?["guard"]?["steps"] == [20, 100])
    // The schedule keeps the guard that was looked at.
    try folder.write(#"{"steps":[50,100]}"#, to: "screens/_guards/careful.json")
    await server.program.end(SIGKILL)

    try await Server.run(in: folder) { server in
      try await server.wait(for: "scheduled rollout") {
        try await $0.get("/screens/\(route)?user=ann").value(of: "Screen-Report") != nil
      }
      let list = try JSONParser.parse(try await server.admin("GET", "/rollouts").text)
      let rollout = try #require(list["rollouts"]?.arrayValue?.first)
      #expect(rollout["steps"] == [20, 100])
      #expect(rollout["versions"] == ["old": 1, "new": 2])
      try await server.expect(route, shows: ["old"], version: 1)
      #expect(try await server.versions(of: route).first?["via"] == "schedule")
      #expect(try await server.admin("GET", "/screens/\(route)/draft").status == 404)
      let id = rollout["id"]?.stringValue ?? ""
      #expect(try await server.admin("POST", "/rollouts/\(id)/finish").status == 200)
      try await server.expect(route, shows: ["new"], version: 2)
    }
  }

  @Test func `a schedule that is due during a rollout says so, or ends it`() async throws {
    try await Server.run(in: folder) { server in
      // Scheduled before the rollout: the draft's version is no longer the current one.
      let (route, id) = try await Server.scheduleAhead { number, lead -> (String, String)? in
        let route = "a-\(number)"
        _ = try await server.publish(route, ["old"])
        _ = try await server.write("PUT", "/screens/\(route)/draft", body: Lines.definition(["late"]))
        let scheduled = try await server.write(
          "POST", "/screens/\(route)/publish?guard=1,100", body: Server.time(in: lead))
        let began = try await server.publish(route, ["new"], query: "guard=30,100")
        // The draft has begun a rollout before.
        if began.problem == "rollout-running" { return nil }
        #expect(scheduled.status == 202, "\(scheduled.text)")
        return (route, try Server.rollout(of: began))
      }
      func draft() async throws -> JSONValue {
        try JSONParser.parse(try await server.admin("GET", "/screens/\(route)/draft").text)
      }
      try await server.wait(for: "failure of the schedule") { _ in
        try await draft()["schedule"]?["error"] != nil
      }
      let error = try await draft()["schedule"]?["error"]?.stringValue ?? ""
      #expect(
        error.hasPrefix(
          "it began from version 1, and version 2 is current; the rollout \(id) of \(route) is running"))
      #expect(try await draft()["schedule"]?["guard"]?["steps"] == [1, 100])
      #expect(try await server.rollout(id)["state"] == "running")

      // Scheduled while it runs: only in favour of the draft.
      let path = "/screens/\(route)"
      _ = try await server.write("PUT", path + "/draft?baseVersion=2", body: Lines.definition(["next"]))
      #expect(
        try await server.write("POST", path + "/publish?guard=1,100", body: Self.later).problem
          == "rollout-running")
      var running = id
      let version = try await Server.scheduleAhead { number, lead -> Int? in
        if number > 0 {
          // The draft was published at once, so its own rollout is the one that runs.
          _ = try await server.write(
            "PUT", path + "/draft?baseVersion=\(2 + number)", body: Lines.definition(["next", "\(number)"]))
        }
        let scheduled = try await server.write(
          "POST", path + "/publish?guard=99&supersede=true", body: Server.time(in: lead))
        if scheduled.status == 200 {
          running = try Server.rollout(of: scheduled)
          return nil
        }
        #expect(
          scheduled.status == 202 && scheduled.text.contains(#""supersede":true"#), "\(scheduled.text)")
        return 3 + number
      }
      try await server.wait(for: "end of the rollout") {
        try await $0.rollout(running)["state"] == "superseded"
      }
      try await server.expect(route, shows: ["old"], version: 1)
      let list = try JSONParser.parse(try await server.admin("GET", "/rollouts").text)
      let versions: JSONValue = ["old": 1, "new": .number(JSONNumber(version))]
      #expect(list["rollouts"]?.arrayValue?.first?["versions"] == versions)
    }
  }

  @Test func `a scheduled change set keeps its guard, and starts one rollout`() async throws {
    try await Server.run(in: folder) { server in
      let (number, scheduled) = try await Server.scheduleAhead { number, lead -> (Int, CurlResponse)? in
        let (set, routes) = ("set-\(number)", ["a-\(number)", "b-\(number)"])
        for route in routes { _ = try await server.publish(route, ["old"]) }
        try await server.makeSet(set)
        for route in routes {
          let put = try await server.inSet(
            set, "PUT", "/screens/\(route)", body: Lines.definition(["new"]))
          #expect(put.status == 200, "\(put.text)")
        }
        let response = try await server.write(
          "POST", "/changesets/\(set)/publish?guard=50,100", body: Server.time(in: lead))
        return response.status == 200 ? nil : (number, response)
      }
      #expect(scheduled.status == 202, "\(scheduled.text)")
      #expect(try JSONParser.parse(scheduled.text)["schedule"]?["guard"]?["steps"] == [50, 100])
      try await server.wait(for: "rollout of the set") {
        try await $0.get("/screens/b-\(number)?user=ann").value(of: "Screen-Report") != nil
      }
      let list = try JSONParser.parse(try await server.admin("GET", "/rollouts").text)
      // Each earlier attempt has one of its own.
      #expect(list["rollouts"]?.arrayValue?.count == 1 + number)
      #expect(list["rollouts"]?.arrayValue?.first?["changeset"] == .string("set-\(number)"))
      for user in (0..<20).map({ "unit-\($0)" }) {
        let a = try await server.served("a-\(number)", "?user=\(user)")
        #expect(try await server.served("b-\(number)", "?user=\(user)").version == a.version)
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
