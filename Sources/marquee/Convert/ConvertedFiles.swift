import JSONText
import ScreenCapture
import ScreenMock
import Screens

/// The files of converted endpoints, checked together with the folder that gets them.
struct ConvertedFiles {
  struct File {
    /// The path within the folder.
    let path: String
    let text: [UInt8]
  }

  /// The files to write: the server accepts them, and all existing files that it accepted before.
  private(set) var valid: [File] = []
  /// A line for each problem of another file.
  private(set) var problems: [String] = []

  /// - Parameter folder: the folder with its assets, and without the files.
  init(_ converted: ConvertedEndpoints, in folder: FolderContents) {
    let existing = folder.files.filter { Self.isEndpoint($0) }
    let room = max(0, MockEndpoint.maximumEndpoints - existing.count)
    let files = converted.files.prefix(room).map {
      File(path: Self.path(of: $0.name), text: Self.text(of: $0.json))
    }
    // Each one in a folder of its own: one of thousands of files would be compared with all others.
    var empty = folder
    empty.keep(only: [])
    var checked = existing
    var lines: [String: [String]] = [:]
    for file in files {
      var single = empty
      single.setText(file.text, at: file.path)
      checked += single.files.filter { Self.isEndpoint($0) }
      let shown = folder.shownPath(of: file.path)
      let found = single.problems.filter { $0.path == shown }
      if !found.isEmpty { lines[shown] = Self.lines(of: found) }
    }
    let check = FolderImport(checking: folder)
    func read(_ files: [FolderContents.File]) -> [FileProblem] {
      EndpointFiles.read(files, catalogue: check.catalogue, screens: check.current).problems
    }
    let accepted = Set(existing.map { printable($0.shownPath) }).subtracting(read(existing).map(\.path))
    let added = Set(files.map(\.path))
    // A file that is taken out can have hidden another problem.
    while true {
      let found = read(checked)
      let broken = found.filter { accepted.contains($0.path) }
      guard !broken.isEmpty else {
        lines.merge(Dictionary(grouping: found, by: \.path).mapValues { Self.lines(of: $0) }) { $1 }
        break
      }
      let candidates = checked.filter { added.contains($0.path) }
      var culprits: [String: FileProblem] = [:]
      for file in candidates { culprits[file.path] = broken.first { Self.names($0, file) } }
      if culprits.isEmpty { for file in candidates { culprits[file.path] = broken[0] } }
      checked.removeAll { culprits[$0.path] != nil }
      for (path, problem) in culprits {
        lines[folder.shownPath(of: path)] = [
          "no request can tell it apart from an endpoint of \(problem.path), which stays; change the path of one of them"
        ]
      }
    }
    for file in files {
      let shown = folder.shownPath(of: file.path)
      if let lines = lines[shown] {
        problems += lines.map { "\(shown): not written: \($0)" }
      } else {
        valid.append(file)
      }
    }
    for file in converted.files.dropFirst(room) {
      let shown = folder.shownPath(of: Self.path(of: file.name))
      problems.append(
        "\(shown): not written: a folder has at most \(MockEndpoint.maximumEndpoints) endpoints")
    }
  }

  /// The path of a file within the folder.
  static func path(of name: String) -> String { "_endpoints/\(name).json" }

  private static func isEndpoint(_ file: FolderContents.File) -> Bool {
    if case .endpoint = file.kind { true } else { false }
  }

  private static func lines(of problems: [FileProblem]) -> [String] {
    problems.flatMap { $0.diagnostics.kept.map(\.text) }
  }

  /// Whether a problem is that of two files with the same address, and the message places the other one in this file.
  private static func names(_ problem: FileProblem, _ file: FolderContents.File) -> Bool {
    problem.diagnostics.kept.contains {
      $0.code == .duplicateEndpoint && $0.message.contains(" at \(printable(file.shownPath)):")
    }
  }

  /// The text of a file: indented, unless the server would refuse to read that much.
  private static func text(of json: JSONValue) -> [UInt8] {
    let text = Array((IndentedJSON.text(json) + "\n").utf8)
    return text.count <= FolderContents.maximumFileBytes ? text : json.serialized()
  }
}
