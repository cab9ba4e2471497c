import ArgumentParser
import JSONText
import ProgramOutput
import Screens

/// `marquee draft delete`.
struct DraftDelete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete the draft of a screen.",
    discussion: """
      EXAMPLE:
        marquee draft delete home
      """)

  @Argument(help: "Route of the screen.", transform: { try Route.argument($0) })
  var route: Route

  @OptionGroup var options: ServerOptions

  func run() throws {
    let response = try options.client().sendExpectingSuccess("DELETE", route.adminPath + "/draft")
    StandardOutput.write(
      options.output == .text ? "\(route): draft deleted" : String(decoding: response.body, as: UTF8.self))
  }
}
