import ScreenMock
import Screens
import TestFolders
import Testing

/// Findings about scenarios that do not prevent their use.
@Suite struct ScenarioWarningTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("{}", to: "_types/TEXT.json")
    let items = #"[{"viewType":"TEXT","content":{}},{"id":"b","viewType":"TEXT","content":{}}]"#
    for path in ["one.json", "menu/two.json", "menu/three.json"] {
      try folder.write(#"{"format":"viewItems","items":\#(items)}"#, to: path)
    }
    try folder.write(#"{"screen":"$items","item":"$content"}"#, to: "_formats/viewItems.json")
  }

  /// The warnings about a scenario, without the folder's path.
  private func warnings(_ scenario: String) throws -> [String] {
    try folder.write(scenario, to: "_scenarios/z.json")
    let contents = try FolderContents(reading: folder.path)
    let check = FolderImport(checking: contents)
    let read = ScenarioFiles.read(
      check.scenarios, definitions: contents.files, catalogue: check.catalogue, screens: check.current,
      skipsPatterns: false)
    #expect((check.problems + read.problems).flatMap(\.lines) == [])
    #expect(read.scenarios.count == 1)
    return read.warnings.flatMap(\.lines).map { $0.replacing(folder.path + "/", with: "") }
  }

  @Test(.bug(id: "F66")) func `a scenario that names an item by an id that was filled in has a warning`()
    throws
  {
    #expect(
      try warnings(#"{"screens":{"one":{"changes":[{"op":"merge","id":"TEXT-1","content":{"a":1}}]}}}"#) == [
        #"_scenarios/z.json:1:50: warning: the id "TEXT-1" was filled in; when the items are edited, it can become "#
          + #"the id of another one; give the item at /items/0 of the screen "one" an id: "id": "TEXT-1""#
      ])
    #expect(
      try warnings(#"{"screens":{"one":{"order":["b","TEXT-1"]}}}"#).first?
        .hasPrefix(#"_scenarios/z.json:1:33: warning: the id "TEXT-1" was filled in;"#) == true)
  }

  @Test func `a pattern has one warning, and an item that the scenario inserts is named as its own`() throws {
    let found = try warnings(#"{"screens":{"menu/*":{"changes":[{"op":"remove","id":"TEXT-1"}]}}}"#)
    #expect(found.count == 1, "\(found)")
    let inserted = try warnings(
      #"{"screens":{"one":{"changes":[{"op":"insert","after":"b","item":{"viewType":"TEXT","content":{}}},"#
        + #"{"op":"move","id":"TEXT-2","before":"b"}]}}}"#)
    #expect(inserted.count == 1, "\(inserted)")
    #expect(
      inserted.first?.contains("give the item at /screens/one/changes/0/item an id") == true, "\(inserted)")
  }

  @Test(arguments: [
    #"{"screens":{"one":{"changes":[{"op":"remove","id":"b"}]}}}"#, #"{"screens":{"one":{"items":[]}}}"#,
    #"{"screens":{"one":{"changes":[{"op":"insert","after":"b","item":{"id":"c","viewType":"TEXT","content":{}}},"#
      + #"{"op":"remove","id":"c"}]}}}"#,
  ])
  func `a scenario that names only ids of authors has none`(scenario: String) throws {
    #expect(try warnings(scenario) == [])
  }
}
