import CurlClient
import JSONText
import TestFolders
import Testing

/// The commands on a folder without `_formats/`.
@Suite final class ShippedFormatTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.delete("screens/_formats")
    try folder.write(Lines.definition(["a"]), to: "screens/home.json")
  }

  @Test(arguments: [
    ["validate", "screens"], ["render", "home", "--output", "home.html"],
    ["report", "screens", "screens", "--output", "report"],
    ["codegen", "swift", "--output", "code"], ["chaos", "home", "--kind", "wrong-type", "--seed", "7"],
    ["schema", "definition"],
  ])
  func `a command finds the formats that Marquee ships`(arguments: [String]) async throws {
    let run = try await Program.run(arguments, in: folder)
    #expect(run.status == 0, "\(run)")
    #expect(!run.errors.contains("format"), "\(run)")
  }

  @Test func `a server has them, and a proposal to another server replaces none`() async throws {
    try await Server.run(in: folder) { server in
      try await server.expect("home", shows: ["a"], version: 1)
      let own = #"{"screen":{"own":"$items"},"item":"$content"}"#
      #expect(try await server.admin("PUT", "/formats/viewItems", body: own).status == 200)
      try folder.write(Lines.definition(["b"]), to: "screens/home.json")
      let run = try await Program.run(
        ["propose", "screens", "--name", "b", "--server", server.url, "--token", Server.token], in: folder)
      #expect(run.status == 0, "\(run)")
      #expect(try await server.changeSet("b")["changes"] == ["screens/home"])
      #expect(try await server.get("/c/b/screens/home").text == #"{"own":[{"text1":"b"}]}"#)
    }
  }
}
