import ArgumentParser
import Foundation
import JSONText
import ProgramOutput
import Screens

/// `marquee token list`.
struct TokenList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the names and scopes of tokens.",
    discussion: """
      EXAMPLE:
        marquee token list
      """)

  @OptionGroup var folder: TokenFolder
  @OptionGroup var options: ServerOptions

  func run() throws {
    guard let tokens = try folder.tokens() else {
      return write(try options.client().document("/admin/tokens"))
    }
    let list = tokens.map { token -> JSONValue in
      let time = Date(timeIntervalSince1970: token.createdAt)
      let text = time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      return [
        "name": .string(token.name), "scope": .string(token.scope.rawValue), "createdAt": .string(text),
      ]
    }
    write(["tokens": .array(list)])
  }

  private func write(_ json: JSONValue) {
    guard options.output == .text else {
      StandardOutput.write(json.text)
      return
    }
    var table = TextTable(["NAME", "SCOPE", "CREATED"])
    for token in json["tokens"]?.arrayValue ?? [] {
      table.add(["name", "scope", "createdAt"].map { TextTable.cell(token[$0]) })
    }
    table.write()
  }
}
