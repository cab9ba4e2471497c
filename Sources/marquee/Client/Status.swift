import AdminModel
import ArgumentParser
import JSONText
import ProgramOutput

/// `marquee status`.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the health of a server and its screens.",
    discussion: """
      Exits with 0 if the server is healthy, else with 1.

      EXAMPLE:
        marquee status --server http://127.0.0.1:9000
      """)

  @OptionGroup var options: ServerOptions

  func run() throws {
    let client = try options.client()
    let server = try client.value("/version", as: ServerVersion.self)
    let health = try client.send("GET", "/health")
    let screens = try client.value("/screens", as: ScreenPage.self).screens
    switch options.output {
    case .json:
      let status: JSONValue = [
        "server": server.jsonValue, "health": health.json ?? JSONValue.null, "screens": screens.jsonValue,
      ]
      StandardOutput.write(status.text)
    case .text:
      let state = TextTable.cell(health.json?[health.isSuccess ? "status" : "detail"])
      StandardOutput.write(
        "\(client.address.text): \(TextTable.cell(server.name)) \(TextTable.cell(server.version)), \(state)"
      )
      var table = TextTable(["ROUTE", "VERSION", "EXPERIMENT", "NAME"])
      for screen in screens {
        table.add(
          [screen.route, String(screen.version), screen.experiment, screen.screenName].map {
            TextTable.cell($0)
          })
      }
      if !table.isEmpty { table.write() }
    }
    if !health.isSuccess { throw ExitCode(1) }
  }
}
