import Foundation
import Testing
import TranslationFiles

/// The files of the OASIS test suite of XLIFF 2.1: github.com/oasis-tcs/xliff-xliff-22, xliff-21/test-suite.
/// `.ci/xliff` fetches it into the folder of `XLIFF_TOOLS`.
@Suite struct OASISSuiteTests {
  @Test func `Reads every valid file`() throws {
    guard let suite = Self.suite else { return }
    var count = 0
    for folder in ["core/valid", "core/in-out", "modules/valid"] {
      for file in try Self.files(in: suite.appending(path: folder)) {
        #expect(throws: Never.self, "\(file.lastPathComponent)") { try Self.read(file) }
        count += 1
      }
    }
    #expect(count > 0)
    print("\(count) valid files of the OASIS suite")
  }

  /// The reader does not validate what it skips, such as modules and the attributes of inline elements. It refuses what
  /// leaves a text, its order, its language or its state unclear.
  @Test(arguments: [
    "DataIdNotUnique", "InvalidDataRef", "InvalidDataRefEnd", "InvalidDataRefStart", "UnknownDataRefValue",
    "UnknownDataRefStartValue", "UnknownDataRefEndValue", "DataRefWithoutOriginalData", "InvalidStateValue",
    "NoTrgLangWithIgnorable", "OrderNotUnique1", "OrderNotUnique2",
    "TwoSourceInUnit", "WrongSourceLang", "WrongTargetLang",
  ])
  func `Refuses files whose texts are unclear`(name: String) throws {
    guard let suite = Self.suite else { return }
    #expect(throws: TranslationFileError.self) {
      try Self.read(suite.appending(path: "core/invalid/bad_\(name).xlf"))
    }
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

  private static func read(_ file: URL) throws {
    _ = try TranslationFile.read([UInt8](try Data(contentsOf: file)), as: .xliff21)
  }

  private static func files(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "xlf" }
  }
}
