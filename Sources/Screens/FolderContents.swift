import JSONText

/// The files of a folder of screens, read but not yet understood.
package struct FolderContents: Sendable {
  package enum Kind: Sendable, Hashable {
    case screen(Route)
    case viewType(String)
    case format(String)
    case group(String)
    case scenario(String)
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
  /// The files that content may name.
  package var assets: AssetFolder { AssetFolder(in: root) }
  /// Folders that were read.
  private var visited: Set<FileAccess.Identity> = []
  /// The folder's own path without links.
  private var root = ""
  /// The folder as it was named.
  private var shownFolder = ""

  /// Bytes of one file: what the admin API takes, too.
  package static let maximumFileBytes = 1 << 20
  /// Files in a folder, and folders within folders.
  package static let maximumFiles = 100_000
  package static let maximumDepth = 32

  /// Folders of documents that are no screens.
  package static let documentFolders = ["_types", "_formats", "_groups", "_scenarios"]

  package init() {}

  /// Reads a folder: `_types`, `_formats`, `_groups` and `_scenarios`, and every other `.json` file as a screen. Names that begin with
  /// `_` or `.` are left alone.
  /// - Throws: ``FolderError`` when the folder itself can't be read.
  package init(reading folder: String) throws(FolderError) {
    let shown = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    guard let entries = FileAccess.entries(of: folder), let identity = FileAccess.identity(of: folder),
      let root = FileAccess.realPath(folder)
    else { throw FolderError(path: shown) }
    self.root = root
    shownFolder = shown
    visited = [identity]
    for entry in entries {
      switch entry.name {
      case "_types": readDocuments(in: entry.name, of: shown) { .viewType($0) }
      case "_formats": readDocuments(in: entry.name, of: shown) { .format($0) }
      case "_groups": readDocuments(in: entry.name, of: shown) { .group($0) }
      case "_scenarios": readDocuments(in: entry.name, of: shown) { .scenario($0) }
      case "_assets": break
      case let name where name.hasPrefix("_") && entry.isFolder:
        // Any other such name is the author's own; one that is nearly ours would be missed in silence.
        if let nearest = NearestName.to(name, among: Self.documentFolders + ["_assets"], share: 3) {
          report(
            .invalidName, shown + "/" + name, "this folder is not read", hint: "did you mean \(nearest)?")
        }
      default: readScreens(entry, at: entry.name, of: shown, depth: 0)
      }
    }
  }

  /// Reads single files as part of the folder that has their `_types`.
  package mutating func keep(only paths: Set<String>) {
    files.removeAll { file in
      switch file.kind {
      case .screen, .scenario: !paths.contains(file.path)
      case .viewType, .format, .group: false
      }
    }
    problems.removeAll { problem in
      !problem.path.contains("/_") && !paths.contains { problem.path.hasSuffix($0) }
    }
  }

  /// Leaves out files that were not whole while they were read.
  /// - Parameter paths: those that were, within the folder.
  package mutating func keep(whole paths: Set<String>) {
    files.removeAll { !paths.contains($0.path) }
    let shown = Set(paths.map { printable(shownFolder + "/" + $0) })
    problems.removeAll { $0.path.hasSuffix(".json") && !shown.contains($0.path) }
  }

  private mutating func readScreens(
    _ entry: FileAccess.Entry, at path: String, of folder: String, depth: Int
  ) {
    let name = entry.name
    guard !name.hasPrefix("_"), !name.hasPrefix(".") else { return }
    let full = folder + "/" + path
    if entry.isFolder {
      // Links may make a folder its own child: each is read once.
      guard let identity = FileAccess.identity(of: full), visited.insert(identity).inserted else { return }
      guard !entry.isLink || isWithin(full), visited.count <= Self.maximumFiles else {
        report(.unreadable, full, "a link leads out of the folder, or there are too many folders")
        return
      }
      guard depth < Self.maximumDepth, let entries = FileAccess.entries(of: full) else {
        report(.unreadable, full, "the folder cannot be read")
        return
      }
      for entry in entries {
        readScreens(entry, at: path + "/" + entry.name, of: folder, depth: depth + 1)
      }
    } else if name.hasSuffix(".json") {
      do throws(Route.Fault) {
        let route = try Route(String(path.dropLast(5)))
        read(path, of: folder, as: .screen(route))
      } catch {
        report(.invalidName, full, error.message, hint: error.hint)
      }
    } else if name.lowercased().hasSuffix(".json") {
      report(.invalidName, full, "the file's name does not end in \".json\"", hint: "in small letters")
    }
  }

  private mutating func readDocuments(
    in name: String, of folder: String, as kind: (String) -> Kind
  ) {
    guard let entries = FileAccess.entries(of: folder + "/" + name) else {
      report(.unreadable, folder + "/" + name, "the folder cannot be read")
      return
    }
    for file in entries.map(\.name) where file.hasSuffix(".json") && !file.hasPrefix(".") {
      let document = String(file.dropLast(5))
      guard Name.isViewType(document) else {
        report(
          .invalidName, folder + "/" + name + "/" + file, "\(quoted(document)) cannot be a name",
          hint: document.utf8.count > Name.maximumBytes
            ? "a name has at most \(Name.maximumBytes) bytes"
            : "letters, digits, \".\", \"_\" and \"-\", beginning with a letter")
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
    switch FileAccess.bytes(of: full, limit: Self.maximumFileBytes) {
    case .success(let text): files.append(File(path: path, shownPath: full, kind: kind, text: text))
    case .failure(.notRegular): report(.unreadable, full, "this is no regular file")
    case .failure(.tooLarge):
      report(.tooMany, full, "the file has more than \(Self.maximumFileBytes) bytes")
    case .failure(.unreadable): report(.unreadable, full, "the file cannot be read")
    }
  }

  private func isWithin(_ path: String) -> Bool {
    FileAccess.realPath(path)?.hasPrefix(root + "/") ?? false
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
  /// As it can be shown: nothing in it moves a cursor.
  package let path: String
  package let diagnostics: Diagnostics
  /// The file's bytes, when it could be read.
  package let text: [UInt8]?

  package init(path: String, diagnostics: Diagnostics, text: [UInt8]? = nil) {
    self.path = printable(path)
    self.diagnostics = diagnostics
    self.text = text
  }

  /// A file beyond a limit.
  package init(path: String, tooMany message: String) {
    var diagnostics = Diagnostics()
    diagnostics.add(Diagnostic(.tooMany, at: .root, message))
    self.init(path: path, diagnostics: diagnostics)
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
