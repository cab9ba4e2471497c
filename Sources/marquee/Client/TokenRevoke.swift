import ArgumentParser
import JSONText

/// `marquee token revoke`.
struct TokenRevoke: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Takes a token back.")

  @Argument(help: "Whose it is.", transform: { try TokenCommand.name($0) })
  var name: String

  @OptionGroup var options: ServerOptions

  func run() throws {
    let answer = try options.client().accepted("DELETE", TokenCommand.path(name))
    StandardOutput.write(
      options.output == .text ? "the token \(name) is revoked" : String(decoding: answer.body, as: UTF8.self))
  }
}
