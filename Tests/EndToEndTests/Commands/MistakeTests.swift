import Foundation
import TestFolders
import Testing

/// The output of `marquee validate`. The findings of each mistake are beside it in `Tests/ScreensTests/Mistakes`.
@Suite final class MistakeTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  /// Copies a mistake of `Tests/ScreensTests/Mistakes` into the test's folder.
  private func copy(_ mistake: String, to path: String) throws {
    let file = PackageFolder.url.appending(path: "Tests/ScreensTests/Mistakes/\(mistake)")
    // The first makes the folders that the file stands in.
    try folder.write("", to: path)
    try Data(contentsOf: file).write(to: folder.url.appending(path: path))
  }

  @Test func `each finding is followed by its line with a caret under the place`() async throws {
    for mistake in [
      "changes/order-of-numbers", "characters/full-width-comma", "characters/latin-1",
      "characters/no-break-space", "characters/tab-within-text", "characters/utf-16",
      "characters/zero-width-space", "conditions/condition-with-a-control-character",
      "fallbacks/fallback-too-deep", "names-of-files/my menu", "punctuation/empty",
      "sections/section-id-of-an-item",
    ] {
      let name = try #require(mistake.split(separator: "/").last)
      try copy(mistake + ".json", to: "screens/\(name).json")
    }
    let run = try await Program.run(["validate"], in: folder)
    #expect(run.status == 1)
    #expect(run.errors == "")
    #expect(
      run.output == #"""
        screens/condition-with-a-control-character.json:6:88: error: unknown operator "$\u{1b}[31mred"; known: $eq, $ne, $lt, $lte, $gt, $gte, $veq, $vne, $vlt, $vlte, $vgt, $vgte and 17 more
          6 | …t": { "key": "condition-with-a-control-character", "condition": { "age": { "$\u001b[31mred": 18 } },
            |                                                                             ^
        screens/empty.json:1:1: error: the text is empty
          1 |\#u{20}
            | ^
        screens/fallback-too-deep.json:11:1: error: fallbacks are at most 8 deep
          11 | { "viewType": "BViewType", "content": { "title": "9" }, "fallback":
             | ^
        screens/full-width-comma.json:1:20: error: unexpected "，" after a member of an object; did you mean ,
          1 | { "screenName": "홈"， "items": [] }
            |                     ^
        screens/latin-1.json:1:21: error: the text is not valid UTF-8; save it as UTF-8
          1 | { "screenName": "Caf\#u{FFFD}", "items": [] }
            |                     ^
        screens/my menu.json: error: "my menu" is not a route; segments are letters, digits, ".", "_" and "-", and begin with a letter or digit
        screens/no-break-space.json:2:1: error: unexpected character U+00A0 where a member name should stand; remove this invisible character
          2 | \#u{A0}\#u{A0}"items": []
            | ^
        screens/order-of-numbers.json:7:46: error: an id in "order" is a string, not a number; write it in double quotes: "2"
          7 |     { "key": "a" }, { "key": "b", "order": [ 2, 1 ] }
            |                                              ^
        screens/order-of-numbers.json:7:49: error: an id in "order" is a string, not a number; write it in double quotes: "1"
          7 |     { "key": "a" }, { "key": "b", "order": [ 2, 1 ] }
            |                                                 ^
        screens/section-id-of-an-item.json:4:39: error: the item id "a" is repeated; each item of a screen has an id of its own
          4 |     { "id": "two", "items": [ { "id": "a", "viewType": "BViewType", "content": { "title": "B" } } ] …
            |                                       ^
        screens/tab-within-text.json:1:22: error: a control character (0x09) stands in a string; write it as \t
          1 | { "screenName": "Home Menu", "items": [] }
            |                      ^
        screens/utf-16.json:1:1: error: the text is UTF-16, not UTF-8; save it as UTF-8
          1 | \#u{FFFD}\#u{FFFD}{\#u{FFFD} \#u{FFFD}"\#u{FFFD}i\#u{FFFD}t\#u{FFFD}e\#u{FFFD}m\#u{FFFD}s\#u{FFFD}"\#u{FFFD}:\#u{FFFD} \#u{FFFD}[\#u{FFFD}]\#u{FFFD} \#u{FFFD}}\#u{FFFD}
            | ^
        screens/zero-width-space.json:1:16: error: unexpected character U+200B after the end of the document; remove this invisible character
          1 | { "items": [] }\#u{FFFD}
            |                ^
        13 errors in 12 files; 13 other files valid

        """#)
  }

  @Test func `a mistake in a file of releases is shown with its line`() async throws {
    try copy("releases/release-member-misspelt.json", to: "releases.json")
    let run = try await Program.run(["validate", "--releases", "releases.json"], in: folder)
    #expect(run.status == 1)
    #expect(run.errors == "")
    #expect(
      run.output == #"""
        releases.json:1:14: error: a release needs the member "viewTypes"
          1 | { "ios/1.0": { "viewtypes": [] } }
            |              ^
        releases.json:1:16: error: a release has no member "viewtypes"; did you mean viewTypes?
          1 | { "ios/1.0": { "viewtypes": [] } }
            |                ^
        2 errors in 1 file

        """#)
  }

  @Test func `only the findings about the given file count`() async throws {
    try folder.ship("home")
    // Other files whose paths end like that of the file, in a folder that begins like one of documents.
    try folder.write("", to: "_work/empty")
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "screens"), to: folder.url.appending(path: "_work/screens"))
    for path in ["-s/home.json", "sub/b home.json", "bad name.json"] {
      try folder.write(#"{"items":[]}"#, to: "_work/screens/" + path)
    }
    let run = try await Program.run(["validate", "_work/screens/home.json"], in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let all = try await Program.run(["validate", "_work/screens"], in: folder)
    #expect(all.status == 1)
    #expect(all.output.contains("3 errors in 3 files"), "\(all.output)")
    try folder.write("{}", to: "_work/screens/_types/bad name.json")
    let type = try await Program.run(["validate", "_work/screens/home.json"], in: folder)
    #expect(type.status == 1)
    #expect(type.output.contains("_types/bad name.json"), "\(type.output)")
  }

  @Test func `the findings about a file of releases have the requested format`() async throws {
    try folder.write(#"{ "ios": { "viewTypes": [] } }"#, to: "releases.json")
    let run = try await Program.run(
      ["validate", "--releases", "releases.json", "--output", "github"], in: folder)
    #expect(run.status == 1)
    #expect(
      run.output
        == #"::error file=releases.json,line=1,col=3::"ios" is not the name of a release; PLATFORM/VERSION, such as ios/1.3.0"#
        + "\n")
  }
}
