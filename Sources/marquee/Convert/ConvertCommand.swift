import ArgumentParser
import FileSystem
import Foundation
import JSONText
import ProgramOutput
import ScreenCapture
import ScreenMock
import Screens

/// `marquee convert`.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Make endpoints from the files of another mock server.",
    discussion: """
      Writes files of _endpoints/ and _assets/, and lists by file and member what has no counterpart. Exits with 0 if \
      everything was converted, else with 1. Existing files are never replaced.

      EXAMPLES:
        marquee convert json-server db.json
        marquee convert wiremock wiremock --screens new --allow-left-out
      """,
    subcommands: [ConvertJSONServer.self, ConvertWireMock.self])
}

/// `marquee convert json-server`.
struct ConvertJSONServer: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "json-server", abstract: "Make collections from the database of json-server.")

  @Argument(help: "The database, such as db.json.", completion: .file(extensions: ["json"]))
  var file: String

  @OptionGroup var output: ConversionOutput

  func run() throws {
    try output.write(ConvertedEndpoints(jsonServer: try ConversionInput.json(file), file: file))
  }
}

/// `marquee convert wiremock`.
struct ConvertWireMock: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wiremock", abstract: "Make endpoints from the stub mappings of WireMock.")

  @Argument(help: "The folder that has mappings/ and __files/.", completion: .directory)
  var folder: String

  @Flag(help: "Read templates in all responses, as WireMock does with this flag.")
  var globalResponseTemplating = false

  @OptionGroup var output: ConversionOutput

  func run() throws {
    let mappings = folder + "/mappings"
    guard let paths = try? FileManager.default.subpathsOfDirectory(atPath: mappings) else {
      throw CommandError("\(printable(folder)) has no folder mappings").exit
    }
    let files = try paths.filter { $0.hasSuffix(".json") }.sorted().map {
      (file: "\(mappings)/\($0)", json: try ConversionInput.json("\(mappings)/\($0)"))
    }
    let converted = ConvertedEndpoints(wireMock: files, isTemplated: globalResponseTemplating) { name in
      let path = "\(folder)/__files/\(name)"
      guard
        FileAccess.isWithin(
          FileAccess.realPath(path), folder: FileAccess.realPath(folder + "/__files") ?? ""),
        case .success(let bytes) = FileAccess.bytes(of: path, limit: AssetFolder.maximumBytes)
      else { return nil }
      return bytes
    }
    try output.write(converted)
  }
}

private enum ConversionInput {
  /// The value of a file.
  static func json(_ path: String) throws -> JSONValue {
    guard case .success(let text) = FileAccess.bytes(of: path, limit: 64 << 20) else {
      throw CommandError.unreadable(path).exit
    }
    do throws(JSONSyntaxError) {
      return try JSONDocument(text).value
    } catch {
      let problem = FileProblem(path: path, diagnostics: Diagnostics(error), text: text)
      throw CommandError(problem.lines.joined(separator: "\n")).exit
    }
  }
}

/// Where converted endpoints are written.
struct ConversionOutput: ParsableArguments {
  @Option(
    help: ArgumentHelp("Folder of screens; created if missing.", valueName: "folder"),
    completion: .directory)
  var screens = "screens"

  @Flag(help: "Exit with 0 although something has no counterpart.")
  var allowLeftOut = false

  /// Writes the assets and the valid endpoints, and lists what is left out.
  func write(_ converted: ConvertedEndpoints) throws {
    let contents: FolderContents
    do {
      try FileManager.default.createDirectory(atPath: screens, withIntermediateDirectories: true)
      contents = try FolderContents(reading: screens)
    } catch let error as FolderError {
      throw CommandError(error).exit
    } catch {
      throw CommandError("cannot create \(printable(screens)): \(error.localizedDescription)").exit
    }
    var newFiles = NewFiles(in: screens)
    do throws(CommandError) {
      let paths = converted.files.map { ConvertedFiles.path(of: $0.name) }
      try newFiles.check(paths + converted.assets.map { "_assets/\($0.name)" })
    } catch {
      throw error.exit
    }
    // Written first: endpoints are checked against them.
    for asset in converted.assets { try newFiles.write(asset.bytes, to: "_assets/\(asset.name)") }
    let files = ConvertedFiles(converted, in: contents)
    for file in files.valid { try newFiles.write(file.text, to: file.path) }
    var lines = converted.leftOut.map(\.text) + files.problems
    let isComplete = lines.isEmpty
    lines += converted.notes.map { printable("note: \($0)") }
    lines.append("\(counted(files.valid.count, "endpoint")) written to \(printable(screens))/_endpoints")
    if !converted.assets.isEmpty {
      lines.append("\(counted(converted.assets.count, "file")) written to \(printable(screens))/_assets")
    }
    StandardOutput.write(lines.joined(separator: "\n"))
    if !isComplete, !allowLeftOut { throw ExitCode(1) }
  }
}
