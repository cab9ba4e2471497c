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
    let server = try client.document("/version")
    let health = try client.send("GET", "/health")
    let screens = try client.document("/screens")
    let list = screens["screens"]?.arrayValue ?? []
    switch options.output {
    case .json:
      let status: JSONValue = [
        "server": server, "health": health.json ?? JSONValue.null, "screens": .array(list),
      ]
      StandardOutput.write(status.text)
    case .text:
      let state = TextTable.cell(health.json?[health.isSuccess ? "status" : "detail"])
      StandardOutput.write(
        "\(client.address.text): \(TextTable.cell(server["name"])) \(TextTable.cell(server["version"])), \(state)"
      )
      var table = TextTable(["ROUTE", "VERSION", "EXPERIMENT", "NAME"])
      for screen in list {
        table.add(["route", "version", "experiment", "screenName"].map { TextTable.cell(screen[$0]) })
      }
      if !table.isEmpty { table.write() }
    }
    if !health.isSuccess { throw ExitCode(1) }
  }
}
