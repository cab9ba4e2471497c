import Foundation
import JSONText
import ScreenSchemas
import Screens
import TestFolders
import Testing

/// The schemas against the mistakes in `Tests/ScreensTests/Mistakes`. `.ci/schemas` checks the same with a validator of
/// other people.
@Suite struct MistakeSchemaTests {
  /// What a schema cannot say, with reasons. A new mistake is either refused or gets a place here.
  private struct NotExpressible: Decodable {
    /// Codes of findings about which no schema can know.
    let codes: [String: String]
    /// Files whose mistake depends on more than the structure of one document.
    let files: [String: String]

    init() throws {
      let url = PackageFolder.url.appending(path: "Tests/ScreenSchemasTests/NotExpressible.json")
      self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: url))
    }
  }

  private static let mistakes = PackageFolder.url.appending(
    path: "Tests/ScreensTests/Mistakes", directoryHint: .isDirectory)

  /// All subjects but the files of releases, which stand in no folder of screens.
  static var subjects: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: mistakes.path(percentEncoded: false))
        .filter { $0 != "releases" }.sorted()
    }
  }

  /// Reads the mistakes of a subject in one folder of screens with the view types and formats that Marquee ships.
  private func read(_ subject: String) throws -> EditedFolder {
    let files = FileManager.default
    let folder = try TemporaryFolder()
    try PackageFolder.copyScreens(["_types", "_formats"], to: folder.url)
    let source = Self.mistakes.appending(path: subject, directoryHint: .isDirectory)
    for path in try files.subpathsOfDirectory(atPath: source.path(percentEncoded: false))
    where path.hasSuffix(".json") {
      try folder.write(Data(contentsOf: source.appending(path: path)), to: path)
    }
    return try EditedFolder(folder.path)
  }

  @Test(arguments: try subjects)
  func `a schema refuses each mistake that it can express, and accepts valid files`(subject: String) throws {
    let exceptions = try NotExpressible()
    let folder = try read(subject)
    let shipped = Set(try EditedFolder.shipped().contents.files.map(\.path))
    for file in folder.contents.files where !shipped.contains(file.path) {
      let codes = folder.codes(of: file.path)
      let name = "\(subject)/\(file.path)"
      let isAccepted = try folder.accepts(file.text, as: FileKind(file.kind))
      if codes.isEmpty || exceptions.files[name] != nil {
        #expect(isAccepted, "\(name)")
      } else if !codes.isSubset(of: exceptions.codes.keys) {
        #expect(!isAccepted, "\(name): \(codes.sorted())")
      }
    }
  }

  @Test func `every exception belongs to a mistake`() throws {
    let exceptions = try NotExpressible()
    #expect(Set(exceptions.codes.keys).isSubset(of: Diagnostic.Code.allCases.map(\.rawValue)))
    for file in exceptions.files.keys {
      let path = Self.mistakes.appending(path: file).path(percentEncoded: false)
      #expect(FileManager.default.fileExists(atPath: path), "\(file)")
    }
  }

  @Test func `every shipped file is accepted`() throws {
    let folder = try EditedFolder.shipped()
    #expect(folder.check.problems.isEmpty)
    #expect(folder.contents.files.count > 25)
    for file in folder.contents.files {
      #expect(try folder.accepts(file.text, as: FileKind(file.kind)), "\(file.path)")
    }
  }
}
