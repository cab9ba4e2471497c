import ArgumentParser
import JSONText
import ProgramOutput

/// `marquee audit`.
struct Audit: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List all changes on a server, newest first.",
    discussion: """
      EXAMPLE:
        marquee audit --limit 20
      """)

  @OptionGroup var page: PageOption
  @OptionGroup var options: ServerOptions

  func run() throws {
    let entries = try options.client().entries(
      "/admin/audit", member: "entries", key: "id", limit: page.limit)
    switch options.output {
    case .json:
      StandardOutput.write(JSONValue.object(["entries": .array(entries)]).text)
    case .text:
      var table = TextTable(["WHEN", "BY", "ACTION", "SUBJECT", "VERSION", "MESSAGE"])
      for entry in entries {
        table.add(
          ["at", "by", "action", "subject", "version", "message"].map { TextTable.cell(entry[$0]) })
      }
      table.write()
    }
  }
}
