package import Foundation
import TestFolders

/// A program of this package, from the same build as the tests.
package enum BuiltProgram {
  /// The variable with the folder of the programs, if they come from another build than the tests: one with a
  /// sanitizer, or a release build.
  private static let folderVariable = "MARQUEE_TEST_PROGRAMS"

  /// The URL of a program. On Linux, the bundle of tests is beside the programs; on a Mac, its executable is deeper
  /// within.
  /// - Throws: `CocoaError` if the program is not built.
  package static func url(_ name: String) throws -> URL {
    if let folder = ProcessInfo.processInfo.environment[folderVariable] {
      return URL(filePath: folder).appending(path: name)
    }
    let bundles = CommandLine.arguments.filter { $0.contains(".xctest") }.map { URL(fileURLWithPath: $0) }
    for start in bundles + [Bundle.main.executableURL].compactMap(\.self) {
      var folder = start.deletingLastPathComponent()
      while folder.path != "/" {
        let program = folder.appendingPathComponent(name)
        let values = try? program.resourceValues(forKeys: [.isRegularFileKey, .isExecutableKey])
        if values?.isRegularFile == true, values?.isExecutable == true { return program }
        folder = folder.deletingLastPathComponent()
      }
    }
    throw CocoaError(.fileNoSuchFile)
  }
}
