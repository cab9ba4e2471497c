import ArgumentParser
import Foundation
import JSONText
import ProgramOutput
import ScreenCodegen
import Screens

/// The options of each `marquee codegen` command, and the folder that it keeps up to date.
struct CodegenFolder: ParsableArguments {
  @Option(
    help: ArgumentHelp("Folder of screens, which contains _types and _formats.", valueName: "folder"),
    completion: .directory)
  var screens = "screens"

  @Option(
    help: ArgumentHelp("Folder for the generated files; created if missing.", valueName: "folder"),
    completion: .directory)
  var output = "Generated"

  @Flag(help: "Write nothing; exit with 1 if a file is missing, out of date or left over.")
  var check = false

  /// The largest file to read, in bytes. Generated files are much smaller.
  private static let maximumFileBytes = 1 << 26

  /// Writes the generated files, or checks them.
  func update(
    _ generate: (_ viewTypes: [(name: String, schema: JSONValue)], _ formats: FormatConstants) ->
      some Generator
  ) throws {
    do {
      let folder = try readFolder()
      try bringUpToDate(
        generate(
          folder.documents[.viewType].map { (name: $0.key, schema: $0.value) },
          FormatConstants(
            shipped: ShippedFormats.all.map { (name: $0.name, document: $0.format) },
            folder.documents[.format].map { (name: $0.key, document: $0.value) })))
    } catch let error as CommandError {
      throw error.exit
    }
  }

  private func bringUpToDate<Source: Generator>(_ generator: Source) throws {
    let folder = GeneratedFolder(
      generated: generator.files, existing: try readOutput(Source.language), language: Source.language)
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
  }

  /// The view types and formats, if all are valid.
  private func readFolder() throws -> FolderImport {
    var contents: FolderContents
    do throws(FolderError) {
      contents = try FolderContents(reading: screens)
    } catch {
      throw CommandError(error)
    }
    // Invalid screens do not matter here.
    contents.keep(only: [])
    let checked = FolderImport(checking: contents)
    guard checked.problems.isEmpty else {
      for line in checked.problems.flatMap(\.lines) { StandardError.write(line) }
      throw ExitCode(1)
    }
    return checked
  }

  /// The source files in the output folder; none if the folder does not exist.
  private func readOutput(_ language: Language) throws -> [String: [UInt8]] {
    guard FileManager.default.fileExists(atPath: output) else { return [:] }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: output) else {
      throw CommandError("the folder \(output) cannot be read")
    }
    var files: [String: [UInt8]] = [:]
    for name in names where language.isSource(name) {
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
    } catch let failure as OutputError {
      throw failure
    } catch {
      StandardError.write("marquee: cannot write to \(output): \(error.localizedDescription)")
      throw OutputError.exitCode
    }
  }
}
