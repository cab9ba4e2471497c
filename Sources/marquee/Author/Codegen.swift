import ArgumentParser

/// `marquee codegen`.
struct Codegen: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Generate an app's source code from view types.",
    subcommands: [CodegenSwift.self, CodegenKotlin.self, CodegenTypeScript.self])
}
