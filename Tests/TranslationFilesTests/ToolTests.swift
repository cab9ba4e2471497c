import BuiltPrograms
import Foundation
import JSONText
import TestFolders
import Testing
import TranslationFiles

/// Other programs that read XLIFF judge our files. `XLIFF_TOOLS` is the folder that `.ci/xliff` prints.
@Suite struct ToolTests {
  private static let tools = ProcessInfo.processInfo.environment["XLIFF_TOOLS"]

  @Test(arguments: [TranslationFormat.xliff21, .xliff12])
  func `translate-toolkit reads our files, and we read what it writes`(format: TranslationFormat) throws {
    let python = (Self.tools ?? "") + "/venv/bin/python"
    guard FileManager.default.isExecutableFile(atPath: python) else {
      print("left out: translate-toolkit; set XLIFF_TOOLS to the folder that .ci/xliff prints")
      return
    }
    // The toolkit drops <cp>.
    var random = RandomUnits(seed: 3, hasControls: false)
    let file = random.file(500)
    let folder = try TemporaryFolder()
    let input = try folder.write(try file.written(as: format).bytes, to: "in.xlf")
    let script = PackageFolder.url.appending(path: "Tests/XLIFF/rewrite.py").path
    let outcome = try Program.run([python, script, input, folder.path("out.xlf")])
    try #require(outcome.status == 0, "\(outcome.output.prefix(4_000))")
    let units = try #require(try JSONParser.parse(outcome.output).arrayValue)
    try #require(units.count == file.units.count)
    for (unit, expected) in zip(units, file.units) {
      try #require(unit["source"] == .string(expected.source))
      try #require(unit["target"] == .string(expected.target ?? ""))
      // In 1.2, the toolkit trusts only what is approved.
      let isFuzzy = expected.state == .needsReview || format == .xliff12 && expected.state == .translated
      try #require(unit["fuzzy"] == .bool(isFuzzy && expected.target?.isEmpty == false))
    }
    try expectEqual(try TranslationFile.read(folder.bytes(of: "out.xlf"), as: format).file, file)
  }

  @Test(arguments: [
    (TranslationFormat.xliff21, "xliff_core_2.0.xsd"), (.xliff12, "xliff-core-1.2-transitional.xsd"),
  ])
  func `Our files have the form of the schemas of OASIS`(format: TranslationFormat, name: String) throws {
    let schema = (Self.tools ?? "") + "/schemas/\(name)"
    guard FileManager.default.fileExists(atPath: schema),
      try Program.run(["xmllint", "--version"]).status == 0
    else {
      print(
        "left out: xmllint with the schemas of XLIFF; set XLIFF_TOOLS to the folder that .ci/xliff prints")
      return
    }
    var random = RandomUnits(seed: 4)
    let folder = try TemporaryFolder()
    let input = try folder.write(try random.file(500).written(as: format).bytes, to: "in.xlf")
    let outcome = try Program.run(["xmllint", "--nonet", "--noout", "--schema", schema, input])
    #expect(outcome.status == 0, "\(outcome.output.prefix(4_000))")
  }
}
