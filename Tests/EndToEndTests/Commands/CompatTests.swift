import Foundation
import JSONText
import TestFolders
import Testing

@Suite final class CompatTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Self.card(#"["small", "large"]"#), to: "old/CARD.json")
    try folder.write(Self.card(#"["small", "large", "huge"]"#), to: "new/CARD.json")
    try folder.write(#"{ "type": "integer" }"#, to: "old/PRICE.json")
    try folder.write(#"{ "type": "integer" }"#, to: "new/PRICE.json")
  }

  private static func card(_ sizes: String) -> String {
    """
    {
      "type": "object",
      "properties": {
        "size": { "enum": \(sizes) },
        "price": { "$ref": "PRICE.json" }
      },
      "additionalProperties": false
    }

    """
  }

  private func run(_ arguments: String...) async throws -> Program.Outcome {
    try await Program.run(["compat"] + arguments, in: folder)
  }

  @Test func `compatible versions exit with 0`() async throws {
    let run = try await run("old/CARD.json", "new/CARD.json", "--for", "screens")
    #expect(run.status == 0)
    #expect(run.output == "for screens: compatible\n")
    #expect(run.errors == "")
  }

  @Test func `both directions are checked, and reasons have pointers`() async throws {
    let run = try await run("old/CARD.json", "new/CARD.json")
    #expect(run.status == 1)
    #expect(
      run.output == """
        new/CARD.json:4:15: breaking for apps: "size" can be "huge" now; an app built on the old schema knows only \
        "small" and "large"; put it into a new view type, with this one as fallback
          old: old/CARD.json:4:15
          example: {"size":"huge"}
        for screens: compatible
        for apps: breaking, 1 reason

        """)
  }

  @Test func `references to other files of the folder are followed`() async throws {
    try folder.write("{\n  \"type\": \"number\" }", to: "new/PRICE.json")
    let run = try await run("old/CARD.json", "new/CARD.json", "--for", "apps", "--output", "github")
    #expect(run.status == 1)
    let expected = """
      ::error file=new/PRICE.json,line=2,col=3::breaking for apps: "price" can be a number with a fraction now; an app \
      built on the old schema expects a whole number; put it into a new view type, with this one as fallback
      """
    #expect(run.outputLines.last == expected)
  }

  @Test func `reasons are available as JSON`() async throws {
    let run = try await run("old/CARD.json", "new/CARD.json", "--output", "json")
    let report = try JSONParser.parse(run.output)
    #expect(report["compatible"] == false)
    #expect(report["reports"]?.arrayValue?.map { $0["verdict"] } == ["compatible", "breaking"])
    let reason = report["reports"]?.arrayValue?.last?["reasons"]?.arrayValue?.first
    #expect(reason?["newDocument"] == "new/CARD.json")
    #expect(reason?["newPointer"] == "/properties/size/enum")
    #expect(reason?["example"] == ["size": "huge"])
  }

  @Test func `an invalid schema is named with line and column`() async throws {
    try folder.write("{\n  \"$ref\": \"PRISE.json\"\n}", to: "new/CARD.json")
    let run = try await run("old/CARD.json", "new/CARD.json")
    #expect(run.status == 1)
    #expect(
      run.outputLines.first?.hasPrefix(#"new/CARD.json:2:11: error: unknown reference "PRISE.json""#)
        == true)
    try folder.write("{", to: "new/CARD.json")
    let broken = try await self.run("old/CARD.json", "new/CARD.json")
    #expect(broken.status == 1)
    #expect(broken.outputLines.first?.hasPrefix("new/CARD.json:1:2: error: ") == true)
  }

  @Test(arguments: ["text", "json", "github"])
  func `files that cannot be read are named on standard error`(format: String) async throws {
    let missing = try await run("old/CARD.json", "new/NONE.json", "--output", format)
    #expect(missing.status == 1)
    #expect(missing.output == "")
    #expect(missing.errors == "marquee: new/NONE.json: the file does not exist\n")
    let both = try await run("old/NONE.json", "new", "--output", format)
    #expect(both.status == 1)
    #expect(both.output == "")
    #expect(
      both.errors == """
        marquee: old/NONE.json: the file does not exist
        marquee: new: this is not a regular file

        """)
  }

  @Test func `if one file is missing, the other schema is still checked`() async throws {
    try folder.write("{", to: "new/CARD.json")
    let run = try await run("old/NONE.json", "new/CARD.json")
    #expect(run.status == 1)
    #expect(run.errors == "marquee: old/NONE.json: the file does not exist\n")
    #expect(run.outputLines.first?.hasPrefix("new/CARD.json:1:2: error: ") == true)
  }

  @Test func `wrong usage exits with 64`() async throws {
    #expect(try await run("old/CARD.json").status == 64)
    #expect(try await run("old/CARD.json", "new/CARD.json", "--for", "nobody").status == 64)
  }
}
