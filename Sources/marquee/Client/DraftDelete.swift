import ArgumentParser
import JSONText
import Screens

/// `marquee draft delete`.
struct DraftDelete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Throws the draft of a screen away.")

  @Argument(help: "The route of the screen.", transform: { try Route.argument($0) })
  var route: Route

  @OptionGroup var options: ServerOptions

  func run() throws {
    let answer = try options.client().accepted("DELETE", route.adminPath + "/draft")
    StandardOutput.write(
      options.output == .text ? "\(route): draft deleted" : String(decoding: answer.body, as: UTF8.self))
  }
}
