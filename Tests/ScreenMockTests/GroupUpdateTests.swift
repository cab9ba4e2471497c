import Assignment
import Foundation
import JSONText
import ScreenMock
import Screens
import TestFolders
import Testing

/// Groups that change while rules and scenarios refer to them, for instance on another node.
@Suite final class GroupUpdateTests: Sendable {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The catalogue of a folder whose group `staff` has one member, and its scenarios.
  private func read(staff: String) throws -> FolderImport {
    let condition = #"{"match":{"condition":{"user":{"$inGroup":"staff"}}},"status":503}"#
    for (path, text) in [
      ("_groups/staff.json", #"["\#(staff)"]"#),
      ("_scenarios/down.json", #"{"rules":[\#(condition)]}"#),
      ("_formats/viewItems.json", #"{"screen":"$items","item":"$content"}"#),
      ("lines.json", #"{"items":[]}"#),
    ] {
      try folder.write(text, to: path)
    }
    let check = FolderImport(checking: try FolderContents(reading: folder.path))
    try #require(check.problems.flatMap(\.lines) == [])
    return check
  }

  private func status(_ mock: Mock, of user: String) throws -> Int? {
    let preferences = try MockPreferences(preferences: [], parameters: [], scenarios: [])
    let attributes = Attributes(["user": .string(user)])
    return mock.effect(on: "lines", attributes: attributes, preferences: preferences)?.effect.status
  }

  @Test func `a scenario follows a group that changes`() throws {
    let before = try read(staff: "ann")
    let mock = Mock()
    let read = ScenarioFiles.read(
      before.scenarios, catalogue: before.catalogue, screens: before.current, skipsPatterns: false)
    #expect(mock.set(read.scenarios) == [])
    #expect(mock.switchOn("down"))
    #expect(try status(mock, of: "ann") == 503)
    #expect(try status(mock, of: "bob") == nil)
    mock.update(try self.read(staff: "bob").catalogue)
    #expect(try status(mock, of: "ann") == nil)
    #expect(try status(mock, of: "bob") == 503)
  }

  @Test func `a rule follows a group that changes`() throws {
    let before = try read(staff: "ann")
    let mock = Mock()
    let rule = #"{"match":{"condition":{"user":{"$inGroup":"staff"}}},"status":503}"#
    let document = try JSONDocument(Array(rule.utf8))
    let read = try MockRule.read(document, name: "down", groups: before.catalogue.groups, scenarios: [])
    #expect(mock.set(read) == true)
    #expect(try status(mock, of: "ann") == 503)
    mock.update(try self.read(staff: "bob").catalogue)
    #expect(try status(mock, of: "ann") == nil)
    #expect(try status(mock, of: "bob") == 503)
  }
}
