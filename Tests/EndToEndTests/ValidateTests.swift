import Foundation
import JSONText
import Testing

@Suite final class ValidateTests: Sendable {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/good.json")
  }

  deinit { folder.remove() }

  private func breakScreens() throws {
    try folder.write(#"{ "items": [ oops"#, to: "screens/bad.json")
    try folder.write(
      """
      {
        "screenName": "Home",
        "items": [
          { "id": "a", "viewType": "THREE_LINE_TEXT", "content": { "text1": "x" } },
          { "id": "b", "viewType": "ONE_LINE_TEXT", "content": { "text1": 5 } },
          { "id": "c", "viewType": "TWO_LINE_TEXT", "content": { "text1": "x" } }
        ]
      }

      """, to: "screens/home.json")
  }

  @Test func `a valid folder is one line and exit code 0`() async throws {
    let run = try await Program.run(["validate", "screens"], in: folder)
    #expect(run.status == 0)
    #expect(run.output == "14 files, all valid\n")
    #expect(run.errors == "")
  }

  @Test func `the shipped screens are valid`() async throws {
    let shipped = TestFolder.package.appending(path: "screens").path(percentEncoded: false)
    let run = try await Program.run(["validate", shipped], in: folder)
    #expect(run.status == 0)
    #expect(run.output.hasSuffix(", all valid\n"))
  }

  @Test func `findings are lines with path, line and column on standard output`() async throws {
    try breakScreens()
    let run = try await Program.run(["validate"], in: folder)
    #expect(run.status == 1)
    #expect(
      run.output == """
        screens/bad.json:1:14: error: unexpected "oops" where a value should stand; write text in double quotes
          1 | { "items": [ oops
            |              ^
        screens/home.json:4:30: error: unknown view type "THREE_LINE_TEXT"; did you mean TWO_LINE_TEXT?
          4 |     { "id": "a", "viewType": "THREE_LINE_TEXT", "content": { "text1": "x" } },
            |                              ^
        screens/home.json:5:69: error: expected a string, found a number; write it in double quotes: "5"
          5 |     { "id": "b", "viewType": "ONE_LINE_TEXT", "content": { "text1": 5 } },
            |                                                                     ^
        screens/home.json:6:58: error: TWO_LINE_TEXT needs the member "text2"; described as "The lower line"
          6 |     { "id": "c", "viewType": "TWO_LINE_TEXT", "content": { "text1": "x" } }
            |                                                          ^
        4 errors in 2 files, 14 valid

        """)
    #expect(run.errors == "")
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
    try breakScreens()
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

  @Test func `json has each finding with its place and hint`() async throws {
    try breakScreens()
    let run = try await Program.run(["validate", "--output", "json", "screens"], in: folder)
    #expect(run.status == 1)
    let report = try JSONParser.parse(Array(run.output.utf8))
    #expect(report["valid"] == false)
    let errors = try #require(report["errors"]?.arrayValue)
    #expect(errors.count == 4)
    #expect(
      errors.dropFirst().first == [
        "file": "screens/home.json", "code": "unknown-view-type", "pointer": "/items/0/viewType",
        "line": 4, "column": 30, "message": #"unknown view type "THREE_LINE_TEXT""#,
        "hint": "did you mean TWO_LINE_TEXT?",
      ])
  }

  @Test func `json says that a folder is valid`() async throws {
    let run = try await Program.run(["validate", "--output", "json", "screens"], in: folder)
    #expect(run.status == 0)
    #expect(run.output == #"{"valid":true,"validFiles":14,"errors":[]}"# + "\n")
  }

  @Test func `github annotations name file, line and column`() async throws {
    try breakScreens()
    let run = try await Program.run(["validate", "--output", "github", "screens"], in: folder)
    #expect(run.status == 1)
    #expect(
      run.outputLines == [
        "::error file=screens/bad.json,line=1,col=14::"
          + #"unexpected "oops" where a value should stand; write text in double quotes"#,
        "::error file=screens/home.json,line=4,col=30::"
          + #"unknown view type "THREE_LINE_TEXT"; did you mean TWO_LINE_TEXT?"#,
        "::error file=screens/home.json,line=5,col=69::"
          + #"expected a string, found a number; write it in double quotes: "5""#,
        "::error file=screens/home.json,line=6,col=58::"
          + #"TWO_LINE_TEXT needs the member "text2"; described as "The lower line""#,
      ])
  }

  @Test func `a repeated id is an error`() async throws {
    try folder.write(Lines.definition(["a", "a"]), to: "screens/twice.json")
    let run = try await Program.run(["validate"], in: folder)
    #expect(run.status == 1)
    let finding = try #require(run.outputLines.first)
    #expect(finding.hasPrefix("screens/twice.json:1:"))
    #expect(finding.contains(#""a""#))
  }

  @Test func `a repeated id is found together with other errors`() async throws {
    try folder.write(
      """
      {"items":[
      {"id":"a","viewType":"NO_SUCH_TYPE","content":{}},
      {"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"x"}}
      ]}
      """, to: "screens/twice.json")
    let run = try await Program.run(["validate"], in: folder)
    #expect(run.status == 1)
    #expect(run.output.contains("screens/twice.json:2:"))
    #expect(run.output.contains("screens/twice.json:3:"))
  }

  @Test func `a missing path is one line on standard error`() async throws {
    let run = try await Program.run(["validate", "nowhere"], in: folder)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors == "marquee: there is no file or folder nowhere\n")
  }
}
