import AdminModel
import ArgumentParser
import JSONText
import ProgramOutput
import Screens

/// `marquee token create`.
struct TokenCreate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create a token and print it.",
    discussion: """
      The token is printed once and cannot be read later.

      EXAMPLES:
        marquee token create --name ci --scope publish
        marquee token create --name ci --scope publish --data /var/lib/marquee
      """)

  enum Scope: String, ExpressibleByArgument, CaseIterable {
    case read, edit, publish
  }

  @Option(
    help: "Name of the token, which histories show as the author.", transform: { try TokenCommand.name($0) })
  var name: String

  @Option(help: "Rights of the token: to read, to edit drafts, or to publish.")
  var scope: Scope

  @OptionGroup var folder: TokenFolder
  @OptionGroup var options: ServerOptions

  func run() throws {
    let isDone = try folder.use { (publisher) throws(ScreensError) in
      let scope = AccessScope(rawValue: scope.rawValue) ?? .read
      let made = try publisher.access.createToken(name, scope: scope, by: TokenCommand.author)
      let json: JSONValue = [
        "name": .string(name), "scope": .string(scope.rawValue), "token": .string(made.secret),
      ]
      StandardOutput.write(options.output == .text ? made.secret : json.text)
    }
    if isDone { return }
    let body: JSONValue = ["scope": .string(scope.rawValue)]
    let client = try options.client()
    let response = try client.sendExpectingSuccess(
      "PUT", TokenCommand.path(name), body: body.serialized())
    guard options.output == .text else {
      StandardOutput.write(String(decoding: response.body, as: UTF8.self))
      return
    }
    let created = try client.decoded(response, as: CreatedToken.self)
    // Only the token, so that a script can read it.
    StandardOutput.write(printable(created.secret))
  }
}
