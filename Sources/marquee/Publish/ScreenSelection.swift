import ArgumentParser
import Foundation
import JSONText
import ProgramOutput
import Screens

/// The files of a command line, with their routes.
struct ScreenSelection {
  private(set) var files: [ScreenFile] = []
  /// The problems of files that cannot be sent.
  private(set) var problems: [FileProblem] = []

  /// - Parameters:
  ///   - folder: the folder of screens. The path of a file in it is its route.
  ///   - route: the route of a single file, in place of its path.
  /// - Throws: `ValidationError` for a file without a route, `ExitCode` for a missing file.
  init(_ paths: [String], in folder: String, route: Route?) throws {
    for path in paths {
      guard let isFolder = Self.isFolder(path) else {
        StandardError.write("marquee: there is no file or folder \(printable(path))")
        throw ExitCode(1)
      }
      if isFolder {
        guard route == nil else { throw ValidationError("--route requires a file, and \(path) is a folder") }
        try addFolder(path, in: folder)
      } else if let route {
        addFile(path, route)
      } else {
        try addFile(path, in: folder)
      }
    }
  }

  /// Whether a path leads to a folder; nil if it does not exist.
  private static func isFolder(_ path: String) -> Bool? {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    return (try? target.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory
  }

  // MARK: Files

  private mutating func addFile(_ path: String, in folder: String) throws {
    guard let below = Self.path(of: path, below: folder) else {
      throw ValidationError(
        "\(path) is not in the folder \(folder); give the folder of screens with --screens, or the route with --route"
      )
    }
    guard below.hasSuffix(".json") else {
      throw ValidationError("the name of \(path) does not end in .json; give its route with --route")
    }
    do throws(Route.NameError) {
      addFile(path, try Route(String(below.dropLast(5))))
    } catch {
      report(path, Diagnostic(.invalidName, at: .root, error.message, hint: error.hint))
    }
  }

  private mutating func addFile(_ path: String, _ route: Route) {
    switch ScreenFile.text(of: path) {
    case .success(let text): add(ScreenFile(path: path, route: route, text: text))
    case .failure(let error): report(path, Diagnostic(.unreadable, at: .root, error.text))
    }
  }

  /// Adds a file, unless its route is already there.
  private mutating func add(_ file: ScreenFile) {
    if !files.contains(where: { $0.route == file.route }) { files.append(file) }
  }

  private mutating func report(_ path: String, _ finding: Diagnostic) {
    var diagnostics = Diagnostics()
    diagnostics.add(finding)
    problems.append(FileProblem(path: path, diagnostics: diagnostics))
  }

  // MARK: Folders

  /// Adds all screens of a folder. If it is outside of the folder of screens, paths relative to it are routes.
  private mutating func addFolder(_ path: String, in folder: String) throws {
    let below = Self.path(of: path, below: folder)
    let root = below == nil ? path : folder
    let prefix = below.map { $0.isEmpty ? "" : $0 + "/" } ?? ""
    let contents: FolderContents
    do throws(FolderError) {
      contents = try FolderContents(reading: root)
    } catch {
      throw CommandError(error).exit
    }
    for file in contents.files where file.path.hasPrefix(prefix) {
      if case .screen(let route) = file.kind {
        add(ScreenFile(path: file.shownPath, route: route, text: file.text))
      }
    }
    let start = (root.hasSuffix("/") ? String(root.dropLast()) : root) + "/"
    problems += contents.problems.filter {
      $0.path.hasPrefix(printable(start + prefix)) && !$0.path.hasPrefix(printable(start + "_"))
    }
  }

  /// The path relative to a folder, with `/` as separator; nil if it is not inside.
  private static func path(of path: String, below folder: String) -> String? {
    let (path, folder) = (URL(fileURLWithPath: path), URL(fileURLWithPath: folder))
    return suffix(of: path.standardizedFileURL, after: folder.standardizedFileURL)
      ?? suffix(of: path.resolvingSymlinksInPath(), after: folder.resolvingSymlinksInPath())
  }

  private static func suffix(of path: URL, after folder: URL) -> String? {
    let (names, start) = (path.pathComponents, folder.pathComponents)
    guard names.starts(with: start) else { return nil }
    return names.dropFirst(start.count).joined(separator: "/")
  }
}
