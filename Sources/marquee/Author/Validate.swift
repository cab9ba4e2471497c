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
      Prints each error with file, line and column on standard output. Exits with 0 if all files are valid, else with 1.

      EXAMPLES:
        marquee validate
        marquee validate screens/home.json --output github
        marquee validate --releases releases.json --gate refuse
      """)

  @Argument(
    help: "Folders of screens, or files in such a folder. (default: screens)",
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
      Whether a screen is invalid when a supported app release would drop one of its items: warn or refuse. \
      (default: warn)
      """, valueName: "action"), completion: .list(GateOption.allCases.map(\.rawValue)),
    transform: { try GateOption.argument($0) })
  var gate: GateOption?

  func run() throws {
    var validation = Validation()
    let releases = try self.releases.map { try ReleasesFile.read($0, output) } ?? []
    for path in paths.isEmpty ? ["screens"] : paths {
      let target = try Self.folder(of: path)
      do throws(FolderError) {
        var contents = try FolderContents(reading: target.folder)
        // A scenario is checked with all screens that it can override.
        let isScenario = target.file?.hasPrefix("_scenarios/") ?? false
        if let file = target.file, !isScenario { contents.keep(only: [file]) }
        let check = FolderImport(checking: contents, releases: releases, gate: gate?.gate)
        let invalid = ScenarioFiles.read(
          check.scenarios, catalogue: check.catalogue, screens: check.current, skipsPatterns: false
        ).problems
        if let file = target.file, isScenario {
          let found = invalid.filter { $0.path.hasSameScalars(as: contents.shownPath(of: file)) }
          validation.problems += found
          validation.validFiles += found.isEmpty ? 1 : 0
          continue
        }
        validation.problems += check.problems + invalid
        validation.impacts += check.impacts
        validation.validFiles += check.validFiles + check.scenarios.count - invalid.count
      } catch {
        throw CommandError(error).exit
      }
    }
    let report = output.write(validation)
    if !report.isEmpty { StandardOutput.write(report) }
    if !validation.isValid { throw ExitCode(1) }
  }

  /// The folder of screens that contains a file, and the file's path within it. The file is checked with that folder's
  /// view types and formats.
  private static func folder(of path: String) throws -> (folder: String, file: String?) {
    var isFolder = false
    if let values = try? URL(fileURLWithPath: path).resolvingSymlinksInPath().resourceValues(forKeys: [
      .isDirectoryKey
    ]) {
      isFolder = values.isDirectory == true
    } else {
      StandardError.write("marquee: there is no file or folder \(path)")
      throw ExitCode(1)
    }
    if isFolder { return (path, nil) }
    var parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    var file: [String] = []
    while let last = parts.popLast() {
      file.insert(last, at: 0)
      let folder = parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
      if FileManager.default.fileExists(atPath: folder + "/_types") {
        return (folder, file.joined(separator: "/"))
      }
    }
    StandardError.write("marquee: \(path) is not in a folder of screens, which contains _types/")
    throw ExitCode(1)
  }
}

extension ValidationOutput: ExpressibleByArgument {}
