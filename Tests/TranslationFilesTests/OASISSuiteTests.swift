import Foundation
import Testing
import TranslationFiles

/// The files of the OASIS test suite of XLIFF 2.1: github.com/oasis-tcs/xliff-xliff-22, xliff-21/test-suite.
/// `.ci/xliff` fetches it into the folder of `XLIFF_TOOLS`.
@Suite struct OASISSuiteTests {
  /// The invalid files that are read, and why.
  private static let exceptions = [
    "bad_DifferentXmlSpace": "XLIFF 2.1 has no such constraint, and tools add a <target> without xml:space",
    "bad_InvalidFragIdUnknownPrefix": "only the registry of OASIS, on the network, knows all prefixes",
    "bad_MissingNonRemovable2": "tools write an empty <target> for a text that nobody has translated",
    "Bad-slr_sizeInfo-not-integer": "it names no profile, which says what sizes are",
  ]

  @Test func `Reads every valid file, and refuses every invalid one`() throws {
    guard let suite = Self.suite else { return }
    var counts = (read: 0, refused: 0)
    for folder in ["core/valid", "core/in-out", "modules/valid", "core/invalid", "modules/invalid"] {
      for file in try Self.files(in: suite.appending(path: folder)) {
        let name = file.deletingPathExtension().lastPathComponent
        let isValid = !folder.hasSuffix("/invalid")
        let error = Self.error(of: [UInt8](try Data(contentsOf: file)))
        #expect((error == nil) == (isValid || Self.exceptions[name] != nil), "\(name): \(error ?? "read")")
        if isValid { counts.read += 1 } else if error != nil { counts.refused += 1 }
      }
    }
    #expect(counts.read > 0 && counts.refused > 0)
    print("OASIS suite: \(counts.read) valid files are read, \(counts.refused) invalid ones are refused")
    for (name, reason) in Self.exceptions.sorted(by: <) { print("OASIS suite: \(name) is read: \(reason)") }
  }

  private static var suite: URL? {
    let tools = ProcessInfo.processInfo.environment["XLIFF_TOOLS"] ?? ""
    let folder = URL(filePath: tools + "/suite/xliff-21/test-suite")
    guard FileManager.default.fileExists(atPath: folder.path) else {
      print("left out: the OASIS suite of XLIFF; set XLIFF_TOOLS to the folder that .ci/xliff prints")
      return nil
    }
    return folder
  }

  private static func error(of bytes: [UInt8]) -> String? {
    do throws(TranslationFileError) {
      _ = try TranslationFile.read(bytes, as: .xliff21)
      return nil
    } catch {
      return error.description
    }
  }

  private static func files(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "xlf" }.sorted { $0.path < $1.path }
  }
}
