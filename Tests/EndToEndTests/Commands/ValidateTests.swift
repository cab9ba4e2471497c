import Foundation
import TestFolders
import Testing

@Suite final class ValidateTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/good.json")
  }

  @Test func `a valid folder is one line and exit code 0`() async throws {
    let run = try await Program.run(["validate", "screens"], in: folder)
    #expect(run.status == 0)
    #expect(run.output == "14 files, all valid\n")
    #expect(run.errors == "")
  }

  @Test func `warnings are shown in each format, and the exit code stays 0`() async throws {
    try folder.write(
      #"{"items":[{"viewType":"ONE_LINE_TEXT","content":{"text1":"a"}}],"#
        + #""experiment":{"key":"e","variants":[{"key":"a"},{"key":"b","order":["ONE_LINE_TEXT-1"]}]}}"#,
      to: "screens/warned.json")
    let text = try await Program.run(["validate"], in: folder)
    #expect(text.status == 0)
    #expect(
      text.outputLines.first
        == #"screens/warned.json:1:133: warning: the id "ONE_LINE_TEXT-1" was filled in; when the items are edited, it "#
        + #"can become the id of another one; give the item at /items/0 an id: "id": "ONE_LINE_TEXT-1""#)
    #expect(text.outputLines.count == 4)
    #expect(text.outputLines.last == "15 files, all valid; 1 warning")
    let json = try await Program.run(["validate", "--output", "json"], in: folder)
    #expect(
      json.output.contains(#""errors":[],"warnings":[{"file":"screens/warned.json","code":"filled-in-id","#))
    let github = try await Program.run(["validate", "--output", "github"], in: folder)
    #expect(github.output.hasPrefix("::warning file=screens/warned.json,line=1,col=133::the id "))
    let sarif = try await Program.run(["validate", "--output", "sarif"], in: folder)
    #expect(sarif.output.contains(#"{"ruleId":"filled-in-id","level":"warning","#))
    for run in [json, github, sarif] { #expect(run.status == 0) }
  }

  @Test func `a folder with a misspelt name is reported`() async throws {
    try folder.write("{}", to: "screens/_type/PRICE.json")
    try folder.write("{}", to: "screens/_notes/any.json")
    let run = try await Program.run(["validate"], in: folder)
    #expect(run.outputLines.first == "screens/_type: error: this folder is not read; did you mean _types?")
    #expect(run.outputLines.count == 2)
  }

  @Test func `control characters in a file's name are escaped`() async throws {
    try folder.write(Lines.definition(["a"]), to: "screens/two\u{1b}[31mlines.json")
    let run = try await Program.run(["validate"], in: folder)
    let line = #"screens/two\u{1b}[31mlines.json: error: "two\u001b[31mlines" is not a route"#
    #expect(run.output.hasPrefix(line))
    #expect(!run.output.contains("\u{1b}"))
  }

  @Test func `a single file is checked with the view types of its folder`() async throws {
    try folder.write(#"{ "items": [ oops"#, to: "screens/bad.json")
    try folder.write(#"{ "items": [ 1 ] }"#, to: "screens/home.json")
    let good = try await Program.run(["validate", "screens/good.json"], in: folder)
    #expect(good.status == 0)
    let bad = try await Program.run(["validate", "screens/bad.json"], in: folder)
    #expect(bad.status == 1)
    #expect(
      bad.outputLines.first
        == #"screens/bad.json:1:14: error: unexpected "oops" where a value should stand; write text in double quotes"#
    )
    #expect(!bad.output.contains("home.json"))
  }

  @Test func `a folder within one is checked with its view types, and only its screens are`() async throws {
    try folder.write(Lines.definition(["a"]), to: "screens/menu/noodles.json")
    try folder.write(Lines.definition(["b"]), to: "screens/menus.json")
    try folder.write("{", to: "screens/bad.json")
    for path in ["screens/menu", "screens/menu/", "screens/./menu"] {
      let run = try await Program.run(["validate", path], in: folder)
      #expect(run.status == 0, "\(run.output)")
      // The documents and one screen.
      #expect(run.output == "14 files, all valid\n", "\(path)")
    }
    let documents = try await Program.run(["validate", "screens/_types"], in: folder)
    #expect(documents.output == "13 files, all valid\n")
    try folder.write(#"{"items":[1]}"#, to: "screens/menu/rice.json")
    let wrong = try await Program.run(["validate", "screens/menu"], in: folder)
    #expect(wrong.status == 1)
    #expect(
      wrong.outputLines.first?.hasPrefix("screens/menu/rice.json:1:11: error: ") == true, "\(wrong.output)")
    #expect(!wrong.output.contains("bad.json"))
  }

  @Test
  func `a folder that is not read, or has no screen, is an error, and scenarios are read with all screens`()
    async throws
  {
    try folder.write("{", to: "screens/_wip/a.json")
    try folder.write("", to: "screens/empty/.keep")
    for path in ["screens/_wip", "screens/empty"] {
      let run = try await Program.run(["validate", path], in: folder)
      #expect(run.status == 1, "\(path)")
      #expect(run.errors == "marquee: there is nothing to validate in \(path)\n")
    }
    try folder.write(#"{"screens":{"good":{"items":[]}}}"#, to: "screens/_scenarios/one.json")
    let scenarios = try await Program.run(["validate", "screens/_scenarios"], in: folder)
    #expect(scenarios.output == "1 file, all valid\n", "\(scenarios.output)")
    try folder.write(#"{"screens":{"none":{"items":[]}}}"#, to: "screens/_scenarios/two.json")
    let wrong = try await Program.run(["validate", "screens/_scenarios"], in: folder)
    #expect(wrong.outputLines.first?.contains(#"there is no screen "none""#) == true, "\(wrong.output)")
  }

  @Test func `a folder without any file to validate is an error`() async throws {
    try folder.write("Nothing for Marquee.", to: "nothing/README.md")
    let run = try await Program.run(["validate", "nothing"], in: folder)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors == "marquee: there is nothing to validate in nothing\n")
  }

  @Test func `json says that a folder is valid`() async throws {
    let run = try await Program.run(["validate", "--output", "json", "screens"], in: folder)
    #expect(run.status == 0)
    #expect(run.output == #"{"valid":true,"validFiles":14,"errors":[]}"# + "\n")
  }

  @Test func `a missing path is one line on standard error`() async throws {
    let run = try await Program.run(["validate", "nowhere"], in: folder)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors == "marquee: there is no file or folder nowhere\n")
  }
}
