import Foundation
import TestFolders

/// An article of the server's documentation.
enum Article {
  /// Returns the code blocks of one language.
  static func blocks(_ language: String, of name: String) throws -> [String] {
    let file = PackageFolder.url.appendingPathComponent("Sources/MarqueeServer/MarqueeServer.docc/\(name).md")
    var blocks: [String] = []
    var block: String?
    for line in try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line == "```\(language)" {
        block = ""
      } else if line.hasPrefix("```") {
        if let text = block { blocks.append(text) }
        block = nil
      } else {
        block = block.map { $0 + line + "\n" }
      }
    }
    return blocks
  }
}
