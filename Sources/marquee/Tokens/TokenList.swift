import AdminModel
import ArgumentParser
import Foundation
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
      return write(try options.client().value("/admin/tokens", as: TokenPage.self))
    }
    let list = tokens.map { token in
      let time = Date(timeIntervalSince1970: token.createdAt)
      let text = time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      return Token(name: token.name, scope: token.scope.rawValue, createdAt: text)
    }
    write(TokenPage(tokens: list))
  }

  private func write(_ page: TokenPage) {
    guard options.output == .text else {
      StandardOutput.write(page.text)
      return
    }
    var table = TextTable(["NAME", "SCOPE", "CREATED"])
    for token in page.tokens {
      table.add([token.name, token.scope, token.createdAt].map { TextTable.cell($0) })
    }
    table.write()
  }
}
