import ArgumentParser
import Foundation
import JSONText
import ScreenMock
import Screens

/// `marquee validate`.
struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks a folder of screens, or single files, without a server.",
    discussion:
      "The findings go to standard output, a line each. Exits with 0 when all is valid, else with 1.")

  @Argument(help: "Folders of screens, or files in one. (default: screens)")
  var paths: [String] = []

  @Option(help: "How findings are written: text, json, github for annotations of a workflow, or sarif.")
  var output = ValidationOutput.text

  @Option(help: "A file of releases, {\"ios/1.3.0\": {\"viewTypes\": […]}}: says what each would not show.")
  var releases: String?

  @Option(help: "What becomes of a screen of which a supported release drops items: refuse.")
  var gate: GateOption?

  func run() throws {
    var validation = Validation()
    let releases = try self.releases.map(readReleases) ?? []
    for path in paths.isEmpty ? ["screens"] : paths {
      let target = try Self.folder(of: path)
      do throws(FolderError) {
        var contents = try FolderContents(reading: target.folder)
        // What a scenario makes of screens can't be told without them.
        let isScenario = target.file?.hasPrefix("_scenarios/") ?? false
        if let file = target.file, !isScenario { contents.keep(only: [file]) }
        let check = FolderImport(checking: contents, releases: releases, gate: gate?.gate)
        let wrong = ScenarioFiles.read(
          check.scenarios, catalogue: check.catalogue, screens: check.current, namedAlone: false
        ).problems
        if let file = target.file, isScenario {
          let found = wrong.filter { $0.path.hasSuffix(file) }
          validation.problems += found
          validation.validFiles += found.isEmpty ? 1 : 0
          continue
        }
        validation.problems += check.problems + wrong
        validation.impacts += check.impacts
        validation.validFiles += check.validFiles + check.scenarios.count - wrong.count
      } catch {
        StandardError.write("marquee: the screens folder \(error.path) cannot be read")
        throw ExitCode(1)
      }
    }
    let report = output.write(validation)
    if !report.isEmpty { StandardOutput.write(report) }
    if !validation.isValid { throw ExitCode(1) }
  }

  private func readReleases(_ path: String) throws -> [Release] {
    guard let data = FileManager.default.contents(atPath: path) else {
      StandardError.write("marquee: the releases \(path) cannot be read")
      throw ExitCode(1)
    }
    let text = [UInt8](data)
    var diagnostics: Diagnostics
    do {
      return try ReleaseReader.readAll(try JSONDocument(text))
    } catch let error as JSONSyntaxError {
      diagnostics = Diagnostics(error)
    } catch let error as InvalidDocument {
      diagnostics = error.diagnostics
    }
    var validation = Validation()
    validation.problems = [FileProblem(path: path, diagnostics: diagnostics, text: text)]
    StandardOutput.write(output.write(validation))
    throw ExitCode(1)
  }

  /// A file is checked with the view types and formats of the folder that it is in.
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
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    var file: [String] = []
    while let last = parts.popLast() {
      file.insert(last, at: 0)
      let folder = parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
      if FileManager.default.fileExists(atPath: folder + "/_types") {
        return (folder, file.joined(separator: "/"))
      }
    }
    StandardError.write("marquee: \(path) is in no folder that has _types/")
    throw ExitCode(1)
  }
}

extension ValidationOutput: ExpressibleByArgument {}

/// `--gate refuse`.
enum GateOption: String, ExpressibleByArgument, CaseIterable {
  case refuse

  var gate: Definition.Gate { .refuse }
}
