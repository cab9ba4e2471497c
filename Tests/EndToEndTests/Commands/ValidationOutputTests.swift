import Foundation
import JSONText
import MarqueeServer
import TestFolders
import Testing

/// Two errors in every output format of `marquee validate`.
@Suite final class ValidationOutputTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(
      """
      {
        "items": [
          { "viewType": "THREE_LINE_TEXT", "content": { "text1": "칼국수" } },
          { "viewType": "ONE_IMAGE", "content": { "url": "ifh.cc/g/AowvTF.jpg" } }
        ]
      }
      """, to: "screens/home.json")
  }

  private func report(_ arguments: String..., environment: [String: String] = [:]) async throws -> String {
    let run = try await Program.run(["validate"] + arguments, in: folder, environment: environment)
    #expect(run.status == 1)
    #expect(run.errors == "")
    return run.output
  }

  @Test func `text has the lines of the file with carets, and no colours without a terminal`() async throws {
    let text = #"""
      screens/home.json:3:19: error: unknown view type "THREE_LINE_TEXT"; did you mean TWO_LINE_TEXT?
        3 |     { "viewType": "THREE_LINE_TEXT", "content": { "text1": "칼국수" } },
          |                   ^
      screens/home.json:4:52: error: "ifh.cc/g/AowvTF.jpg" is not a URI; begin with the scheme: https://ifh.cc/g/AowvTF.jpg
        4 |     { "viewType": "ONE_IMAGE", "content": { "url": "ifh.cc/g/AowvTF.jpg" } }
          |                                                    ^
      2 errors in 1 file; 13 other files valid

      """#
    #expect(try await report() == text)
    #expect(try await report("--output", "text", environment: ["TERM": "xterm-256color"]) == text)
  }

  @Test func `json has every part of an error as a member`() async throws {
    #expect(
      try await report("--output", "json")
        == [
          #"{"valid":false,"validFiles":13,"errors":["#,
          #"{"file":"screens/home.json","code":"unknown-view-type","pointer":"/items/0/viewType","line":3,"column":19,"#,
          #""message":"unknown view type \"THREE_LINE_TEXT\"","hint":"did you mean TWO_LINE_TEXT?"},"#,
          #"{"file":"screens/home.json","code":"invalid-value","pointer":"/items/1/content/url","line":4,"column":52,"#,
          #""message":"\"ifh.cc/g/AowvTF.jpg\" is not a URI","#,
          #""hint":"begin with the scheme: https://ifh.cc/g/AowvTF.jpg"}]}"#, "\n",
        ].joined())
  }

  @Test func `github has a line for each error`() async throws {
    #expect(
      try await report("--output", "github") == #"""
        ::error file=screens/home.json,line=3,col=19::unknown view type "THREE_LINE_TEXT"; did you mean TWO_LINE_TEXT?
        ::error file=screens/home.json,line=4,col=52::"ifh.cc/g/AowvTF.jpg" is not a URI; begin with the scheme: https://ifh.cc/g/AowvTF.jpg

        """#)
  }

  @Test func `sarif has a rule for each code and a result for each error`() async throws {
    let expected: JSONValue = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "marquee", "version": .string(Marquee.version),
              "rules": [["id": "unknown-view-type"], ["id": "invalid-value"]],
            ]
          ],
          "columnKind": "unicodeCodePoints",
          "results": [
            Self.result(
              "unknown-view-type", line: 3, column: 19,
              #"unknown view type "THREE_LINE_TEXT"; did you mean TWO_LINE_TEXT?"#),
            Self.result(
              "invalid-value", line: 4, column: 52,
              #""ifh.cc/g/AowvTF.jpg" is not a URI; begin with the scheme: https://ifh.cc/g/AowvTF.jpg"#),
          ],
        ]
      ],
    ]
    #expect(try JSONParser.parse(try await report("--output", "sarif")) == expected)
  }

  private static func result(_ rule: JSONValue, line: Int, column: Int, _ text: String) -> JSONValue {
    [
      "ruleId": rule, "level": "error", "message": ["text": .string(text)],
      "locations": [
        [
          "physicalLocation": [
            "artifactLocation": ["uri": "screens/home.json"],
            "region": [
              "startLine": .number(JSONNumber(line)), "startColumn": .number(JSONNumber(column)),
            ],
          ]
        ]
      ],
    ]
  }

  // MARK: Colours

  @Test func `on a terminal, the place, the word error and the caret are coloured`() throws {
    let plain = "\u{1B}[0m"
    let bold = "\u{1B}[1m"
    let red = "\u{1B}[1;31m"
    let green = "\u{1B}[32m"
    let lines = [
      bold + "screens/home.json:3:19: " + plain + red + "error: " + plain + bold
        + #"unknown view type "THREE_LINE_TEXT"; did you mean TWO_LINE_TEXT?"# + plain,
      #"  3 |     { "viewType": "THREE_LINE_TEXT", "content": { "text1": "칼국수" } },"#,
      green + "    |                   ^" + plain,
      bold + "screens/home.json:4:52: " + plain + red + "error: " + plain + bold
        + #""ifh.cc/g/AowvTF.jpg" is not a URI; begin with the scheme: https://ifh.cc/g/AowvTF.jpg"# + plain,
      #"  4 |     { "viewType": "ONE_IMAGE", "content": { "url": "ifh.cc/g/AowvTF.jpg" } }"#,
      green + "    |                                                    ^" + plain,
      "2 errors in 1 file; 13 other files valid",
    ]
    let shown = try PseudoTerminal.output(
      of: ["validate"], in: folder, environment: ["TERM": "xterm-256color", "NO_COLOR": ""])
    // A terminal's line ends.
    #expect(shown == lines.map { $0 + "\r\n" }.joined())
  }

  @Test(arguments: [["TERM": "xterm-256color", "NO_COLOR": "1"], ["TERM": "dumb", "NO_COLOR": ""]])
  func `on a terminal, the user can turn colours off`(environment: [String: String]) throws {
    let shown = try PseudoTerminal.output(of: ["validate"], in: folder, environment: environment)
    #expect(shown.hasPrefix("screens/home.json:3:19: error: unknown view type"))
    #expect(!shown.contains("\u{1B}"))
  }
}
