import ArgumentParser
import ScreenCodegen

/// `marquee codegen kotlin`.
struct CodegenKotlin: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kotlin",
    abstract: "Generate Kotlin types and a client from view types.",
    discussion: """
      Writes a file for each view type, the sealed interface ViewContent of all types, the type Screen that decodes \
      a response, and a constant of WireFormat for each wire format of the folder. They need kotlinx-serialization-json, \
      and no reflection. Deletes generated files of view types that no longer exist, and leaves other files alone.

      Writes the class ScreenClient, too, which fetches screens, caches them and follows their changes. It needs \
      kotlinx-coroutines-core. It sends requests by java.net.http, with --client android by HttpURLConnection. With \
      --client none there is no client; the other files then compile for Kotlin Multiplatform.

      With --check, it writes nothing and exits with 1 if a file is missing or out of date.

      EXAMPLES:
        marquee codegen kotlin --package com.example.screens --output app/screens
        marquee codegen kotlin --package com.example.screens --output app/screens --client android --check
      """)

  @OptionGroup var folder: CodegenFolder

  @Option(
    name: .customLong("package"),
    help: ArgumentHelp("Package of the generated files. (default: generated)", valueName: "name"),
    transform: Self.package(named:))
  var packageName: KotlinPackage = .generated

  @Option(help: ArgumentHelp("Platform of the client: jvm, android or none.", valueName: "platform"))
  var client = KotlinClient.jvm

  func run() throws {
    try folder.update { KotlinGenerator($0, formats: $1, package: packageName, client: client) }
  }

  private static func package(named name: String) throws -> KotlinPackage {
    guard let package = KotlinPackage(name) else {
      throw ValidationError(
        "'\(name)' is not a package; write identifiers joined by dots, none of them a keyword, such as com.example.screens"
      )
    }
    return package
  }
}

extension KotlinClient: ExpressibleByArgument {}
