import ArgumentParser
import ScreenCodegen

/// `marquee codegen swift`.
struct CodegenSwift: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Generate Swift types for ScreenKit from view types.",
    discussion: """
      Writes a file for each view type, the enum ViewContent of all types, and a registry. They import ScreenKit. \
      Deletes generated files of view types that no longer exist, and leaves other files alone.

      With --check, it writes nothing and exits with 1 if a file is missing or out of date.

      EXAMPLES:
        marquee codegen swift --screens screens --output App/Generated
        marquee codegen swift --output App/Generated --check
      """)

  @OptionGroup var folder: CodegenFolder

  func run() throws { try folder.update { viewTypes, _ in SwiftGenerator(viewTypes) } }
}
