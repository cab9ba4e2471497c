import ArgumentParser
import JSONText
import Screens

/// `marquee show`.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes the definition that is in force, or that of an earlier version.")

  @Argument(help: "The route of the screen.", transform: { try Route.argument($0) })
  var route: Route

  @Option(help: "The version. (default: the current one)")
  var version: Int?

  @OptionGroup var options: ServerOptions

  func run() throws {
    let definition = try options.client().document(
      route.adminPath, parameters: version.map { [("version", String($0))] } ?? [])
    switch options.output {
    case .text: StandardOutput.write(IndentedJSON.text(definition))
    case .json: StandardOutput.write(definition.text)
    }
  }
}
