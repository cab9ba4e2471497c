import ArgumentParser
import JSONText
import ProgramOutput
import Screens

/// `marquee draft cancel`.
struct DraftCancel: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Cancel the scheduled publication of a draft.",
    discussion: """
      The draft is kept.

      EXAMPLE:
        marquee draft cancel home
      """)

  @Argument(help: "Route of the screen.", transform: { try Route.argument($0) })
  var route: Route

  @OptionGroup var options: ServerOptions

  func run() throws {
    let response = try options.client().sendExpectingSuccess("DELETE", route.adminPath + "/publish")
    StandardOutput.write(
      options.output == .text
        ? "\(route): no longer to be published" : String(decoding: response.body, as: UTF8.self))
  }
}
