import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// `marquee schema`, `GET /schemas/{name}` and `serve --write-schemas`.
@Suite final class EditorSchemaTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(#"{"items":[]}"#, to: "screens/lines.json")
  }

  private static let names = [
    "definition", "view-type", "format", "preview", "group", "guard", "endpoint", "languages", "links",
    "translation",
    "scenario",
  ]

  @Test func `the command, its files and the server have the same schemas`() async throws {
    let written = try await Program.run(["schema"], in: folder)
    #expect(written.output == "screens/.schema: 11 written, 0 unchanged\n")
    let unchanged = try await Program.run(["schema"], in: folder)
    #expect(unchanged.output == "screens/.schema: 0 written, 11 unchanged\n")
    let printed = try await Program.run(["schema", "format"], in: folder)
    #expect(printed.status == 0)
    #expect(
      try JSONParser.parse(printed.output).text + "\n" == folder.text(of: "screens/.schema/format.json"))
    _ = try await Program.run(["schema", "format", "--output", "copy.json"], in: folder)
    #expect(folder.text(of: "copy.json") == printed.output)
    try await Server.run(in: folder) { server in
      for name in Self.names {
        let answer = try await server.get("/schemas/\(name).json")
        #expect(answer.status == 200)
        #expect(answer.value(of: "Content-Type") == "application/schema+json")
        #expect(answer.text + "\n" == folder.text(of: "screens/.schema/\(name).json"))
        #expect(try JSONParser.parse(answer.text)["$schema"] == "http://json-schema.org/draft-07/schema#")
        #expect(answer.value(of: "ETag")?.hasPrefix("\"") == true)
      }
      let unknown = try await server.get("/schemas/defintion.json")
      #expect(unknown.status == 404)
      #expect(unknown.text.contains("did you mean definition.json?"))
    }
  }

  @Test func `a watched folder has schemas that know a new view type`() async throws {
    let file = "screens/.schema/definition.json"
    let options = ["--admin-token", Server.token, "--watch", "--write-schemas"]
    try await Server.run(in: folder, options) { server in
      let first = folder.text(of: file)
      #expect(first.contains(#""ONE_IMAGE""#))
      #expect(!first.contains(#""CARD""#))
      try folder.write(#"{"description":"A card."}"#, to: "screens/_types/CARD.json")
      // The schema of scenarios is written last.
      try await server.wait(for: "schemas of the new view type") { _ in
        self.folder.text(of: "screens/.schema/scenario.json").contains(#""CARD""#)
      }
      #expect(folder.text(of: file).contains(#""CARD""#))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("screens/.schema"))
      #expect(names.sorted() == Self.names.map { $0 + ".json" }.sorted())
      #expect(try await server.get("/screens").text.contains("schema") == false)
    }
  }

  @Test func `schemas that cannot be written are a warning`() async throws {
    try folder.write("", to: "screens/.schema")
    let run = try await Server.run(in: folder, ["--write-schemas"]) { server in
      let answer = try await server.get("/screens/lines")
      #expect(answer.status == 200)
    }
    #expect(run.errors.contains("the schemas for editors are not up to date"), "\(run.errors)")
    let command = try await Program.run(["schema"], in: folder)
    #expect(command.status == 1)
    #expect(command.errors.hasPrefix("marquee: screens/.schema"), "\(command.errors)")
  }

  @Test func `a link in place of the folder of schemas is not followed`() async throws {
    try folder.write("kept", to: "outside/definition.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("screens/.schema"), withDestinationPath: "../outside")
    let command = try await Program.run(["schema"], in: folder)
    #expect(command.status == 1)
    #expect(command.errors.hasPrefix("marquee: screens/.schema is a link or a file"), "\(command.errors)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("outside")) == ["definition.json"])
    #expect(folder.text(of: "outside/definition.json") == "kept")
  }

  @Test func `an output without a name is wrong usage`() async throws {
    #expect(try await Program.run(["schema", "--output", "a.json"], in: folder).status == 64)
    #expect(try await Program.run(["schema", "screen"], in: folder).status == 64)
    let missing = try await Program.run(["schema", "--screens", "nowhere"], in: folder)
    #expect(missing.status == 1)
    #expect(missing.errors == "marquee: the screens folder nowhere cannot be read: it does not exist\n")
  }
}
