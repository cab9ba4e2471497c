import CurlClient
import JSONText
import TestFolders
import Testing

/// What a dry run says about a guard, and rollouts of experiments.
extension RolloutTests {
  @Test func `a dry run estimates how fast a guard notices harm, from the traffic and earlier rollouts`()
    async throws
  {
    try folder.write(#"{"steps":[1,10,100],"hold":"30d"}"#, to: "screens/_guards/slow.json")
    try folder.write(#"{"steps":[1,100],"hold":"3m"}"#, to: "screens/_guards/hasty.json")
    try await Server.run(in: folder, Self.proxied) { server in
      _ = try await server.publish("home", ["old"])
      func estimate(_ query: String) async throws -> JSONValue {
        let dry = try await server.publish("home", ["new"], query: "dryRun=true&\(query)")
        #expect(dry.status == 200 && dry.text.contains(#""dryRun":true"#), "\(dry.text)")
        let json = try JSONParser.parse(dry.text)
        return try #require(json["estimate"], "\(dry.text)")
      }
      // Requests without a unit are no traffic of a rollout.
      for _ in 0..<30 { _ = try await server.get("/screens/home") }
      let unknown = try await estimate("guard=slow")
      #expect(unknown["unitsPerSecond"] == .null && unknown["proposal"] == .null)
      #expect(unknown["rate"]?.numberValue?.doubleValue == 0.001 && unknown["event"] == .null)
      let steps = try #require(unknown["steps"]?.arrayValue)
      #expect(steps.count == 3 && steps.allSatisfy { $0["seconds"] == .null })
      #expect(unknown["text"]?.stringValue?.hasPrefix("the server has counted too few requests") == true)
      #expect(
        try await server.publish("home", ["old"], query: "dryRun=true&guard=1").text.contains("estimate")
          == false)
      #expect(
        try await server.publish("home", ["new"], query: "dryRun=true").text.contains("estimate") == false)

      // A rollout in which 20 of 1,100 units fail on the old side.
      let id = try Server.rollout(of: try await server.publish("home", ["tried"], query: "guard=0.01,100"))
      var reports: [String] = []
      for user in 0..<1100 {
        let served =
          user % 2 == 0
          ? try await server.served("home", "?user=unit-\(user)")
          : try await server.served("home", "?locale=ko&user=unit-\(user)")
        let failed = user < 20 ? #","content-failed""# : ""
        reports.append(
          #"{"id":"\#(user)","token":"\#(try #require(served.report))","events":["drawn"\#(failed)],"drawMs":1}"#
        )
      }
      for part in [reports.prefix(1000), reports.dropFirst(1000)] {
        let sent = try await server.send(
          "POST", "/reports", body: #"{"reports":[\#(part.joined(separator: ","))]}"#,
          fields: [CurlField("X-Forwarded-For", "10.0.0.1")])
        #expect(sent.status == 202, "\(sent.text)")
      }
      #expect(try await server.admin("POST", "/rollouts/\(id)/rollback").status == 200)

      let known = try await estimate("guard=slow")
      // 1,100 requests in at least the minute that a rate is taken over.
      let units = try #require(known["unitsPerSecond"]?.numberValue?.doubleValue)
      #expect(units > 1 && units <= 1100.0 / 60)
      #expect(known["event"] == "content-failed")
      let rate = try #require(known["rate"]?.numberValue?.doubleValue)
      #expect((0.017...0.019).contains(rate))
      let seconds = try #require(known["steps"]?.arrayValue).compactMap {
        $0["seconds"]?.numberValue?.doubleValue
      }
      #expect(seconds.count == 3 && seconds[0] > seconds[1])
      #expect(known["proposal"]?["step"] == 1)
      let text = try #require(known["text"]?.stringValue)
      #expect(text.contains("a tenfold rise of content-failed would be noticed after about "), "\(text)")
      // Three minutes are too short for a first step of 1 %.
      let short = try await estimate("guard=hasty")
      #expect(short["proposal"]?["step"]?.numberValue?.doubleValue ?? 0 > 1)
      #expect(short["text"]?.stringValue?.contains("; begin with ") == true, "\(short)")

      try folder.write(Lines.definition(["new"]), to: "new.json")
      let printed = try await Program.run(
        ["publish", "new.json", "--route", "home", "--dry-run", "--guard", "1,100"], in: folder,
        environment: ["MARQUEE_SERVER": server.url, "MARQUEE_TOKEN": Server.token])
      #expect(printed.status == 0, "\(printed.errors)")
      #expect(printed.output.contains("  at 1 % of "), "\(printed.output)")
      // The same for a draft and a change set.
      _ = try await server.write("PUT", "/screens/home/draft", body: Lines.definition(["new"]))
      let draft = try await server.write("POST", "/screens/home/publish?dryRun=true&guard=slow")
      #expect(try JSONParser.parse(draft.text)["estimate"]?["event"] == "content-failed")
      #expect(try await server.write("POST", "/changesets", body: #"{"name":"set"}"#).status == 201)
      _ = try await server.send(
        "PUT", "/c/set/admin/screens/home", body: Lines.definition(["new"]),
        fields: [CurlField("Authorization", "Bearer \(Server.token)")])
      let set = try await server.write("POST", "/changesets/set/publish?dryRun=true&guard=slow")
      #expect(try JSONParser.parse(set.text)["estimate"]?["event"] == "content-failed", "\(set.text)")
    }
  }

  @Test func `more coverage of an experiment reaches the units of the step`() async throws {
    try await Server.run(in: folder) { server in
      func definition(_ coverage: Double) -> String {
        #"{"items":[],"experiment":{"key":"hero","coverage":\#(coverage),"variants":[{"key":"a"},{"key":"b"}]}}"#
      }
      #expect(try await server.write("PUT", "/screens/home", body: definition(0)).status == 201)
      func patch(_ query: String) async throws -> CurlResponse {
        try await server.send(
          "PATCH", "/admin/experiments/hero?\(query)", body: #"{"coverage":1}"#,
          fields: [CurlField("Authorization", "Bearer \(Server.token)")])
      }
      let dry = try JSONParser.parse(try await patch("guard=40,100&dryRun=true").text)
      #expect(dry["rollout"] == nil && dry["estimate"]?["steps"]?.arrayValue?.count == 2, "\(dry)")
      let patched = try await patch("guard=40,100")
      #expect(patched.status == 200 && patched.publishedVersion == 2, "\(patched.text)")
      let id = try Server.rollout(of: patched)
      var covered = 0
      for user in 0..<100 {
        let explained = try JSONParser.parse(
          try await server.get("/screens/home/explain?user=unit-\(user)").text)
        let isNew = explained["rollout"]?["side"] == "new"
        let served = try await server.get("/screens/home?user=unit-\(user)")
        #expect(served.value(of: "Screen-Version") == (isNew ? "2" : "1"))
        #expect((served.value(of: "Screen-Variant") != nil) == isNew)
        if isNew { covered += 1 }
      }
      #expect((15..<70).contains(covered))
      // Another change needs the end of the rollout.
      let other = #"{"coverage":0.5}"#
      #expect(try await server.write("PATCH", "/experiments/hero", body: other).problem == "rollout-running")
      let next = try await server.write("PATCH", "/experiments/hero?guard=5,100&supersede=true", body: other)
      #expect(
        try JSONParser.parse(next.text)["rollout"]?["versions"] == ["old": 1, "new": 3], "\(next.text)")
      #expect(try await server.rollout(id)["state"] == "superseded")
      #expect(try await patch("now=true").publishedVersion == 4)
      #expect(try await server.get("/screens/home?user=unit-1").value(of: "Screen-Variant") != nil)
      // A change set has no units.
      #expect(try await server.write("POST", "/changesets", body: #"{"name":"set"}"#).status == 201)
      let inSet = try await server.send(
        "PATCH", "/c/set/admin/experiments/hero?guard=1,100", body: other,
        fields: [CurlField("Authorization", "Bearer \(Server.token)")])
      #expect(inSet.problem == "not-guardable", "\(inSet.text)")
    }
  }
}
