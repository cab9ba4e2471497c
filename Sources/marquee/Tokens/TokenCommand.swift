import ArgumentParser
import Screens

/// `marquee token`.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Manage the tokens of the admin API.",
    discussion: """
      Requires the admin token, or direct access to the data: --data for a data folder that no server uses, --store for \
      the database of several nodes.

      EXAMPLE:
        marquee token create --name ci --scope publish
      """,
    subcommands: [TokenCreate.self, TokenList.self, TokenRevoke.self])

  /// The author of changes with `--data` or `--store`: whoever can write there has all rights.
  static let author = Author(name: "admin")

  /// The path of a token in the admin API.
  static func path(_ name: String) -> String { "/admin/tokens/\(name)" }

  /// Reads a name from the command line. It becomes a segment of a path.
  static func name(_ text: String) throws -> String {
    guard Name.isToken(text) else {
      throw ValidationError("\(text) is not a valid name; use \(Name.rule), and not admin")
    }
    return text
  }
}
