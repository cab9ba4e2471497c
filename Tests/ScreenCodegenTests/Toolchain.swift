import BuiltPrograms
import Foundation
import TestFolders
import Testing

/// The compiler and the formatter of the toolchain that runs the tests.
enum Toolchain {
  typealias Outcome = (status: Int32, output: String)

  /// The object files of ScreenKit, which is built with the tests. Earlier builds may have left others beside them.
  private static func objectsOfScreenKit(in build: URL) throws -> [String] {
    let sources = PackageFolder.url.appendingPathComponent("Sources/ScreenKit").resolvingSymlinksInPath()
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    try #require(!files.isEmpty)
    let folder = build.appendingPathComponent("ScreenKit.build")
    return files.map { folder.appendingPathComponent($0.lastPathComponent + ".o").path }.sorted()
  }

  /// Compiles files into a program that links ScreenKit. Warnings are errors.
  static func compile(_ files: [String], to program: String, in folder: TemporaryFolder) throws -> Outcome {
    let build = try BuiltProgram.url("marquee-demo-app").deletingLastPathComponent()
    return try Program.run(
      [
        "swiftc", "-swift-version", "6", "-warnings-as-errors", "-Onone",
        "-whole-module-optimization", "-module-name", program, "-I",
        build.appendingPathComponent("Modules").path, "-o", folder.url.appendingPathComponent(program).path,
      ] + files + objectsOfScreenKit(in: build))
  }

  /// Lints files with the formatting rules of this package.
  static func lint(_ files: [String]) throws -> Outcome {
    try Program.run(
      [
        "swift", "format", "lint", "--strict", "--configuration",
        PackageFolder.url.appendingPathComponent(".swift-format").path,
      ] + files)
  }

  /// Formats files in place with the formatting rules of this package.
  static func format(_ files: [String]) throws -> Outcome {
    try Program.run(
      [
        "swift", "format", "--in-place", "--configuration",
        PackageFolder.url.appendingPathComponent(".swift-format").path,
      ] + files)
  }
}
