import ArgumentParser
import ScreenCodegen

/// `marquee codegen typescript`.
struct CodegenTypeScript: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "typescript",
    abstract: "Generate TypeScript types and a client from view types.",
    discussion: """
      Writes a module for each view type with its types and the functions that decode and encode them, the union \
      ViewContent of all types, decodeScreen, which decodes a response, and a constant for each wire format of the folder. \
      They need no other package. Deletes generated files of view types that no longer exist, and leaves other files alone.

      Writes the class ScreenClient, too, which fetches screens, caches them and follows their changes. It sends \
      requests by fetch. With --client none there is no client, for a project without the types of the DOM.

      With --check, it writes nothing and exits with 1 if a file is missing or out of date.

      EXAMPLES:
        marquee codegen typescript --screens screens --output src/generated
        marquee codegen typescript --output src/generated --check
      """)

  @OptionGroup var folder: CodegenFolder

  @Option(
    help: ArgumentHelp("What the client sends requests by: fetch, or none for no client.", valueName: "kind"))
  var client = TypeScriptClient.fetch

  func run() throws { try folder.update { TypeScriptGenerator($0, formats: $1, client: client) } }
}

extension TypeScriptClient: ExpressibleByArgument {}
