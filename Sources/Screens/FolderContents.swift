import Foundation
import JSONText

/// The files of a folder of screens, read but not yet understood.
package struct FolderContents: Sendable {
  package enum Kind: Sendable, Hashable {
    case screen(Route)
    case viewType(String)
    case format(String)
  }

  package struct File: Sendable {
    /// The path within the folder, with `/` between names.
    package let path: String
    /// The path to show: the folder as it was named, then `path`.
    package let shownPath: String
    package let kind: Kind
    package let text: [UInt8]
  }

  package private(set) var files: [File] = []
  package private(set) var problems: [FileProblem] = []
  /// Folders that were read, by their path without links.
  private var visited: Set<String> = []
  /// The folder's own path without links.
  private var root = ""

  /// Bytes of one file: what the admin API takes, too.
  package static let maximumFileBytes = 1 << 20
  /// Files in a folder, and folders within folders.
  package static let maximumFiles = 100_000
  package static let maximumDepth = 32

  package init() {}

  /// Reads a folder: `_types` and `_formats`, and every other `.json` file as a screen. Names that begin with
  /// `_` or `.` are left alone.
  /// - Throws: ``FolderError`` when the folder itself can't be read.
  package init(reading folder: String) throws(FolderError) {
    let shown = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw FolderError(path: shown)
    }
    root = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    visited = [root]
    for name in names.sorted() {
      switch name {
      case "_types": readDocuments(in: name, of: shown) { .viewType($0) }
      case "_formats": readDocuments(in: name, of: shown) { .format($0) }
      default: readScreens(name, of: shown, depth: 0)
      }
    }
  }

  /// Reads single files as part of the folder that has their `_types`.
  package mutating func keep(only paths: Set<String>) {
    files.removeAll {
      if case .screen = $0.kind { !paths.contains($0.path) } else { false }
    }
    problems.removeAll { problem in
      !problem.path.contains("/_") && !paths.contains { problem.path.hasSuffix($0) }
    }
  }

  private mutating func readScreens(_ path: String, of folder: String, depth: Int) {
    guard let name = path.split(separator: "/").last, !name.hasPrefix("_"), !name.hasPrefix(".") else {
      return
    }
    let full = folder + "/" + path
    let target = URL(fileURLWithPath: full).resolvingSymlinksInPath()
    if (try? target.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true {
      // Links may make a folder its own child: each is read once.
      guard visited.insert(target.path).inserted else { return }
      guard target.path.hasPrefix(root + "/"), visited.count <= Self.maximumFiles else {
        report(.unreadable, full, "a link leads out of the folder, or there are too many folders")
        return
      }
      guard depth < Self.maximumDepth, let names = try? FileManager.default.contentsOfDirectory(atPath: full)
      else {
        report(.unreadable, full, "the folder cannot be read")
        return
      }
      for name in names.sorted() { readScreens(path + "/" + name, of: folder, depth: depth + 1) }
    } else if name.hasSuffix(".json") {
      do throws(Route.Fault) {
        let route = try Route(String(path.dropLast(5)))
        read(path, of: folder, as: .screen(route))
      } catch {
        report(.invalidName, full, error.message, hint: error.hint)
      }
    }
  }

  private mutating func readDocuments(
    in name: String, of folder: String, as kind: (String) -> Kind
  ) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + name) else {
      report(.unreadable, folder + "/" + name, "the folder cannot be read")
      return
    }
    for file in names.sorted() where file.hasSuffix(".json") && !file.hasPrefix(".") {
      let document = String(file.dropLast(5))
      guard Name.isViewType(document) else {
        report(
          .invalidName, folder + "/" + name + "/" + file, "\(quoted(document)) cannot be a name",
          hint: "letters, digits, \".\", \"_\" and \"-\", beginning with a letter")
        continue
      }
      read(name + "/" + file, of: folder, as: kind(document))
    }
  }

  private mutating func read(_ path: String, of folder: String, as kind: Kind) {
    let full = folder + "/" + path
    guard files.count < Self.maximumFiles else {
      report(.tooMany, full, "a folder has at most \(Self.maximumFiles) files")
      return
    }
    // Reading a pipe or a device could wait for ever.
    let target = URL(fileURLWithPath: full).resolvingSymlinksInPath()
    guard
      let values = try? target.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey]),
      values.isRegularFile == true
    else {
      report(.unreadable, full, "this is no regular file")
      return
    }
    guard values.fileSize ?? 0 <= Self.maximumFileBytes else {
      report(.tooMany, full, "the file has more than \(Self.maximumFileBytes) bytes")
      return
    }
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: full)) else {
      report(.unreadable, full, "the file cannot be read")
      return
    }
    files.append(File(path: path, shownPath: full, kind: kind, text: [UInt8](data)))
  }

  private mutating func report(
    _ code: Diagnostic.Code, _ path: String, _ message: String, hint: String? = nil
  ) {
    var diagnostics = Diagnostics()
    diagnostics.add(Diagnostic(code, at: .root, message, hint: hint))
    problems.append(FileProblem(path: path, diagnostics: diagnostics))
  }
}

/// What is wrong with a file.
package struct FileProblem: Sendable {
  package let path: String
  package let diagnostics: Diagnostics

  package init(path: String, diagnostics: Diagnostics) {
    self.path = path
    self.diagnostics = diagnostics
  }

  /// A line per finding, as compilers write them: `path:line:column: error: what; what would be right`.
  package var lines: [String] {
    var lines = diagnostics.kept.map { diagnostic in
      let place = diagnostic.position.map { ":\($0.line):\($0.column)" } ?? ""
      return "\(path)\(place): error: \(diagnostic.text)"
    }
    let left = diagnostics.count - diagnostics.kept.count
    if left > 0 { lines.append("\(path): error: and \(left) more errors") }
    return lines
  }
}

/// A folder that can't be read.
package struct FolderError: Error, Sendable {
  package let path: String
}
