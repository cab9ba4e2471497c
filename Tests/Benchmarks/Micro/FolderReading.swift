import Foundation
import Screens

/// The import of a folder with 200 screens that are not published yet.
enum FolderReading {
  private static let count = 200

  /// - Parameter screens: the folder whose view types and wire formats are used.
  static func benchmark(screens: String) throws -> Benchmark {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let source = URL(fileURLWithPath: screens)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["_types", "_formats"] {
      try FileManager.default.copyItem(
        at: source.appendingPathComponent(name), to: folder.appendingPathComponent(name))
    }
    // Names that are near each other: that is where a search for the nearest one takes longest.
    for number in 0..<count {
      try FileManager.default.copyItem(
        at: source.appendingPathComponent("welcome.json"),
        to: folder.appendingPathComponent("welcome-\(1000 + number).json"))
    }
    let contents = try FolderContents(reading: folder.path)
    return Benchmark(name: "import") { times in
      var total = 0
      for _ in 0..<times { total += FolderImport(checking: contents).screens.count }
      guard total == times * count else { throw BenchmarkError("the screens are not imported") }
      return total
    }
  }
}
