import Foundation
import ScreenCodegen
import Testing

/// The code for the shipped view types and wire formats, in `Snapshots/LANGUAGE/`. With the environment variable
/// `WRITE_SNAPSHOTS`, the test writes it.
@Suite struct GeneratedCodeSnapshotTests {
  private static let snapshots = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Snapshots")

  private static func files(_ language: String) throws -> [GeneratedFile] {
    let viewTypes = try ShippedViewTypes.read()
    return switch language {
    case "Swift": SwiftGenerator(viewTypes).files
    case "Kotlin": KotlinGenerator(viewTypes, formats: .shipped, package: .generated, client: .jvm).files
    default: TypeScriptGenerator(viewTypes, formats: .shipped, client: .fetch).files
    }
  }

  @Test(arguments: ["Swift", "Kotlin", "TypeScript"])
  func `the shipped view types give the files of each language`(_ language: String) throws {
    let folder = Self.snapshots.appendingPathComponent(language)
    let files = try Self.files(language)
    if ProcessInfo.processInfo.environment["WRITE_SNAPSHOTS"] != nil {
      try? FileManager.default.removeItem(at: folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for file in files {
        let url = folder.appendingPathComponent(file.name + ".txt")
        try file.text.write(to: url, atomically: true, encoding: .utf8)
      }
    }
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(kept) == Set(files.map { $0.name + ".txt" }))
    for file in files {
      let text = try String(contentsOf: folder.appendingPathComponent(file.name + ".txt"), encoding: .utf8)
      #expect(file.text == text, "\(file.name)")
    }
  }
}
