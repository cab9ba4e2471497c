import Foundation
import Screens
import TestFolders
import Testing

/// Links to folders in a folder of screens.
@Suite struct FolderLinkTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("{}", to: "elsewhere/x.json")
    try folder.write("{}", to: "screens/menu/a.json")
    try folder.write("{}", to: "screens/_common/b.json")
    for name in ["_types", "_formats", "_scenarios"] { try folder.makeFolder("screens/" + name) }
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("screens/" + path), withDestinationPath: folder.path(target))
  }

  private func contents() throws -> FolderContents { try FolderContents(reading: folder.path("screens")) }

  /// The problems, without the folder's path.
  private func problems() throws -> [String] {
    try contents().problems.flatMap(\.lines).map {
      $0.replacing(folder.path("screens/"), with: "")
    }.sorted()
  }

  @Test(.bug(id: "F65")) func `each link to a folder that is not followed is reported once, by its path`()
    throws
  {
    for path in ["one", "two", "menu/three", "five.json"] { try link(path, to: "elsewhere") }
    for path in ["_types/four", "_formats/four", "_scenarios/four"] { try link(path, to: "elsewhere") }
    try link("_types/common", to: "screens/_common")
    for path in ["again", "before"] { try link(path, to: "screens/menu") }
    try link("loop", to: "screens")
    try link("up", to: "")
    let outside = "a link leads out of the folder, or there are too many folders"
    let again = "the link is not followed: its folder is read at another path"
    func inside(_ name: String) -> String { "the link is not followed: \(name)/ has no folders inside it" }
    #expect(
      try problems()
        == [
          "one: error: \(outside)", "two: error: \(outside)", "menu/three: error: \(outside)",
          "five.json: error: \(outside)", "up: error: \(outside)", "again: error: \(again)",
          "before: error: \(again)", "loop: error: \(again)", "_types/four: error: \(inside("_types"))",
          "_types/common: error: \(inside("_types"))", "_formats/four: error: \(inside("_formats"))",
          "_scenarios/four: error: \(inside("_scenarios"))",
        ].sorted())
    // None of them is a file that is being written.
    var whole = try contents()
    whole.keep(whole: [])
    #expect(try whole.problems.count == problems().count)
  }

  @Test func `a folder is read at its own path, and one without a path of its own at that of the first link`()
    throws
  {
    try link("again", to: "screens/menu")
    #expect(try contents().files.map(\.path) == ["menu/a.json"])
    for path in ["first", "second"] { try link(path, to: "screens/_common") }
    #expect(try contents().files.map(\.path) == ["menu/a.json", "first/b.json"])
    #expect(
      try problems().map { $0.prefix { $0 != ":" } } == ["again", "second"])
  }
}
