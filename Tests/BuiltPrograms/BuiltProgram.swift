package import Foundation

/// A program of this package, as it was built with the tests.
package enum BuiltProgram {
  /// A bundle of tests stands beside the programs on Linux, and holds its executable deeper within on a Mac.
  package static func url(_ name: String) throws -> URL {
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
