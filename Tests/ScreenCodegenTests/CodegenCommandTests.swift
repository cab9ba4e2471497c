import BuiltPrograms
import Foundation
import ScreenCodegen
import TestFolders
import Testing

/// `marquee codegen kotlin` and `typescript` keep a folder up to date, as `swift` does.
@Suite struct CodegenCommandTests {
  @Test(arguments: [Language.kotlin, Language.typeScript])
  func `the command writes, checks, and leaves other files alone`(language: Language) throws {
    let folder = try TemporaryFolder()
    let marquee = try BuiltProgram.url("marquee").path
    let output = folder.url.appendingPathComponent("Generated")
    func codegen(_ more: String...) throws -> Toolchain.Outcome {
      try Program.run(
        [
          marquee, "codegen", language.command, "--screens",
          PackageFolder.screens.path, "--output", output.path,
        ] + more)
    }
    #expect(try codegen("--check").status == 1)
    #expect(!FileManager.default.fileExists(atPath: output.path))
    #expect(try codegen().status == 0)
    #expect(try codegen("--check").status == 0)

    // A generated file that was edited, one that no view type needs, one in another language, and one of the app.
    let stale = "OneLineText." + language.fileExtension
    let text = try String(contentsOf: output.appendingPathComponent(stale), encoding: .utf8)
    #expect(text.hasPrefix(language.header + "\n"))
    _ = try folder.write(text + "// by hand\n", to: "Generated/\(stale)")
    _ = try folder.write(language.header + "\n", to: "Generated/Gone." + language.fileExtension)
    _ = try folder.write(Language.swift.header + "\n", to: "Generated/Other.swift")
    _ = try folder.write("// mine\n", to: "Generated/Mine." + language.fileExtension)
    let check = try codegen("--check")
    #expect(check.status == 1)
    #expect(check.output.contains("\(stale) is stale"))
    #expect(check.output.contains("Gone.\(language.fileExtension) belongs to no view type"))
    #expect(!check.output.contains("Mine.") && !check.output.contains("Other."))
    #expect(try codegen().status == 0)
    #expect(try codegen("--check").status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: output.path)
    #expect(names.contains("Mine." + language.fileExtension) && names.contains("Other.swift"))
    #expect(!names.contains("Gone." + language.fileExtension))

    // A file of the app with the name of a generated one.
    _ = try folder.write("// mine\n", to: "Generated/\(stale)")
    let refused = try codegen()
    #expect(refused.status == 1)
    #expect(refused.output.contains("\(stale) was not generated, so it is not replaced"))
    #expect(
      try String(contentsOf: output.appendingPathComponent(stale), encoding: .utf8) == "// mine\n")
  }

  @Test func `the package of Kotlin is in each file`() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run([
      BuiltProgram.url("marquee").path, "codegen", "kotlin", "--package", "com.example.screens", "--screens",
      PackageFolder.screens.path, "--output", folder.url.path,
    ])
    #expect(outcome.status == 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
      let text = try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
      #expect(text.contains("\npackage com.example.screens\n"), "\(name)")
    }
  }

  @Test(arguments: [
    (Language.kotlin, "WireFormat.kt", "public val listCells: WireFormat by format("),
    (Language.typeScript, "WireFormat.ts", "listCells: {"),
  ])
  func `each wire format of the folder is a constant`(language: Language, file: String, constant: String)
    throws
  {
    let folder = try TemporaryFolder()
    try folder.makeFolder("screens")
    try PackageFolder.copyScreens(["_types"], to: folder.url.appendingPathComponent("screens"))
    try folder.makeFolder("screens/_formats")
    _ = try folder.write(
      #"{"screen":{"rows":"$items"},"item":{"kind":"$viewType","...":"$content"},"values":{"screen":{"title":"ONLY"}}}"#,
      to: "screens/_formats/list-cells.json")
    let outcome = try Program.run([
      BuiltProgram.url("marquee").path, "codegen", language.command, "--screens",
      folder.url.appendingPathComponent("screens").path, "--output",
      folder.url.appendingPathComponent("Generated").path,
    ])
    #expect(outcome.status == 0, "\(outcome.output)")
    let text = try String(
      contentsOf: folder.url.appendingPathComponent("Generated/\(file)"), encoding: .utf8)
    #expect(text.contains(constant) && text.contains("The wire format `list-cells`."))
    #expect(text.contains("viewItems") && !text.contains("ONLY"))
  }

  @Test(arguments: ["", "a..b", "a.fun", "1a", "a-b", "a b", ".a", "a\n", String(repeating: "a", count: 201)])
  func `a package that Kotlin refuses is wrong usage`(name: String) throws {
    #expect(KotlinPackage(name) == nil)
    let outcome = try Program.run([BuiltProgram.url("marquee").path, "codegen", "kotlin", "--package", name])
    #expect(outcome.status == 64)
  }
}
