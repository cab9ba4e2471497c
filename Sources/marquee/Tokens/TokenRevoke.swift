import AdminModel
import ArgumentParser
import ProgramOutput
import Screens

/// `marquee token revoke`.
struct TokenRevoke: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Revoke a token.",
    discussion: """
      EXAMPLE:
        marquee token revoke ci
      """)

  @Argument(help: "Name of the token.", transform: { try TokenCommand.name($0) })
  var name: String

  @OptionGroup var folder: TokenFolder
  @OptionGroup var options: ServerOptions

  func run() throws {
    let isDone = try folder.use { (publisher) throws(ScreensError) in
      try publisher.access.revokeToken(name, by: TokenCommand.author)
    }
    if !isDone {
      _ = try options.client().sendExpectingSuccess("DELETE", TokenCommand.path(name))
    }
    StandardOutput.write(
      options.output == .text ? "the token \(name) is revoked" : NamedReference(name: name).text)
  }
}
