import AdminModel
import ArgumentParser
import Foundation
import JSONText
import ProgramOutput
import Screens

/// `marquee replay`.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Test a draft, a change set or a folder with recorded requests.",
    usage:
      "marquee replay (--draft <route> | --changeset <name> | --folder <folder>) [--last <number> | --har <file>] [<options>]",
    discussion: """
      Renders the response to each recorded request twice, from the published screens and from the unpublished ones, and \
      counts the requests whose response differs. Publishes nothing, and records no exposures. The requests are the \
      server's last ones, or those of an HTTP Archive.

      A folder is put into a change set of its own, which is deleted at the end. That needs a token with the scope edit.

      EXAMPLES:
        marquee replay --draft home
        marquee replay --changeset winter --har production.har --fail-on drop
        marquee replay --folder screens
      """)

  @Option(
    help: ArgumentHelp("Route of the screen whose draft to test.", valueName: "route"),
    transform: { try Route.argument($0) })
  var draft: Route?

  @Option(help: ArgumentHelp("Change set to test.", valueName: "name"))
  var changeset: String?

  @Option(help: "Folder of screens to test.", completion: .directory)
  var folder: String?

  @Option(help: ArgumentHelp("Number of the server's last requests. (default: 10000)", valueName: "number"))
  var last: Int?

  @Option(
    help: ArgumentHelp("HTTP Archive (HAR 1.2) with the requests.", valueName: "file"),
    completion: .file(extensions: ["har"]))
  var har: String?

  @Option(
    help: ArgumentHelp(
      """
      Exit with 1 for this effect or a worse one: problem (a response becomes an error or an empty screen), drop (an \
      item is dropped or replaced by its fallback), change (any difference).
      """, valueName: "effect"))
  var failOn: FailOn?

  @OptionGroup var options: ServerOptions

  /// The least severe effect that makes the command fail.
  enum FailOn: String, ExpressibleByArgument, CaseIterable {
    case problem, drop, change
  }

  private static let defaultLast = 10_000
  /// The largest recording, in bytes.
  private static let maximumBytes = 1 << 30

  func validate() throws {
    guard [draft == nil, changeset == nil, folder == nil].count(where: { !$0 }) == 1 else {
      throw ValidationError("give exactly one of --draft, --changeset and --folder")
    }
    if last != nil, har != nil { throw ValidationError("--last and --har exclude each other") }
    if let last, !(1...100_000).contains(last) { throw ValidationError("--last must be from 1 to 100000") }
  }

  func run() throws {
    let client = try options.client()
    let report =
      if let folder {
        try TemporaryChangeSet.run(of: folder, on: client) { try replay(changeSet: $0, on: client) }
      } else {
        try replay(changeSet: changeset, on: client)
      }
    guard har == nil || report.requests > 0 else {
      throw CommandError("no request of the recording is for a screen").exit
    }
    switch options.output {
    case .text: for line in report.lines(.standardOutput) { StandardOutput.write(line) }
    case .json: StandardOutput.write(report.text)
    }
    let fails =
      switch failOn {
      case nil: false
      case .problem: report.problems + report.empty > 0
      case .drop: report.problems + report.empty + report.downgraded > 0
      case .change: report.problems + report.empty + report.downgraded + report.changed > 0
      }
    if fails { throw ExitCode(1) }
  }

  /// - Parameter name: the change set to try; nil for the draft.
  private func replay(changeSet name: String?, on client: AdminClient) throws -> ReplayReport {
    var result = ReplayResult()
    for requests in try requests() {
      var body: JSONObject = draft.map { ["against": "draft", "route": .string($0.name)] } ?? [:]
      if let name { body = ["against": "changeset", "name": .string(name)] }
      body["requests"] = requests
      let response = try client.sendExpectingSuccess(
        "POST", "/admin/replay", body: JSONValue.object(body).serialized())
      result.add(try client.decoded(response, as: ReplayReport.self))
    }
    return result.report
  }

  /// The requests, in parts that are small enough for the server.
  private func requests() throws -> [JSONValue] {
    guard let har else { return [["last": .number(JSONNumber(last ?? Self.defaultLast))]] }
    guard let data = FileManager.default.contents(atPath: har), data.count <= Self.maximumBytes else {
      throw CommandError("the recording \(printable(har)) cannot be read, or is larger than 1 GiB").exit
    }
    let json: JSONValue
    do throws(JSONSyntaxError) {
      json = try JSONParser.parse([UInt8](data))
    } catch {
      throw CommandError("\(printable(har)):\(error)").exit
    }
    guard let entries = json["log"]?["entries"]?.arrayValue else {
      throw CommandError(
        "\(printable(har)) is not an HTTP Archive: it needs the array \"entries\" in the object \"log\""
      ).exit
    }
    return RecordedRequests.parts(of: entries)
  }
}
