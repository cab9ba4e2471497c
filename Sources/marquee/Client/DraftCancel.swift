import ArgumentParser
import JSONText
import Screens

/// `marquee draft cancel`.
struct DraftCancel: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Takes back the time at which a draft is to be published.")

  @Argument(help: "The route of the screen.", transform: { try Route.argument($0) })
  var route: Route

  @OptionGroup var options: ServerOptions

  func run() throws {
    let answer = try options.client().accepted("DELETE", route.adminPath + "/publish")
    StandardOutput.write(
      options.output == .text
        ? "\(route): no longer to be published" : String(decoding: answer.body, as: UTF8.self))
  }
}
