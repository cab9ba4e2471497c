import ArgumentParser
import JSONText
import ProgramOutput
import Screens

/// `marquee show`.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the current definition of a screen, or an earlier version.",
    discussion: """
      EXAMPLES:
        marquee show home
        marquee show home --version 3
      """)

  @Argument(help: "Route of the screen.", transform: { try Route.argument($0) })
  var route: Route

  @Option(help: ArgumentHelp("Version. (default: the current one)", valueName: "number"))
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
