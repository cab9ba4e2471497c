import Foundation
import JSONText
import Screens
import TestFolders
import Testing

/// The files in `Mistakes/SUBJECT/`: mistakes of authors, `PATH.json`, each beside the findings about it, `PATH.txt`.
///
/// The findings are separated by empty lines. Each is the place and the code, with the pointer of the value in the
/// document, then the message, then the hint if there is one:
///
///     3:17 wrong-type /items/0/id
///     "id" is a string, not a number
///     hint: write it in double quotes: "5"
///
/// The place of a finding about a whole file is `-`. A valid file that others need has no findings. With the environment
/// variable `WRITE_SNAPSHOTS`, the tests write the findings.
struct MistakeFolder: Sendable, CustomStringConvertible {
  /// The subject, which is the folder's name.
  let description: String

  private static let root = PackageFolder.url.appending(
    path: "Tests/ScreensTests/Mistakes", directoryHint: .isDirectory)

  /// All subjects but the files of releases, which stand in no folder of screens.
  static var subjects: [MistakeFolder] {
    get throws { try folders.filter { $0.description != "releases" } }
  }

  static let releases = MistakeFolder(description: "releases")

  static var folders: [MistakeFolder] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: root.path(percentEncoded: false)).sorted()
        .map(MistakeFolder.init(description:))
    }
  }

  private var url: URL { Self.root.appending(path: description, directoryHint: .isDirectory) }

  /// The paths of all files within the folder.
  var paths: [String] {
    get throws {
      let entries = try FileManager.default.subpathsOfDirectory(atPath: url.path(percentEncoded: false))
      return entries.filter { $0.contains(".") }.sorted()
    }
  }

  /// The paths of the files that authors wrote.
  var mistakes: [String] { get throws { try paths.filter { !$0.hasSuffix(".txt") } } }

  func bytes(of path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url.appending(path: path))) }

  /// The findings that stand beside a mistake.
  /// - Parameter found: the present findings.
  func findings(of mistake: String, found: String) throws -> String {
    let path = try #require(Self.partner(of: mistake))
    if ProcessInfo.processInfo.environment["WRITE_SNAPSHOTS"] != nil {
      try found.write(to: url.appending(path: path), atomically: true, encoding: .utf8)
    }
    return String(decoding: try bytes(of: path), as: UTF8.self)
  }

  /// The path of the findings of a mistake.
  static func partner(of mistake: String) -> String? {
    mistake.lastIndex(of: ".").map { mistake[..<$0] + ".txt" }
  }

  /// Checks the mistakes together, in one folder of screens with the view types and formats that Marquee ships.
  /// - Returns: the findings about each file by its path, and the number of valid files that are not shipped.
  func check() throws -> (findings: [String: String], validFiles: Int) {
    let folder = try TemporaryFolder()
    try PackageFolder.copyScreens(["_types", "_formats"], to: folder.url)
    let root = folder.path + "/"
    let shipped = FolderImport(checking: try FolderContents(reading: root))
    try #require(shipped.problems.isEmpty)
    for path in try mistakes { try folder.write(bytes(of: path), to: path) }
    let check = FolderImport(checking: try FolderContents(reading: root))
    var findings: [String: String] = [:]
    for problem in check.problems {
      #expect(problem.path.hasPrefix(root))
      findings[String(problem.path.dropFirst(root.count))] = Self.text(of: problem.diagnostics)
    }
    return (findings, check.validFiles - shipped.validFiles)
  }

  /// Findings as they stand in a file.
  static func text(of diagnostics: Diagnostics) -> String {
    let findings = diagnostics.kept.map { finding in
      let place = finding.position.map { "\($0.line):\($0.column)" } ?? "-"
      let pointer = finding.pointer.description
      let first = [place, finding.code.rawValue, pointer].filter { !$0.isEmpty }.joined(separator: " ")
      let lines = [first, finding.message] + (finding.hint.map { ["hint: " + $0] } ?? [])
      return lines.map { $0 + "\n" }.joined()
    }
    return findings.joined(separator: "\n")
  }
}
