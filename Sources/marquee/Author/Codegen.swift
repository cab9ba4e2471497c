import ArgumentParser
import Foundation
import JSONText
import ScreenCodegen
import Screens

/// `marquee codegen`.
struct Codegen: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Generate an app's source code from view types.", subcommands: [CodegenSwift.self])
}

/// `marquee codegen swift`.
struct CodegenSwift: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Generate Swift types for ScreenKit from view types.",
    discussion: """
      Writes a file for each view type, the enum ViewContent of all types, and a registry. They import ScreenKit. \
      Deletes generated files of view types that no longer exist, and leaves other files alone.

      With --check, it writes nothing and exits with 1 if a file is missing or out of date.

      EXAMPLES:
        marquee codegen swift --screens screens --output App/Generated
        marquee codegen swift --output App/Generated --check
      """)

  @Option(
    help: "Folder of screens, which contains _types.", completion: .directory)
  var screens = "screens"

  @Option(
    help: ArgumentHelp("Folder for the generated files; created if missing.", valueName: "folder"),
    completion: .directory)
  var output = "Generated"

  @Flag(help: "Write nothing; exit with 1 if a file is missing, out of date or left over.")
  var check = false

  /// The largest file to read, in bytes. Generated files are much smaller.
  private static let maximumFileBytes = 1 << 26

  func run() throws {
    do {
      let generator = SwiftGenerator(try readViewTypes())
      let folder = GeneratedFolder(generated: generator.files, existing: try readOutput())
      if check {
        for line in folder.lines { StandardOutput.write("\(output)/\(line)") }
        if !folder.isCurrent { throw ExitCode(1) }
        StandardOutput.write("\(output) is up to date")
        return
      }
      guard folder.foreign.isEmpty else {
        for name in folder.foreign {
          StandardError.write(
            "marquee: \(output)/\(name) was not generated, so it is not replaced; move it or choose another folder"
          )
        }
        throw ExitCode(1)
      }
      try write(folder)
      StandardOutput.write(
        "\(output): \(folder.written.count) written, \(folder.deleted.count) deleted, "
          + "\(generator.files.count - folder.written.count) unchanged")
    } catch let error as CommandFailure {
      throw error.exit
    }
  }

  /// The view types, if all are valid.
  private func readViewTypes() throws -> [(name: String, schema: JSONValue)] {
    var contents: FolderContents
    do throws(FolderError) {
      contents = try FolderContents(reading: screens)
    } catch {
      throw CommandFailure("the screens folder \(error.path) cannot be read")
    }
    // Invalid screens do not matter here.
    contents.keep(only: [])
    let checked = FolderImport(checking: contents)
    guard checked.problems.isEmpty else {
      for line in checked.problems.flatMap(\.lines) { StandardError.write(line) }
      throw ExitCode(1)
    }
    return checked.viewTypes.map { (name: $0.key, schema: $0.value) }
  }

  /// The Swift files in the output folder; none if the folder does not exist.
  private func readOutput() throws -> [String: [UInt8]] {
    guard FileManager.default.fileExists(atPath: output) else { return [:] }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: output) else {
      throw CommandFailure("the folder \(output) cannot be read")
    }
    var files: [String: [UInt8]] = [:]
    for name in names where name.hasSuffix(".swift") {
      let file = URL(fileURLWithPath: output).appendingPathComponent(name)
      let values = try? file.resolvingSymlinksInPath().resourceValues(forKeys: [
        .isRegularFileKey, .fileSizeKey,
      ])
      // Anything else was not generated, so it counts as foreign.
      guard values?.isRegularFile == true, values?.fileSize ?? 0 <= Self.maximumFileBytes,
        let data = try? Data(contentsOf: file)
      else {
        files[name] = []
        continue
      }
      files[name] = [UInt8](data)
    }
    return files
  }

  private func write(_ folder: GeneratedFolder) throws {
    let url = URL(fileURLWithPath: output)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      for file in folder.written {
        // Replaced atomically, because a build may be running.
        try OutputFile.write(Array(file.text.utf8), to: "\(output)/\(file.name)")
      }
      for name in folder.deleted { try FileManager.default.removeItem(at: url.appendingPathComponent(name)) }
    } catch let failure as OutputFailure {
      throw failure
    } catch {
      StandardError.write("marquee: cannot write to \(output): \(error.localizedDescription)")
      throw OutputFailure.exitCode
    }
  }
}
