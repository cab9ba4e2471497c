import ArgumentParser
import Screens

/// `marquee token`.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Makes and takes back tokens. Only the admin token may.",
    subcommands: [TokenCreate.self, TokenList.self, TokenRevoke.self])

  /// Who works on a data folder has all rights to it.
  static let author = Author(name: "admin")

  /// Where the admin API has a token.
  static func path(_ name: String) -> String { "/admin/tokens/\(name)" }

  /// A name on the command line: it is a segment of a path.
  static func name(_ text: String) throws -> String {
    guard Name.isToken(text) else { throw ValidationError("\(text) is no name: \(Name.rule)") }
    return text
  }
}
