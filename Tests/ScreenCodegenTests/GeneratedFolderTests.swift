import ScreenCodegen
import Testing

@Suite struct GeneratedFolderTests {
  private let files = [
    GeneratedFile(name: "A.swift", text: Language.swift.header + "\nA\n"),
    GeneratedFile(name: "B.swift", text: Language.swift.header + "\nB\n"),
  ]
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `a folder with the same files is current`() {
    let existing = [
      "A.swift": bytes(files[0].text), "B.swift": bytes(files[1].text), "Own.swift": bytes("let x = 1\n"),
    ]
    let folder = GeneratedFolder(generated: files, existing: existing, language: .swift)
    #expect(folder.isCurrent)
    #expect(folder.written.isEmpty && folder.deleted.isEmpty && folder.lines.isEmpty)
  }

  @Test func `missing, stale and extra files are listed`() {
    let existing = [
      "B.swift": bytes(Language.swift.header + "\nold\n"), "C.swift": bytes(Language.swift.header + "\n"),
      "C.txt": bytes(Language.swift.header + "\n"), "Own.swift": bytes("// mine\n"),
    ]
    let folder = GeneratedFolder(generated: files, existing: existing, language: .swift)
    #expect(!folder.isCurrent)
    #expect(folder.written == files)
    #expect(folder.deleted == ["C.swift"])
    #expect(
      folder.lines == ["A.swift is missing", "B.swift is stale", "C.swift belongs to no view type"])
  }

  @Test func `a file that was not generated is never overwritten`() {
    let folder = GeneratedFolder(
      generated: files,
      existing: ["A.swift": bytes("// mine\n"), "C.swift": bytes(Language.swift.header + "\n")],
      language: .swift)
    #expect(folder.foreign == ["A.swift"])
    #expect(folder.written.isEmpty && folder.deleted.isEmpty && !folder.isCurrent)
    #expect(folder.lines.last == "A.swift was not generated and has the name of a generated file; rename it")
  }

  @Test func `files of another language are left alone`() {
    let folder = GeneratedFolder(
      generated: [GeneratedFile(name: "A.kt", text: Language.kotlin.header + "\nA\n")],
      existing: [
        "B.kt": bytes(Language.kotlin.header + "\n"), "C.kt": bytes(Language.typeScript.header + "\n"),
        "A.swift": bytes(Language.swift.header + "\n"),
      ], language: .kotlin)
    #expect(folder.lines == ["A.kt is missing", "B.kt belongs to no view type"])
  }
}
