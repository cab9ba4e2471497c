import ArgumentParser
import Foundation
import JSONText
import ScreenCodegen
import Screens

/// `marquee codegen`.
struct Codegen: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes an app's source from the view types.", subcommands: [CodegenSwift.self])
}

/// `marquee codegen swift`.
struct CodegenSwift: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Writes the Swift of every view type: what an app with ScreenKit decodes.",
    discussion: """
      A file for each view type, the enum ViewContent of them all and a registry; they import ScreenKit.

        marquee codegen swift --screens screens --output App/Generated

      Generated files that no view type needs any more are deleted; files of your own are left alone. With
      --check nothing is written: exits with 1 when the folder is not as it would be written.
      """)

  @Option(help: "The folder of screens, whose view types are in _types.")
  var screens = "screens"

  @Option(help: "The folder for the generated files; it is made if it is not there.")
  var output = "Generated"

  @Flag(help: "Write nothing; exit with 1 when a file is missing, stale or left over.")
  var check = false

  /// Bytes of a file that is looked at: no generated file comes near it.
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
          StandardError.write("marquee: \(output)/\(name) is in the way: it was not generated")
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

  /// The view types, all of them valid.
  private func readViewTypes() throws -> [(name: String, schema: JSONValue)] {
    var contents: FolderContents
    do throws(FolderError) {
      contents = try FolderContents(reading: screens)
    } catch {
      throw CommandFailure("the screens folder \(error.path) cannot be read")
    }
    // A fault of a screen is no fault of the view types.
    contents.keep(only: [])
    let checked = FolderImport(checking: contents)
    guard checked.problems.isEmpty else {
      for line in checked.problems.flatMap(\.lines) { StandardError.write(line) }
      throw ExitCode(1)
    }
    return checked.viewTypes.map { (name: $0.key, schema: $0.value) }
  }

  /// The Swift files that are in the output folder; none when there is no such folder.
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
      // What is no file, too large or can't be read is somebody's own.
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
        // Atomic: a build that runs meanwhile sees the old text or the new one.
        try Data(file.text.utf8).write(to: url.appendingPathComponent(file.name), options: .atomic)
      }
      for name in folder.deleted { try FileManager.default.removeItem(at: url.appendingPathComponent(name)) }
    } catch {
      throw CommandFailure("cannot write to \(output): \(error.localizedDescription)")
    }
  }
}
