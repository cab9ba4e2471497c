import ArgumentParser
import JSONText

/// `marquee token list`.
struct TokenList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the names and scopes of tokens.")

  @OptionGroup var options: ServerOptions

  func run() throws {
    let json = try options.client().document("/admin/tokens")
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
