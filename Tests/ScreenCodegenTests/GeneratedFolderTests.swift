import ScreenCodegen
import Testing

@Suite struct GeneratedFolderTests {
  private let files = [
    GeneratedFile(name: "A.swift", text: GeneratedFile.header + "\nA\n"),
    GeneratedFile(name: "B.swift", text: GeneratedFile.header + "\nB\n"),
  ]
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `a folder with the same files is current`() {
    let existing = [
      "A.swift": bytes(files[0].text), "B.swift": bytes(files[1].text), "Own.swift": bytes("let x = 1\n"),
    ]
    let folder = GeneratedFolder(generated: files, existing: existing)
    #expect(folder.isCurrent)
    #expect(folder.written.isEmpty && folder.deleted.isEmpty && folder.lines.isEmpty)
  }

  @Test func `missing, stale and extra files are listed`() {
    let existing = [
      "B.swift": bytes(GeneratedFile.header + "\nold\n"), "C.swift": bytes(GeneratedFile.header + "\n"),
      "C.txt": bytes(GeneratedFile.header + "\n"), "Own.swift": bytes("// mine\n"),
    ]
    let folder = GeneratedFolder(generated: files, existing: existing)
    #expect(!folder.isCurrent)
    #expect(folder.written == files)
    #expect(folder.deleted == ["C.swift"])
    #expect(
      folder.lines == ["A.swift is missing", "B.swift is stale", "C.swift belongs to no view type"])
  }

  @Test func `a file that was not generated is never overwritten`() {
    let folder = GeneratedFolder(
      generated: files,
      existing: ["A.swift": bytes("// mine\n"), "C.swift": bytes(GeneratedFile.header + "\n")])
    #expect(folder.foreign == ["A.swift"])
    #expect(folder.written.isEmpty && folder.deleted.isEmpty && !folder.isCurrent)
    #expect(folder.lines.last == "A.swift was not generated and has the name of a generated file; rename it")
  }
}
