import Foundation
import TestFolders
import Testing

/// A page of documentation: a README, or an article of a DocC catalog.
struct DocumentationPage: CustomTestStringConvertible, Sendable {
  /// A command, and what it prints; `…` stands for any text.
  struct Step: Sendable {
    let command: String
    let output: String

    /// Whether it sets a variable for the steps after it.
    var isAssignment: Bool { command.prefixMatch(of: /[A-Z]+=\$\(/) != nil }
  }

  /// The path within the package.
  let path: String
  let text: String

  var testDescription: String { path }

  init(_ path: String) throws {
    self.path = path
    text = try String(contentsOf: PackageFolder.url.appending(path: path), encoding: .utf8)
  }

  /// An article of the server's own catalog.
  static func article(_ name: String) throws -> DocumentationPage {
    try DocumentationPage("Sources/MarqueeServer/MarqueeServer.docc/\(name).md")
  }

  /// The READMEs, the pages for contributors, and the articles of all catalogs.
  static func all() throws -> [DocumentationPage] {
    let sources = PackageFolder.url.appending(path: "Sources")
    let articles = try FileManager.default.subpathsOfDirectory(atPath: sources.path(percentEncoded: false))
      .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.sorted()
    let pages = [
      "README.md", "Tests/Benchmarks/README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md",
    ]
    return try (pages + articles.map { "Sources/\($0)" })
      .map { try DocumentationPage($0) }
  }

  /// The contents of the code blocks of one language.
  func blocks(_ language: String) -> [String] {
    var blocks: [String] = []
    var block: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```\(language)" {
        block = []
      } else if line.hasPrefix("```") {
        if let lines = block { blocks.append(lines.map { $0 + "\n" }.joined()) }
        block = nil
      } else {
        block?.append(line)
      }
    }
    return blocks
  }

  /// The commands of all blocks `console`: the lines that begin with `$ `, each with its here-document.
  var steps: [Step] {
    blocks("console").flatMap { block in
      var steps: [Step] = []
      var lines = block.split(separator: "\n", omittingEmptySubsequences: false)[...]
      while let line = lines.popFirst() {
        guard line.hasPrefix("$ ") else { continue }
        var command = String(line.dropFirst(2))
        if let mark = command.firstMatch(of: /<<'(\w+)'/)?.output.1 {
          while let next = lines.popFirst() {
            command += "\n" + next
            if next == mark { break }
          }
        }
        var output: [Substring] = []
        while let next = lines.first, !next.hasPrefix("$ ") {
          output.append(next)
          lines.removeFirst()
        }
        steps.append(
          Step(command: command, output: output.joined(separator: "\n").trimmingCharacters(in: .newlines)))
      }
      return steps
    }
  }

  /// The text without code blocks and without code in lines.
  private var prose: String {
    var isCode = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if line.hasPrefix("```") {
        isCode.toggle()
        return false
      }
      return !isCode
    }
    return lines.joined(separator: "\n").replacing(/`[^`\n]+`/, with: "")
  }

  /// The targets of all links.
  var links: [String] {
    prose.matches(of: /\]\(([^)\s]+)\)|<(doc:[^>\s]+)>/).map { String($0.output.1 ?? $0.output.2 ?? "") }
  }

  /// The anchors of the headings.
  var anchors: Set<String> {
    var isCode = false
    var anchors: Set<String> = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode, let heading = line.firstMatch(of: /^#+ +(.+)$/)?.output.1 else { continue }
      anchors.insert(Self.anchor(heading))
    }
    return anchors
  }

  /// A heading as web pages name it, in small letters.
  static func anchor(_ heading: some StringProtocol) -> String {
    String(
      heading.lowercased().compactMap { character -> Character? in
        if character == " " { return "-" }
        return character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
      })
  }
}
