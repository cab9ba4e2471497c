import Foundation
import JSONText
import TestFolders
import Testing

/// The findings about a definition that the admin API refuses. They are those of `marquee validate`, which are beside
/// the mistakes in `Tests/ScreensTests/Mistakes`.
@Suite final class MistakeTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  private static let mistakes = PackageFolder.url.appending(path: "Tests/ScreensTests/Mistakes")

  private static func text(of path: String) throws -> String {
    try String(contentsOf: mistakes.appending(path: path), encoding: .utf8)
  }

  /// A finding in the format of the files beside the mistakes.
  private static func finding(_ error: JSONValue) throws -> String {
    let (line, column) = (try #require(error["line"]), try #require(error["column"]))
    let pointer = try #require(error["pointer"]?.stringValue)
    var lines = ["\(line.text):\(column.text) \(try #require(error["code"]?.stringValue))"]
    if !pointer.isEmpty { lines[0] += " " + pointer }
    lines.append(try #require(error["message"]?.stringValue))
    if let hint = error["hint"]?.stringValue { lines.append("hint: " + hint) }
    return lines.map { $0 + "\n" }.joined()
  }

  @Test func `the admin API gives the same findings as the command`() throws {
    var count = 0
    try FolderServer.run(in: folder) { server in
      for subject in [
        "changes", "conditions", "content", "definitions", "experiments", "fallbacks", "items",
        "nested-content", "punctuation", "sections",
      ] {
        let files = try FileManager.default.contentsOfDirectory(
          atPath: Self.mistakes.appending(path: subject).path(percentEncoded: false))
        for file in files where file.hasSuffix(".json") {
          let name = subject + "/" + file.dropLast(5)
          let findings = try Self.text(of: name + ".txt")
          // The valid screen exists for a mistake in another one, whose experiment has the same key.
          guard !findings.isEmpty, name != "experiments/experiment-key-of-another-screen" else { continue }
          let response = try server.admin(
            "PUT", "/screens/\(file.dropLast(5))?dryRun=true", body: try Self.text(of: name + ".json"))
          #expect(response.status == (subject == "punctuation" ? 400 : 422), "\(name)")
          let errors = try JSONParser.parse(response.text)["errors"]?.arrayValue ?? []
          #expect(try errors.map(Self.finding).joined(separator: "\n") == findings, "\(name)")
          count += 1
        }
      }
    }
    #expect(count > 160)
  }
}
