import ArgumentParser
import ScreenCodegen

/// `marquee codegen typescript`.
struct CodegenTypeScript: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "typescript",
    abstract: "Generate TypeScript types from view types.",
    discussion: """
      Writes a module for each view type with its types and the functions that decode and encode them, the union \
      ViewContent of all types, decodeScreen, which decodes a response, and a constant for each wire format of the folder. \
      They need no other package. Deletes generated files of view types that no longer exist, and leaves other files alone.

      With --check, it writes nothing and exits with 1 if a file is missing or out of date.

      EXAMPLES:
        marquee codegen typescript --screens screens --output src/generated
        marquee codegen typescript --output src/generated --check
      """)

  @OptionGroup var folder: CodegenFolder

  func run() throws { try folder.update { TypeScriptGenerator($0, formats: $1) } }
}
