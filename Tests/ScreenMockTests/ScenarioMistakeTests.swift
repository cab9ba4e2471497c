import Foundation
import JSONText
import ScreenMock
import Screens
import TestFolders
import Testing

/// Mistakes in files of scenarios, and the findings about each.
@Suite final class ScenarioMistakeTests: Sendable {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a screen whose own file is invalid is not said to be missing`() throws {
    for (path, text) in [
      ("_types/TEXT.json", "{}"), ("_formats/viewItems.json", #"{"screen":"$items","item":"$content"}"#),
      ("good.json", #"{"items":[]}"#), ("bad.json", "{"),
      ("_scenarios/test.json", #"{"screens":{"bad":{"items":[]},"ba*":{"items":[]},"none":{"items":[]}}}"#),
    ] {
      try folder.write(text, to: path)
    }
    let check = FolderImport(checking: try FolderContents(reading: folder.path))
    #expect(check.invalidRoutes.map(\.name) == ["bad"])
    let problems = ScenarioFiles.read(
      check.scenarios, catalogue: check.catalogue, screens: check.current, invalid: check.invalidRoutes,
      skipsPatterns: false
    ).problems
    #expect(problems.flatMap(\.lines).count == 1)
    #expect(problems.flatMap(\.lines).first?.contains(#"there is no screen "none""#) == true)
  }

  /// The findings about a scenario for two screens, a line each.
  private func findings(_ scenario: String) throws -> [String] {
    let line = #"{"id":"a","viewType":"TEXT","content":{"text":"a"}}"#
    for (path, text) in [
      ("_types/TEXT.json", #"{"required":["text"],"properties":{"text":{}},"additionalProperties":false}"#),
      ("_formats/viewItems.json", #"{"screen":"$items","item":"$content"}"#),
      ("lines.json", #"{"items":[\#(line)]}"#), ("menu/noodles.json", #"{"items":[\#(line)]}"#),
      ("_scenarios/test.json", scenario),
    ] {
      try folder.write(text, to: path)
    }
    let root = folder.path + "/"
    let check = FolderImport(checking: try FolderContents(reading: root))
    try #require(check.problems.isEmpty)
    let problems = ScenarioFiles.read(
      check.scenarios, catalogue: check.catalogue, screens: check.current, skipsPatterns: false
    ).problems
    return problems.flatMap(\.lines).map { String($0.dropFirst(root.count)) }
  }

  @Test(arguments: [
    (#"{"screen":{}}"#, #"1:2: error: a scenario has no member "screen"; did you mean screens?"#),
    (#"{"screens":{"line":{"items":[]}}}"#, #"1:13: error: there is no screen "line"; did you mean lines?"#),
    (
      #"{"screens":{"no way":{"items":[]}}}"#, #"1:13: error: "no way" is not a route; a route such as home;"#
    ),
    (#"{"screens":{"linse*":{"items":[]},"**":{"items":[]}}}"#, #"1:13: error: no screen matches "linse*""#),
    (#"{"screens":{"lines":{}}}"#, "1:21: error: a screen of a scenario changes something;"),
    (
      #"{"screens":{"lines":{"variant":"b"}}}"#,
      #"1:32: error: "lines" does not have the variant, or several experiments have it"#
    ),
    (
      #"{"screens":{"lines":{"changes":[{"op":"remove","id":"q"}]}}}"#,
      #"1:53: error: there is no item "q""#
    ),
    (
      #"{"screens":{"lines":{"items":[{"viewType":"TEXT","content":{"text":"a","nope":5}}]}}}"#,
      #"1:72: error: TEXT has no member "nope""#
    ),
    (
      #"{"screens":{"**":{"items":[{"id":"x","viewType":"TXT","content":{"text":"x"}}]}}}"#,
      #"1:49: error: unknown view type "TXT"; did you mean TEXT?"#
    ),
    (
      #"{"rules":[{"status":20}]}"#,
      #"1:21: error: "status" cannot be 20; write a whole number from 200 to 599"#
    ),
    (#"{"rules":[{"scenario":"x"}]}"#, #"1:12: error: a rule has no member "scenario""#),
    (#"{"sequence":[{"match":{"nth":1}}]}"#, #"1:24: error: a match has no member "nth""#),
    (#"{"sequence":{}}"#, #"1:13: error: "sequence" is an array, not an object"#),
    ("[]", "1:1: error: a scenario is an object"),
  ])
  func `each mistake has a finding with its place`(_ scenario: String, _ beginning: String) throws {
    let findings = try findings(scenario)
    let expected = "_scenarios/test.json:" + beginning
    #expect(findings.contains { $0.hasPrefix(expected) }, "\(findings)")
  }
}
