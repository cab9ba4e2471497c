import AdminModel
import ArgumentParser
import ProgramOutput
import Screens

/// `marquee history`.
struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the versions of a screen, newest first.",
    discussion: """
      EXAMPLE:
        marquee history home --limit 10
      """)

  @Argument(help: "Route of the screen.", transform: { try Route.argument($0) })
  var route: Route

  @OptionGroup var page: PageOption
  @OptionGroup var options: ServerOptions

  func run() throws {
    let versions = try options.client().entries(
      route.adminPath + "/versions", of: \VersionPage.versions, key: \.version, limit: page.limit)
    switch options.output {
    case .json:
      StandardOutput.write(VersionPage(versions: versions).text)
    case .text:
      var table = TextTable(["VERSION", "WHEN", "BY", "VIA", "ITEMS", "MESSAGE"])
      for version in versions {
        table.add([
          String(version.version), TextTable.cell(version.publishedAt), TextTable.cell(version.by),
          TextTable.cell(version.via), String(version.items), TextTable.cell(version.message),
        ])
      }
      table.write()
    }
  }
}
