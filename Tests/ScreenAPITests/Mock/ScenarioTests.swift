import Foundation
import JSONText
import TestFolders
import Testing

/// Named sets of changes and rules, `screens/_scenarios/NAME.json`.
@Suite final class ScenarioTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a", "b"]), to: "screens/lines.json")
    try folder.write(Lines.definition(["m"]), to: "screens/menu/noodles.json")
  }

  private func scenario(_ text: String, _ name: String = "test") throws {
    try folder.write(text, to: "screens/_scenarios/\(name).json")
  }

  @Test func `every kind of document may name a schema for editors`() throws {
    let schema = #""$schema":"https://example.com/schema.json""#
    try folder.write(#"{\#(schema),"items":[]}"#, to: "screens/lines.json")
    try folder.write(
      #"{\#(schema),"screen":{"all":"$items"},"item":"$content"}"#, to: "screens/_formats/all.json")
    try folder.write(#"{\#(schema),"type":"object"}"#, to: "screens/_types/ANY.json")
    try scenario(#"{\#(schema),"rules":[{"status":503}]}"#)
    try FolderServer.run(in: folder) { server in
      #expect(try server.get("/screens/lines?format=all").text == #"{"all":[]}"#)
      #expect(try server.get("/screens/lines", fields: [("Prefer", "scenario=test")]).status == 503)
      let published = try server.admin("PUT", "/screens/lines", body: #"{\#(schema),"items":[]}"#)
      #expect(published.status == 200)
      #expect(try server.admin("GET", "/screens/lines").text.hasPrefix("{\(schema)"))
    }
  }

  private static func on(_ name: String?) -> String { #"{"name":\#(name.map { "\"\($0)\"" } ?? "null")}"# }

  @Test func `a scenario changes screens for the server, for a rule or for a request`() throws {
    try scenario(
      #"""
      {"description":"b alone","screens":{"lines":{"changes":[{"op":"remove","id":"a"}]},"**":{"items":[]}}}
      """#)
    try FolderServer.run(in: folder) { server in
      let asIs = Lines.viewItems(["a", "b"])
      let b = Lines.viewItems(["b"])
      let one = try server.get("/screens/lines", fields: [("Prefer", "scenario=test")])
      #expect(one.text == b)
      #expect(one.value(of: "Mock-Applied") == "request, scenario=test")
      #expect(one.value(of: "Preference-Applied") == "scenario=test")
      #expect(try server.get("/screens/menu/noodles?__scenario=test").text == #"{"viewItems":[]}"#)
      #expect(try server.get("/screens/lines").text == asIs)

      let rule = #"{"match":{"route":"lines","condition":{"user":"7"}},"scenario":"test"}"#
      #expect(try server.admin("PUT", "/mock/rules/seven", body: rule).status == 201)
      let seven = try server.get("/screens/lines?user=7")
      #expect(seven.text == b)
      #expect(seven.value(of: "Mock-Applied") == "seven, scenario=test")
      #expect(try server.get("/screens/lines?user=8").text == asIs)
      #expect(try server.admin("DELETE", "/mock/rules").status == 200)

      let on = try server.admin("PUT", "/mock/scenario", body: Self.on("test"))
      #expect(
        on.text == #"{"name":"test","scenarios":[{"name":"test","description":"b alone"}]}"#)
      #expect(try server.get("/screens/lines").text == b)
      // The scenario applies to new versions too.
      #expect(
        try server.admin("PUT", "/screens/lines", body: Lines.definition(["a", "b", "c"])).status == 200
      )
      #expect(try server.get("/screens/lines").text == Lines.viewItems(["b", "c"]))
      #expect(try server.admin("DELETE", "/mock/scenario").status == 200)
      #expect(try server.get("/screens/lines").text == Lines.viewItems(["a", "b", "c"]))
    }
  }

  @Test func `a sequence has a rule for the n-th response of each screen`() throws {
    try scenario(#"{"sequence":[{"status":503},{},{"status":404,"match":{"route":"lines"}}]}"#)
    try FolderServer.run(in: folder) { server in
      _ = try server.admin("PUT", "/mock/scenario", body: Self.on("test"))
      var lines: [Int] = []
      var noodles: [Int] = []
      for _ in 0..<4 {
        lines.append(try server.get("/screens/lines").status)
        noodles.append(try server.get("/screens/menu/noodles").status)
      }
      #expect(lines == [503, 200, 404, 200])
      #expect(noodles == [503, 200, 200, 200])
      // Setting the scenario again restarts the sequence.
      _ = try server.admin("PUT", "/mock/scenario", body: Self.on("test"))
      #expect(try server.get("/screens/lines").status == 503)
    }
  }

  @Test func `a request's wishes precede rules of admins, which precede those of a scenario`() throws {
    try scenario(#"{"rules":[{"match":{"times":2},"status":503},{"status":500}]}"#)
    try FolderServer.run(in: folder) { server in
      _ = try server.admin("PUT", "/mock/scenario", body: Self.on("test"))
      #expect(try server.get("/screens/lines").status == 503)
      #expect(try server.get("/screens/lines?__status=418").status == 418)
      #expect(try server.get("/screens/lines").status == 500)
      _ = try server.admin("PUT", "/mock/rules/r", body: #"{"status":429}"#)
      let both = try server.get("/screens/lines")
      #expect(both.status == 429)
      #expect(both.value(of: "Mock-Applied") == "r")
    }
  }

  @Test func `a scenario with a variant shows it to everybody and records no exposures`() throws {
    try folder.ship("home")
    try scenario(#"{"screens":{"home":{"variant":"price-first"}}}"#)
    try FolderServer.run(in: folder) { server in
      for user in 1...20 {
        let response = try server.get("/screens/home?user=\(user)&__scenario=test")
        #expect(response.value(of: "Screen-Variant") == "price-first")
      }
      var variants: [String] = []
      for user in 1...20 {
        variants.append(
          try server.get("/screens/home?user=u\(user)").value(of: "Screen-Variant") ?? "")
      }
      // Only the requests without the scenario were recorded.
      let results = try JSONParser.parse(
        try server.admin("GET", "/experiments/home-price-first/results").text)
      for variant in results["variants"]?.arrayValue ?? [] {
        let units = variants.count { .string($0) == variant["variant"] }
        #expect(variant["units"] == .number(JSONNumber(units)), "\(results.text)")
      }
    }
  }

  @Test func `an unknown scenario is refused in a query and ignored in a Prefer field`() throws {
    try scenario(#"{"rules":[{"status":503}]}"#, "down")
    try FolderServer.run(in: folder) { server in
      let query = try server.get("/screens/lines?__scenario=dawn")
      #expect(query.status == 400 && query.text.contains("did you mean down?"))
      let field = try server.get("/screens/lines", fields: [("Prefer", "scenario=dawn")])
      #expect(field.status == 200 && field.value(of: "Preference-Applied") == nil)
      let put = try server.admin("PUT", "/mock/scenario", body: Self.on("dawn"))
      #expect(put.status == 422 && put.text.contains("did you mean down?"))
      let rule = try server.admin("PUT", "/mock/rules/r", body: #"{"scenario":"dawn"}"#)
      #expect(rule.status == 422 && rule.text.contains("did you mean down?"))
    }
  }

  @Test func `a request for a variant or a version precedes the scenario`() throws {
    try folder.ship("home")
    try scenario(#"{"screens":{"home":{"variant":"price-first"},"lines":{"items":[]}}}"#)
    try FolderServer.run(in: folder) { server in
      _ = try server.admin("PUT", "/mock/scenario", body: Self.on("test"))
      let asked = try server.get("/screens/home?variant=control&user=1")
      #expect(asked.value(of: "Screen-Variant") == "control")
      #expect(try server.get("/screens/home?user=1").value(of: "Screen-Variant") == "price-first")
      #expect(try server.get("/screens/lines").text == #"{"viewItems":[]}"#)
      let version = try server.get("/screens/lines?version=1")
      #expect(version.text == Lines.viewItems(["a", "b"]) && version.value(of: "Mock-Applied") == nil)
      #expect(try server.get("/screens/lines?version=9").value(of: "Mock-Applied") == nil)
    }
  }

  @Test
  func `an empty step serves the screen, HEAD uses no step, and a parameter's name may be percent-encoded`()
    throws
  {
    try scenario(#"{"sequence":[{},{"status":500}],"rules":[{"status":503}]}"#)
    try FolderServer.run(in: folder) { server in
      #expect(try server.get("/screens/lines?%5F%5Fscenario=test").status == 200)
      _ = try server.admin("PUT", "/mock/scenario", body: Self.on("test"))
      #expect(try server.head("/screens/lines").status == 200)
      var statuses: [Int] = []
      for _ in 0..<3 { statuses.append(try server.get("/screens/lines").status) }
      #expect(statuses == [200, 500, 503])
    }
  }

  @Test func `a scenario that does not apply is refused with its place`() throws {
    try scenario(
      """
      {
        "screens": {
          "lines": {"changes": [{"op": "remove", "id": "q"}]}
        }
      }
      """)
    try FolderServer.run(in: folder) { server in
      let refused = try server.admin("PUT", "/mock/scenario", body: Self.on("test"))
      #expect(refused.status == 409)
      #expect(refused.text.contains(#""line":3,"column":50"#), "\(refused.text)")
      let wished = try server.get("/screens/lines?__scenario=test")
      #expect(wished.status == 409)
      #expect(wished.text.contains("_scenarios/test.json: 1 error at 3:50"))
      // With such an item the scenario applies.
      _ = try server.admin("PUT", "/screens/lines", body: Lines.definition(["a", "q"]))
      #expect(try server.get("/screens/lines?__scenario=test").text == Lines.viewItems(["a"]))
    }
  }

  @Test func `items without ids get unique ids`() throws {
    try folder.write(
      #"{"items":[{"viewType":"ONE_LINE_TEXT","content":{"text1":"first"}}]}"#, to: "screens/lines.json")
    try scenario(
      #"""
      {"screens":{"menu/noodles":{"items":[{"viewType":"ONE_LINE_TEXT","content":{"text1":"x"}}]},
      "lines":{"changes":[{"op":"insert","item":{"viewType":"ONE_LINE_TEXT","content":{"text1":"y"}},"after":"ONE_LINE_TEXT-1"}]}}}
      """#)
    try FolderServer.run(in: folder) { server in
      let noodles = try server.get("/screens/menu/noodles?__scenario=test")
      #expect(noodles.text == Lines.viewItems(["x"]))
      #expect(try server.get("/screens/lines?__scenario=test").text == Lines.viewItems(["first", "y"]))
    }
  }

  @Test func `all rules together have a limited size`() throws {
    try FolderServer.run(in: folder) { server in
      let long = String(repeating: "u", count: 100_000)
      var statuses: [Int] = []
      for name in ["a", "b", "c"] {
        let rule = #"{"match":{"condition":{"user":"\#(long)"}},"status":503}"#
        statuses.append(try server.admin("PUT", "/mock/rules/\(name)", body: rule).status)
      }
      #expect(statuses == [201, 201, 422])
    }
  }
}
