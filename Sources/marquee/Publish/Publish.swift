import AdminModel
import ArgumentParser
import JSONText
import ProgramOutput
import Screens

/// `marquee publish`.
struct Publish: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Publish screens on a server.",
    usage: "marquee publish <files> … [<options>]",
    discussion: """
      The path of a file in the folder of screens is its route. Prints what has changed in each screen. Exits with 1 if \
      a file was refused; the others are published.

      EXAMPLES:
        marquee publish screens
        marquee publish screens/home.json --message 'Noodles first'
        marquee publish screens --dry-run
      """)

  @Argument(help: "Files of screens, or folders.", completion: .file(extensions: ["json"]))
  var files: [String]

  @Option(help: ArgumentHelp("Folder of screens.", valueName: "folder"), completion: .directory)
  var screens = "screens"

  @Option(help: "Route of a single file, in place of its path.", transform: { try Route.argument($0) })
  var route: Route?

  @Flag(help: "Validate on the server without publishing.")
  var dryRun = false

  @Option(help: ArgumentHelp("Publish only if this version is current.", valueName: "version"))
  var ifMatch: Int?

  @OptionGroup var reassignment: ReassignmentOption
  @OptionGroup var rollout: RolloutOption
  @OptionGroup var message: MessageOption
  @OptionGroup var options: ServerOptions

  func validate() throws {
    if route != nil, files.count > 1 { throw ValidationError("--route requires a single file") }
    guard let ifMatch else { return }
    if files.count > 1 { throw ValidationError("--if-match requires a single file") }
    if ifMatch < 1 { throw ValidationError("--if-match must be a version number, from 1") }
  }

  func run() throws {
    let client = try options.client()
    let selection = try ScreenSelection(files, in: screens, route: route)
    if ifMatch != nil, selection.files.count > 1 {
      throw ValidationError("--if-match requires a single file")
    }
    guard !(selection.files.isEmpty && selection.problems.isEmpty) else {
      StandardError.write("marquee: there is no screen in \(printable(files.joined(separator: ", ")))")
      throw ExitCode(1)
    }
    var effects: [PublicationReport.Effect] = []
    for problem in selection.problems {
      report(problem)
      effects.append(.refused)
    }
    for file in selection.files { effects.append(try publish(file, client)) }
    if output == .text, effects.count > 1 { StandardOutput.write(Self.summary(effects)) }
    if effects.contains(.refused) { throw ExitCode(1) }
  }

  private var output: ResponseOutput { options.output }

  /// `3 files: 1 created, 1 unchanged, 1 refused`
  private static func summary(_ effects: [PublicationReport.Effect]) -> String {
    let kinds: [PublicationReport.Effect] = [.created, .updated, .unchanged, .refused]
    let counts = kinds.compactMap { kind in
      let count = effects.count { $0 == kind }
      return count > 0 ? "\(count) \(kind.rawValue)" : nil
    }
    return "\(effects.count) files: " + counts.joined(separator: ", ")
  }

  private func publish(_ file: ScreenFile, _ client: AdminClient) throws -> PublicationReport.Effect {
    let before = try client.currentVersion(of: file.route)
    var fields = message.fields
    if let ifMatch { fields.append(("If-Match", "\"\(ifMatch)\"")) }
    let response = try client.send(
      "PUT", file.route.adminPath,
      parameters: (dryRun ? [("dryRun", "true")] : []) + reassignment.parameters + rollout.parameters,
      fields: fields,
      body: file.text)
    guard response.isSuccess else {
      report(Refusal(response), of: file)
      return .refused
    }
    let report = try PublicationReport(
      response, of: file.route, before: before, isDryRun: dryRun, client: client)
    switch output {
    case .text:
      let lines = report.lines(.standardOutput)
      StandardOutput.write(
        (["\(printable(file.path)): \(lines.first ?? "")"] + lines.dropFirst()).joined(separator: "\n"))
    case .json:
      var line: JSONObject = [
        "file": .string(file.path), "effect": .string(report.effect.rawValue),
        "answer": response.json ?? JSONValue.null,
      ]
      if let difference = report.difference { line["diff"] = difference.jsonValue }
      StandardOutput.write(JSONValue.object(line).text)
    }
    return report.effect
  }

  // MARK: Refusals

  private func report(_ refusal: Refusal, of file: ScreenFile) {
    for line in refusal.lines(path: file.path, source: file.text, .standardError) {
      StandardError.write(line)
    }
    reportRefused(file.path, refusal.json ?? JSONValue.null)
  }

  private func report(_ problem: FileProblem) {
    for line in problem.lines { StandardError.write(line) }
    reportRefused(problem.path, ["detail": .string(problem.lines.joined(separator: "; "))])
  }

  private func reportRefused(_ path: String, _ response: JSONValue) {
    guard output == .json else { return }
    let line: JSONValue = ["file": .string(path), "effect": "refused", "answer": response]
    StandardOutput.write(line.text)
  }
}
