import CurlClient
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

  private static func on(_ name: String?) -> String { #"{"name":\#(name.map { "\"\($0)\"" } ?? "null")}"# }

  @Test func `validate reports a scenario's mistakes with their places, in a folder and in a file`()
    async throws
  {
    try scenario(#"{"screens":{"lines":{"changes":[{"op":"remove","id":"q"}]}}}"#)
    let finding = "screens/_scenarios/test.json:1:53: error: there is no item \"q\""
    for path in ["screens", "screens/_scenarios/test.json"] {
      let run = try await Program.run(["validate", path], in: folder)
      #expect(run.status == 1)
      #expect(run.output.contains(finding), "\(run.output)")
    }
  }

  @Test func `changed files are loaded, and an invalid one leaves its scenario unchanged`()
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

  @Test func `rules follow the groups that they name`() async throws {
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
}
