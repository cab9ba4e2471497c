import AdminModel
import ArgumentParser
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
      "/admin/audit", of: \AuditPage.entries, key: \.id, limit: page.limit)
    switch options.output {
    case .json:
      StandardOutput.write(AuditPage(entries: entries).text)
    case .text:
      var table = TextTable(["WHEN", "BY", "ACTION", "SUBJECT", "VERSION", "MESSAGE"])
      for entry in entries {
        let version = entry.version.map { String($0) }
        table.add(
          [entry.at, entry.by, entry.action, entry.subject, version, entry.message].map { TextTable.cell($0) }
        )
      }
      table.write()
    }
  }
}
