import JSONText
import Screens
import TestFolders
import Testing

/// Imports of a folder while a current screen does not match its view types.
@Suite struct BrokenScreenImportTests {
  private static let definition = #"{"items":[{"id":"a","viewType":"TEXT","content":{"text":"a"}}]}"#
  private static let author = Author(name: "test")

  /// A server whose screen `home` lacks a member that its changed view type requires.
  private static func broken() throws -> APIFixture {
    let fixture = try APIFixture(definition: definition)
    let schema = #"{"type":"object","required":["text","size"]}"#
    _ = try fixture.publisher.viewTypes.set("TEXT", schema: Array(schema.utf8), by: author, force: true)
    return fixture
  }

  private static func importing(
    _ schema: String, of name: String = "TEXT", into fixture: APIFixture
  ) throws -> ImportReport {
    try fixture.folder.write(schema, to: "screens/_types/\(name).json")
    return try fixture.publisher.folder.importFiles(
      try FolderContents(reading: fixture.folder.path("screens")))
  }

  @Test func `a view type that breaks nothing more is imported, and the broken screen is reported`() throws {
    let fixture = try Self.broken()
    let schema = #"{"type":"object","required":["text","size"],"title":"New"}"#
    let report = try Self.importing(schema, into: fixture)
    let lines = report.problems.flatMap(\.lines)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("screen home, version 1: error: ") == true)
    #expect(lines.first?.contains(#""size""#) == true)
    #expect(fixture.publisher.catalogue.viewTypes["TEXT"]?.schema["title"]?.stringValue == "New")
    let response = try fixture.send("GET /screens/home HTTP/1.1")
    #expect(response.status == 200)
    #expect(response.body == #"{"all":[{"id":"a","c":{"text":"a"}}]}"#)
  }

  @Test func `a view type that breaks another that refers to it is refused`() throws {
    let fixture = try APIFixture(
      definition: Self.definition,
      files: [
        "_types/INNER.json": #"{"$defs":{"a":{"$anchor":"a","type":"string"}}}"#,
        "_types/OUTER.json": #"{"properties":{"a":{"$ref":"INNER.json#a"}}}"#,
      ])
    let report = try Self.importing(#"{"$defs":{"a":{"type":"string"}}}"#, of: "INNER", into: fixture)
    let lines = report.problems.flatMap(\.lines)
    #expect(lines.count == 1)
    #expect(lines.first?.contains("/screens/_types/INNER.json:1:1: error: ") == true, "\(lines)")
    #expect(lines.first?.contains(#""OUTER""#) == true, "\(lines)")
    #expect(fixture.publisher.catalogue.viewTypes["OUTER"] != nil)
    // Both changes together are valid.
    try fixture.folder.write(
      #"{"properties":{"a":{"$ref":"INNER.json#/$defs/a"}}}"#, to: "screens/_types/OUTER.json")
    let both = try fixture.publisher.folder.importFiles(
      try FolderContents(reading: fixture.folder.path("screens")))
    #expect(both.problems.isEmpty)
    #expect(fixture.publisher.catalogue.viewTypes["OUTER"] != nil)
  }

  @Test func `a view type that repairs the screen is imported without problems`() throws {
    let fixture = try Self.broken()
    let report = try Self.importing(#"{"type":"object","required":["text"]}"#, into: fixture)
    #expect(report.problems.isEmpty)
    #expect(fixture.publisher.catalogue.viewTypes["TEXT"]?.schema["required"]?.arrayValue?.count == 1)
  }

  @Test func `a view type that breaks another screen is still refused`() throws {
    let fixture = try Self.broken()
    _ = try fixture.publisher.viewTypes.set(
      "OTHER", schema: Array(#"{"type":"object"}"#.utf8), by: Self.author)
    _ = try fixture.publisher.screens.publish(
      Array(#"{"items":[{"id":"a","viewType":"OTHER"}]}"#.utf8), at: try Route("other"), by: Self.author)
    let report = try Self.importing(#"{"type":"object","required":["x"]}"#, of: "OTHER", into: fixture)
    let lines = report.problems.flatMap(\.lines)
    #expect(lines.count == 2)
    #expect(
      lines.contains {
        $0.hasPrefix(fixture.folder.path("screens/_types/OTHER.json")) && $0.contains(#""other""#)
      })
    #expect(fixture.publisher.catalogue.viewTypes["OTHER"]?.schema["required"] == nil)
  }
}
