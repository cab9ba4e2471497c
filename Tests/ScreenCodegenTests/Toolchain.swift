import BuiltPrograms
import Foundation
import Testing

/// The compiler and the formatter of the toolchain that runs the tests.
enum Toolchain {
  typealias Outcome = (status: Int32, output: String)

  /// The root of the package, which has `Sources` and `screens`.
  static var package: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  /// Builds the ScreenKit of this package as a module in `folder`.
  static func buildScreenKit(in folder: TemporaryFolder) throws {
    let sources = package.appendingPathComponent("Sources/ScreenKit").resolvingSymlinksInPath()
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map(\.path).sorted()
    try #require(!files.isEmpty)
    let outcome = try Program.run(
      [
        "swiftc", "-swift-version", "6", "-enable-upcoming-feature", "InternalImportsByDefault",
        "-enable-upcoming-feature", "MemberImportVisibility", "-parse-as-library", "-Onone", "-module-name",
        "ScreenKit", "-emit-module", "-emit-module-path",
        folder.url.appendingPathComponent("ScreenKit.swiftmodule").path, "-emit-library", "-static", "-o",
        folder.url.appendingPathComponent("libScreenKit.a").path,
      ] + files)
    try #require(outcome.status == 0, "\(outcome.output)")
  }

  /// Compiles files into a program that uses ScreenKit; a warning is an error.
  static func compile(_ files: [String], to program: String, in folder: TemporaryFolder) throws -> Outcome {
    try Program.run(
      [
        "swiftc", "-swift-version", "6", "-warnings-as-errors", "-Onone",
        "-whole-module-optimization", "-module-name", program, "-I",
        folder.url.path, "-L", folder.url.path, "-lScreenKit", "-o",
        folder.url.appendingPathComponent(program).path,
      ] + files)
  }

  /// What the formatter says of files, with the configuration of this package.
  static func lint(_ files: [String]) throws -> Outcome {
    try Program.run(
      [
        "swift", "format", "lint", "--strict", "--configuration",
        package.appendingPathComponent(".swift-format").path,
      ] + files)
  }

  /// What the formatter makes of files: each is changed in place.
  static func format(_ files: [String]) throws -> Outcome {
    try Program.run(
      [
        "swift", "format", "--in-place", "--configuration",
        package.appendingPathComponent(".swift-format").path,
      ] + files)
  }
}
