import ArgumentParser
import JSONText
import Screens

/// `marquee token create`.
struct TokenCreate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Makes a token and writes it, this once.")

  enum Scope: String, ExpressibleByArgument, CaseIterable {
    case read, edit, publish
  }

  @Option(help: "Whose it is: the name that stands in histories.", transform: { try TokenCommand.name($0) })
  var name: String

  @Option(help: "What it allows: to read, to edit drafts, or to publish.")
  var scope: Scope

  @OptionGroup var folder: TokenFolder
  @OptionGroup var options: ServerOptions

  func run() throws {
    let isDone = try folder.use { (publisher) throws(ScreensError) in
      let scope = AccessScope(rawValue: scope.rawValue) ?? .read
      let made = try publisher.createToken(name, scope: scope, by: TokenCommand.author)
      let json: JSONValue = [
        "name": .string(name), "scope": .string(scope.rawValue), "token": .string(made.secret),
      ]
      StandardOutput.write(options.output == .text ? made.secret : json.text)
    }
    if isDone { return }
    let body: JSONValue = ["scope": .string(scope.rawValue)]
    let answer = try options.client().accepted("PUT", TokenCommand.path(name), body: body.serialized())
    guard options.output == .text else {
      StandardOutput.write(String(decoding: answer.body, as: UTF8.self))
      return
    }
    guard let token = answer.json?["token"]?.stringValue else {
      StandardError.write("marquee: the answer has no token")
      throw ExitCode(1)
    }
    // The token alone, so that a script can take it.
    StandardOutput.write(printable(token))
  }
}
