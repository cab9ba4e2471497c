import ArgumentParser
import Foundation
import JSONText
import ProgramOutput
import ScreenMock
import Screens

/// `marquee validate`.
struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check screens, view types and wire formats without a server.",
    discussion: """
      Prints each error and warning with file, line and column on standard output. Exits with 0 if all files are valid, \
      else with 1.

      EXAMPLES:
        marquee validate
        marquee validate screens/home.json --output github
        marquee validate --releases releases.json --gate refuse
      """)

  @Argument(
    help: "Folders of screens, or files and folders in such a folder. (default: screens)",
    completion: .file(extensions: ["json"]))
  var paths: [String] = []

  @Option(
    help: ArgumentHelp("Format of the errors; github prints annotations for a workflow.", valueName: "format")
  )
  var output = ValidationOutput.text

  @Option(
    help: ArgumentHelp(
      """
      File of app releases, {"ios/1.3.0": {"viewTypes": […]}}. Prints the items that each release could not show.
      """, valueName: "file"),
    completion: .file(extensions: ["json"]))
  var releases: String?

  @Option(
    help: ArgumentHelp(
      """
      With --releases, how to report a screen when a supported app release would drop one of its items: warn \
      (a note) or refuse (an error). (default: warn)
      """, valueName: "action"), completion: .list(GateOption.allCases.map(\.rawValue)),
    transform: { try GateOption.argument($0) })
  var gate: GateOption?

  func run() throws {
    var validation = Validation()
    let releases = try self.releases.map { try ReleasesFile.read($0, output) } ?? []
    for path in paths.isEmpty ? ["screens"] : paths {
      let target = try Self.target(of: path)
      var contents: FolderContents
      do throws(FolderError) {
        contents = try FolderContents(reading: target.folder)
      } catch {
        throw CommandError(error).exit
      }
      // A scenario is checked with all screens that it can override, an endpoint with all endpoints.
      let ofMock = [target.file, target.subfolder].compactMap(\.self).first { $0.isOfMock }
      if let file = target.file, ofMock == nil { contents.keep(only: [file]) }
      if let subfolder = target.subfolder, ofMock == nil { contents.keep(below: subfolder) }
      let isEmpty =
        target.subfolder.map { subfolder in
          !contents.shownPaths.contains { contents.isShown($0, below: subfolder) }
        } ?? contents.shownPaths.isEmpty
      if isEmpty { throw CommandError("there is nothing to validate in \(printable(path))").exit }
      let check = FolderImport(checking: contents, releases: releases, gate: gate?.gate)
      let scenarios = ScenarioFiles.read(
        check.scenarios, definitions: contents.files, catalogue: check.catalogue, screens: check.current,
        invalid: check.invalidRoutes, skipsPatterns: false)
      let endpoints = EndpointFiles.read(
        check.endpoints, catalogue: check.catalogue, screens: check.current, invalid: check.invalidRoutes)
      let invalid = scenarios.problems + endpoints.problems
      let warnings = scenarios.warnings + endpoints.warnings
      let files = check.scenarios + check.endpoints
      if let ofMock {
        let found = invalid.filter { contents.isShown($0.path, below: ofMock) }
        validation.problems += found
        validation.warnings += warnings.filter { contents.isShown($0.path, below: ofMock) }
        let count = files.count { contents.isShown(printable($0.shownPath), below: ofMock) }
        validation.validFiles += count - found.count
        continue
      }
      validation.problems += check.problems + invalid
      validation.warnings += check.warnings + warnings
      validation.impacts += check.impacts
      validation.validFiles += check.validFiles + files.count - invalid.count
    }
    let report = output.write(validation)
    if !report.isEmpty { StandardOutput.write(report) }
    if !validation.isValid { throw ExitCode(1) }
  }

  /// A folder of screens, and the part of it to check.
  private struct Target {
    let folder: String
    /// The path of a file within the folder; nil for all.
    var file: String?
    /// The path of a folder within the folder; nil for all.
    var subfolder: String?
  }

  /// The folder of screens that contains a file or a folder. These are checked with its view types and formats.
  private static func target(of path: String) throws -> Target {
    var isFolder = false
    if let values = try? URL(fileURLWithPath: path).resolvingSymlinksInPath().resourceValues(forKeys: [
      .isDirectoryKey
    ]) {
      isFolder = values.isDirectory == true
    } else {
      StandardError.write("marquee: there is no file or folder \(path)")
      throw ExitCode(1)
    }
    func isOfScreens(_ folder: String) -> Bool { FileManager.default.fileExists(atPath: folder + "/_types") }
    if isFolder, isOfScreens(path) { return Target(folder: path) }
    var parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    if isFolder, parts.count > 1, parts.last == "" { parts.removeLast() }
    var rest: [String] = []
    while let last = parts.popLast() {
      rest.insert(last, at: 0)
      let folder = parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
      guard isOfScreens(folder), !rest.contains("..") else { continue }
      let within = rest.filter { $0 != "." && !$0.isEmpty }.joined(separator: "/")
      return isFolder ? Target(folder: folder, subfolder: within) : Target(folder: folder, file: within)
    }
    // A folder of screens that has no view types yet.
    if isFolder { return Target(folder: path) }
    StandardError.write("marquee: \(path) is not in a folder of screens, which contains _types/")
    throw ExitCode(1)
  }
}

extension String {
  /// Whether it is the path of a scenario or an endpoint, or of their folder, within a folder of screens.
  fileprivate var isOfMock: Bool {
    ["_scenarios", "_endpoints"].contains { self == $0 || hasPrefix($0 + "/") }
  }
}

extension ValidationOutput: ExpressibleByArgument {}
