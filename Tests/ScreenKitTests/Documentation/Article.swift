import Foundation

/// A Markdown file of the documentation.
struct Article {
  /// The file name without its extension.
  let name: String
  let text: String

  init(contentsOf file: URL) throws {
    name = file.deletingPathExtension().lastPathComponent
    text = try String(contentsOf: file, encoding: .utf8)
  }

  /// The articles of ScreenKit's documentation catalog, sorted by name.
  static func catalog() throws -> [Article] {
    let folder = AppleModules.root.appendingPathComponent("Sources/ScreenKit/ScreenKit.docc")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "md" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .map { try Article(contentsOf: $0) }
  }

  static func readme() throws -> Article {
    try Article(contentsOf: AppleModules.root.appendingPathComponent("README.md"))
  }

  /// The blocks of Swift.
  var swift: [String] {
    text.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  /// The names in links to articles, such as `GetStarted` in `<doc:GetStarted>`.
  var articleLinks: [String] { text.matches(of: /<doc:([^>]*)>/).map { String($0.output.1) } }

  /// The paths in links to symbols, such as `ScreenClient/screen(_:policy:)`, without suffixes that distinguish
  /// overloads.
  var symbolLinks: [String] {
    text.matches(of: /[^`]``([^`]+?)(-\([^`]*)?``/).map { String($0.output.1) }
  }
}
