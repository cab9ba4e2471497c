import JSONText
import Screens
import TestFolders
import Testing

/// A mistake in one file, and the files that need it.
@Suite struct FollowUpErrorTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(#"{"type":"object"}"#, to: "_types/TEXT.json")
    try folder.write(#"{"screen":"$items","item":"$content"}"#, to: "_formats/viewItems.json")
    try folder.write(#"{"items":[{"viewType":"TEXT"}]}"#, to: "other.json")
  }

  private func check() throws -> FolderImport {
    FolderImport(checking: try FolderContents(reading: folder.path))
  }

  private func problems(_ check: FolderImport) -> [String] {
    check.problems.map { $0.path.dropFirst(folder.path.count + 1) + ": \($0.diagnostics.kept.map(\.text))" }
  }

  @Test(
    arguments: [
      (
        "_formats/own.json", #"{"screen":"$itms","item":"$content"}"#, #"{"format":"own","items":[]}"#,
        #"unknown placeholder "$itms"; did you mean $items? For the text itself, write "$$itms""#
      ),
      (
        "_types/OWN.json", #"{"type":"objekt"}"#, #"{"items":[{"viewType":"OWN"}]}"#,
        #"expected "array", "boolean", "integer", "null", "number", "object" or "string"; did you mean object?"#
      ),
      (
        "_groups/staff.json", #"{"a":1}"#,
        #"{"items":[],"experiment":{"key":"e","condition":{"user":{"$inGroup":"staff"}},"variants":[{"key":"a"},{"key":"b"}]}}"#,
        "a group is an array of values, not an object"
      ),
      (
        "_groups/staff.json", #"[1"#,
        #"{"items":[{"viewType":"TEXT","requires":{"user":{"$inGroup":"staff"}}}]}"#, nil
      ),
      ("_formats/own.json", "{", #"{"format":"own","items":[]}"#, nil),
      ("_types/OWN.json", "{", #"{"items":[{"viewType":"OWN"}]}"#, nil),
    ] as [(String, String, String, String?)])
  func `only the first cause is an error, and what needs it is not published`(
    path: String, text: String, screen: String, message: String?
  ) throws {
    try folder.write(text, to: path)
    try folder.write(screen, to: "home.json")
    let check = try check()
    #expect(check.problems.map(\.path) == [folder.path + "/" + path])
    if let message { #expect(problems(check) == ["\(path): [\(String(reflecting: message))]"]) }
    #expect(check.current.map(\.route.name) == ["other"])
    #expect(check.invalidRoutes.map(\.name) == ["home"])
  }

  @Test func `a file that cannot be read is the only error, too`() throws {
    try folder.makeFolder("_formats/own.json")
    try folder.write(#"{"format":"own","items":[]}"#, to: "home.json")
    #expect(problems(try check()) == [#"_formats/own.json: ["this is not a regular file"]"#])
  }

  @Test func `the template of an invalid view type is no error`() throws {
    try folder.write("{", to: "_types/OWN.json")
    try folder.write(#"{"text":"$title"}"#, to: "_previews/OWN.json")
    #expect(try check().problems.map(\.path) == [folder.path + "/_types/OWN.json"])
  }

  @Test func `other errors of a screen are still reported`() throws {
    try folder.write("{", to: "_types/OWN.json")
    try folder.write(#"{"items":[{"viewType":"OWN"},{"viewType":"OTHER"}]}"#, to: "home.json")
    #expect(
      problems(try check()).last == #"home.json: ["unknown view type \"OTHER\"; known: TEXT"]"#)
  }

  @Test func `a name that no file has is an error beside an invalid file`() throws {
    try folder.write("{", to: "_formats/own.json")
    try folder.write(#"{"format":"owl","items":[]}"#, to: "home.json")
    #expect(problems(try check()).last == #"home.json: ["unknown format \"owl\"; known: viewItems"]"#)
  }
}
