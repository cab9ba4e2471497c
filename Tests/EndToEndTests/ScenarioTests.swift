import CurlClient
import Foundation
import JSONText
import Testing

/// Named sets of changes and rules, `screens/_scenarios/NAME.json`.
@Suite final class ScenarioTests: Sendable {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(Lines.definition(["a", "b"]), to: "screens/lines.json")
    try folder.write(Lines.definition(["m"]), to: "screens/menu/noodles.json")
  }

  deinit { folder.remove() }

  private func scenario(_ text: String, _ name: String = "test") throws {
    try folder.write(text, to: "screens/_scenarios/\(name).json")
  }

  private static func on(_ name: String?) -> String { #"{"name":\#(name.map { "\"\($0)\"" } ?? "null")}"# }

  @Test func `a scenario changes screens, for the server, a rule or a request`() async throws {
    try scenario(
      #"""
      {"description":"b alone","screens":{"lines":{"changes":[{"op":"remove","id":"a"}]},"**":{"items":[]}}}
      """#)
    try await Server.run(in: folder) { server in
      let asIs = Lines.viewItems(["a", "b"])
      let b = Lines.viewItems(["b"])
      let one = try await server.get("/screens/lines", fields: [CurlField("Prefer", "scenario=test")])
      #expect(one.text == b)
      #expect(one.value(of: "Mock-Applied") == "request, scenario=test")
      #expect(one.value(of: "Preference-Applied") == "scenario=test")
      #expect(try await server.get("/screens/menu/noodles?__scenario=test").text == #"{"viewItems":[]}"#)
      #expect(try await server.get("/screens/lines").text == asIs)

      let rule = #"{"match":{"route":"lines","condition":{"user":"7"}},"scenario":"test"}"#
      #expect(try await server.admin("PUT", "/mock/rules/seven", body: rule).status == 201)
      let seven = try await server.get("/screens/lines?user=7")
      #expect(seven.text == b)
      #expect(seven.value(of: "Mock-Applied") == "seven, scenario=test")
      #expect(try await server.get("/screens/lines?user=8").text == asIs)
      #expect(try await server.admin("DELETE", "/mock/rules").status == 200)

      let on = try await server.admin("PUT", "/mock/scenario", body: Self.on("test"))
      #expect(
        on.text == #"{"name":"test","scenarios":[{"name":"test","description":"b alone"}]}"#)
      #expect(try await server.get("/screens/lines").text == b)
      // What is published meanwhile is changed like what was there before.
      #expect(
        try await server.admin("PUT", "/screens/lines", body: Lines.definition(["a", "b", "c"])).status == 200
      )
      #expect(try await server.get("/screens/lines").text == Lines.viewItems(["b", "c"]))
      #expect(try await server.admin("DELETE", "/mock/scenario").status == 200)
      #expect(try await server.get("/screens/lines").text == Lines.viewItems(["a", "b", "c"]))
    }
  }

  @Test func `a sequence gives each screen's n-th answer its rule`() async throws {
    try scenario(#"{"sequence":[{"status":503},{},{"status":404,"match":{"route":"lines"}}]}"#)
    try await Server.run(in: folder) { server in
      _ = try await server.admin("PUT", "/mock/scenario", body: Self.on("test"))
      var lines: [Int] = []
      var noodles: [Int] = []
      for _ in 0..<4 {
        lines.append(try await server.get("/screens/lines").status)
        noodles.append(try await server.get("/screens/menu/noodles").status)
      }
      #expect(lines == [503, 200, 404, 200])
      #expect(noodles == [503, 200, 200, 200])
      // Switched on anew it begins anew.
      _ = try await server.admin("PUT", "/mock/scenario", body: Self.on("test"))
      #expect(try await server.get("/screens/lines").status == 503)
    }
  }

  @Test func `rules of admins come before those of a scenario, and requests before both`() async throws {
    try scenario(#"{"rules":[{"match":{"times":2},"status":503},{"status":500}]}"#)
    try await Server.run(in: folder) { server in
      _ = try await server.admin("PUT", "/mock/scenario", body: Self.on("test"))
      #expect(try await server.get("/screens/lines").status == 503)
      #expect(try await server.get("/screens/lines?__status=418").status == 418)
      #expect(try await server.get("/screens/lines").status == 500)
      _ = try await server.admin("PUT", "/mock/rules/r", body: #"{"status":429}"#)
      let both = try await server.get("/screens/lines")
      #expect(both.status == 429)
      #expect(both.value(of: "Mock-Applied") == "r")
    }
  }

  @Test func `a scenario that names a variant shows it to all, and exposes nobody`() async throws {
    try folder.ship("home")
    try scenario(#"{"screens":{"home":{"variant":"price-first"}}}"#)
    try await Server.run(in: folder) { server in
      for user in 1...20 {
        let answer = try await server.get("/screens/home?user=\(user)&__scenario=test")
        #expect(answer.value(of: "Screen-Variant") == "price-first")
      }
      var variants: [String] = []
      for user in 1...20 {
        variants.append(
          try await server.get("/screens/home?user=u\(user)").value(of: "Screen-Variant") ?? "")
      }
      // Those alone who were shown what their hash says.
      let results = try JSONParser.parse(
        try await server.admin("GET", "/experiments/home-price-first/results").text)
      for variant in results["variants"]?.arrayValue ?? [] {
        let units = variants.count { .string($0) == variant["variant"] }
        #expect(variant["units"] == .number(JSONNumber(units)), "\(results.text)")
      }
    }
  }

  @Test func `one that does not apply is told with its place, and not switched on`() async throws {
    try scenario(
      """
      {
        "screens": {
          "lines": {"changes": [{"op": "remove", "id": "q"}]}
        }
      }
      """)
    let told = "screens/_scenarios/test.json:3:50: error: there is no item \"q\""
    let validated = try await Program.run(["validate", "screens"], in: folder)
    #expect(validated.output.contains(told), "\(validated.output)")
    #expect(validated.status == 1)
    try await Server.run(in: folder) { server in
      let refused = try await server.admin("PUT", "/mock/scenario", body: Self.on("test"))
      #expect(refused.status == 409)
      #expect(refused.text.contains(#""line":3,"column":50"#), "\(refused.text)")
      let asked = try await server.get("/screens/lines?__scenario=test")
      #expect(asked.status == 409)
      #expect(asked.text.contains("_scenarios/test.json: 1 error at 3:50"))
      // Once there is such an item, it applies.
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["a", "q"]))
      #expect(try await server.get("/screens/lines?__scenario=test").text == Lines.viewItems(["a"]))
    }
  }

  @Test(arguments: [
    (#"{"screen":{}}"#, #"test.json:1:2: error: a scenario has no member "screen"; did you mean screens?"#),
    (#"{"screens":{"line":{"items":[]}}}"#, #"1:13: error: there is no screen "line"; did you mean lines?"#),
    (#"{"screens":{"no way":{"items":[]}}}"#, "1:13: error: \"no way\" is no route; a route such as home;"),
    (#"{"screens":{"lines":{}}}"#, "1:21: error: a screen of a scenario changes something;"),
    (
      #"{"screens":{"lines":{"variant":"b"}}}"#,
      #"1:32: error: "lines" has no such variant, or it is not clear which"#
    ),
    (
      #"{"screens":{"**":{"items":[{"id":"x","viewType":"ONE_LINE_TXT","content":{"text":"x"}}]}}}"#,
      #"1:49: error: unknown view type "ONE_LINE_TXT"; did you mean ONE_LINE_TEXT?"#
    ),
    (#"{"rules":[{"status":20}]}"#, #"1:21: error: "status" cannot be 20; a whole number from 200 to 599"#),
    (#"{"rules":[{"scenario":"x"}]}"#, #"1:12: error: a rule has no member "scenario""#),
    (#"{"sequence":[{"match":{"nth":1}}]}"#, #"1:24: error: a match has no member "nth""#),
    (#"{"sequence":{}}"#, #"1:13: error: "sequence" is an array, not an object"#),
    ("[]", "1:1: error: a scenario is an object"),
  ])
  func `each mistake has its place`(_ text: String, _ told: String) async throws {
    try scenario(text)
    let run = try await Program.run(["validate", "screens"], in: folder)
    #expect(run.output.contains(told), "\(run.output)")
    let alone = try await Program.run(["validate", "screens/_scenarios/test.json"], in: folder)
    #expect(alone.status == 1 && alone.output.contains(told), "\(alone.output)")
  }

  @Test func `files are taken in when they change, and a scenario that is broken stays as it was`()
    async throws
  {
    try scenario(#"{"rules":[{"status":503}]}"#)
    try await Server.run(in: folder, ["--admin-token", Server.token, "--watch"]) { server in
      #expect(try await server.get("/screens/lines?__scenario=test").status == 503)
      try scenario(#"{"rules":[{"status":404}]}"#)
      try await server.wait(for: "changed scenario") {
        try await $0.get("/screens/lines?__scenario=test").status == 404
      }
      try scenario(#"{"rules":[{"status":1}]}"#)
      try scenario(#"{"rules":[{"status":410}]}"#, "other")
      try await server.wait(for: "new scenario") {
        try await $0.get("/screens/lines?__scenario=other").status == 410
      }
      #expect(try await server.get("/screens/lines?__scenario=test").status == 404)
    }
  }

  @Test func `an unknown one is refused, by field ignored`() async throws {
    try scenario(#"{"rules":[{"status":503}]}"#, "down")
    try await Server.run(in: folder) { server in
      let query = try await server.get("/screens/lines?__scenario=dawn")
      #expect(query.status == 400 && query.text.contains("did you mean down?"))
      let field = try await server.get("/screens/lines", fields: [CurlField("Prefer", "scenario=dawn")])
      #expect(field.status == 200 && field.value(of: "Preference-Applied") == nil)
      let put = try await server.admin("PUT", "/mock/scenario", body: Self.on("dawn"))
      #expect(put.status == 422 && put.text.contains("did you mean down?"))
      let rule = try await server.admin("PUT", "/mock/rules/r", body: #"{"scenario":"dawn"}"#)
      #expect(rule.status == 422 && rule.text.contains("did you mean down?"))
    }
  }

  @Test func `items without ids get ids that no other has`() async throws {
    try folder.write(
      #"{"items":[{"viewType":"ONE_LINE_TEXT","content":{"text1":"first"}}]}"#, to: "screens/lines.json")
    try scenario(
      #"""
      {"screens":{"menu/noodles":{"items":[{"viewType":"ONE_LINE_TEXT","content":{"text1":"x"}}]},
      "lines":{"changes":[{"op":"insert","item":{"viewType":"ONE_LINE_TEXT","content":{"text1":"y"}},"after":"ONE_LINE_TEXT-1"}]}}}
      """#)
    try await Server.run(in: folder) { server in
      let noodles = try await server.get("/screens/menu/noodles?__scenario=test")
      #expect(noodles.text == Lines.viewItems(["x"]))
      #expect(try await server.get("/screens/lines?__scenario=test").text == Lines.viewItems(["first", "y"]))
    }
    try scenario(#"{"screens":{"lines":{"items":[{"viewType":"ONE_LINE_TEXT","content":{"nope":5}}]}}}"#)
    let run = try await Program.run(["validate"], in: folder)
    #expect(run.status == 1 && run.output.contains(#"no member "nope""#), "\(run.output)")
  }

  @Test func `who asks for a variant or a version gets it`() async throws {
    try folder.ship("home")
    try scenario(#"{"screens":{"home":{"variant":"price-first"},"lines":{"items":[]}}}"#)
    try await Server.run(in: folder) { server in
      _ = try await server.admin("PUT", "/mock/scenario", body: Self.on("test"))
      let asked = try await server.get("/screens/home?variant=control&user=1")
      #expect(asked.value(of: "Screen-Variant") == "control")
      #expect(try await server.get("/screens/home?user=1").value(of: "Screen-Variant") == "price-first")
      #expect(try await server.get("/screens/lines").text == #"{"viewItems":[]}"#)
      let version = try await server.get("/screens/lines?version=1")
      #expect(version.text == Lines.viewItems(["a", "b"]) && version.value(of: "Mock-Applied") == nil)
      #expect(try await server.get("/screens/lines?version=9").value(of: "Mock-Applied") == nil)
    }
  }

  @Test func `an empty step is the screen, HEAD uses up none, and a name may be written with escapes`()
    async throws
  {
    try scenario(#"{"sequence":[{},{"status":500}],"rules":[{"status":503}]}"#)
    try await Server.run(in: folder) { server in
      #expect(try await server.get("/screens/lines?%5F%5Fscenario=test").status == 200)
      _ = try await server.admin("PUT", "/mock/scenario", body: Self.on("test"))
      #expect(try await server.head("/screens/lines").status == 200)
      var statuses: [Int] = []
      for _ in 0..<3 { statuses.append(try await server.get("/screens/lines").status) }
      #expect(statuses == [200, 500, 503])
    }
  }

  @Test func `rules go with the groups that they name`() async throws {
    try folder.write(#"["ann"]"#, to: "screens/_groups/beta.json")
    try scenario(#"{"rules":[{"match":{"condition":{"user":{"$inGroup":"beta"}}},"status":503}]}"#)
    try await Server.run(in: folder, ["--admin-token", Server.token, "--watch"]) { server in
      _ = try await server.admin("PUT", "/mock/scenario", body: Self.on("test"))
      let rule = #"{"match":{"route":"menu/**","condition":{"user":{"$inGroup":"beta"}}},"status":504}"#
      _ = try await server.admin("PUT", "/mock/rules/r", body: rule)
      #expect(try await server.get("/screens/lines?user=ann").status == 503)
      #expect(try await server.get("/screens/menu/noodles?user=ann").status == 504)
      try folder.write(#"["bob"]"#, to: "screens/_groups/beta.json")
      try await server.wait(for: "new group") { try await $0.get("/screens/lines?user=bob").status == 503 }
      #expect(try await server.get("/screens/lines?user=ann").status == 200)
      #expect(try await server.get("/screens/menu/noodles?user=bob").status == 504)
      #expect(try await server.get("/screens/menu/noodles?user=ann").status == 200)
    }
  }

  @Test func `a pattern that fits no screen is told, and rules are bounded together`() async throws {
    try scenario(#"{"screens":{"linse*":{"items":[]},"**":{"items":[]}}}"#)
    let run = try await Program.run(["validate"], in: folder)
    #expect(run.output.contains(#"1:13: error: no screen fits "linse*""#), "\(run.output)")
    try await Server.run(in: folder) { server in
      let long = String(repeating: "u", count: 100_000)
      var statuses: [Int] = []
      for name in ["a", "b", "c"] {
        let rule = #"{"match":{"condition":{"user":"\#(long)"}},"status":503}"#
        statuses.append(try await server.admin("PUT", "/mock/rules/\(name)", body: rule).status)
      }
      #expect(statuses == [201, 201, 422])
    }
  }
}
