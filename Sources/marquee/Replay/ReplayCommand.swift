import ArgumentParser
import Foundation
import JSONText
import Screens

/// `marquee replay`.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Try a draft, a change set or a folder with recorded requests.",
    usage:
      "marquee replay (--draft <route> | --changeset <name> | --folder <folder>) [--last <number> | --har <file>] [<options>]",
    discussion: """
      Runs requests that apps have made against what is published and against what is not yet, and counts the requests \
      whose app would show something else. Nothing is published and nothing is counted. The requests are the last ones of the \
      server, or those of an HTTP Archive.

      A folder is put into a change set of its own, which is deleted at the end. That needs a token with the scope edit.

      EXAMPLES:
        marquee replay --draft home
        marquee replay --changeset winter --har production.har --fail-on drop
        marquee replay --folder screens
      """)

  @Option(help: "Route of the screen whose draft is tried.", transform: { try Route.argument($0) })
  var draft: Route?

  @Option(help: "Name of the change set that is tried.")
  var changeset: String?

  @Option(help: "Folder of screens that is tried.", completion: .directory)
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
      What makes the exit code 1: problem (a request gets a problem, or an empty screen), drop (that, or loses an item or gets its fallback), \
      change (that, or any change).
      """, valueName: "effect"))
  var failOn: FailOn?

  @OptionGroup var options: ServerOptions

  /// What is not accepted.
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
    let result =
      if let folder {
        try TemporaryChangeSet.run(of: folder, on: client) { try replay(changeSet: $0, on: client) }
      } else {
        try replay(changeSet: changeset, on: client)
      }
    guard har == nil || result.requests > 0 else {
      throw CommandFailure("no request of the recording is for a screen").exit
    }
    switch options.output {
    case .text: for line in result.lines(.standardOutput) { StandardOutput.write(line) }
    case .json: StandardOutput.write(result.json.text)
    }
    let fails =
      switch failOn {
      case nil: false
      case .problem: result.problems + result.empty > 0
      case .drop: result.problems + result.empty + result.downgraded > 0
      case .change: result.problems + result.empty + result.downgraded + result.changed > 0
      }
    if fails { throw ExitCode(1) }
  }

  /// - Parameter name: the change set to try; nil for the draft.
  private func replay(changeSet name: String?, on client: AdminClient) throws -> ReplayResult {
    var result = ReplayResult()
    for requests in try requests() {
      var body: JSONObject = draft.map { ["against": "draft", "route": .string($0.name)] } ?? [:]
      if let name { body = ["against": "changeset", "name": .string(name)] }
      body["requests"] = requests
      let response = try client.sendExpectingSuccess(
        "POST", "/admin/replay", body: JSONValue.object(body).serialized())
      guard let json = response.json else {
        throw CommandFailure("\(client.address.text): the response is not JSON").exit
      }
      result.add(json)
    }
    return result
  }

  /// The requests, in parts that the server takes.
  private func requests() throws -> [JSONValue] {
    guard let har else { return [["last": .number(JSONNumber(last ?? Self.defaultLast))]] }
    guard let data = FileManager.default.contents(atPath: har), data.count <= Self.maximumBytes else {
      throw CommandFailure("the recording \(printable(har)) cannot be read, or is larger than 1 GiB").exit
    }
    let json: JSONValue
    do throws(JSONSyntaxError) {
      json = try JSONParser.parse([UInt8](data))
    } catch {
      throw CommandFailure("\(printable(har)):\(error)").exit
    }
    guard let entries = json["log"]?["entries"]?.arrayValue else {
      throw CommandFailure(
        "\(printable(har)) is not an HTTP Archive: it needs the array \"entries\" in the object \"log\""
      ).exit
    }
    return RecordedRequests.parts(of: entries)
  }
}
