import ArgumentParser
import JSONText
import Screens

/// `marquee publish`.
struct Publish: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Publishes files on a running server.",
    discussion: """
      A file's path in the folder of screens is its route.

        marquee publish screens/home.json --message 'Noodles first'
        marquee publish screens

      Says of each file what has changed. Exits with 1 when one was refused; the others are published.
      """)

  @Argument(help: "Files of screens, or folders of them.")
  var files: [String]

  @Option(help: "The folder of screens.")
  var screens = "screens"

  @Option(help: "The route of a single file, whatever its path.", transform: { try Route.argument($0) })
  var route: Route?

  @Flag(help: "Let the server check everything, and publish nothing.")
  var dryRun = false

  @Option(help: "Publish a single file only if this version is in force.")
  var ifMatch: Int?

  @OptionGroup var reassignment: ReassignmentOption
  @OptionGroup var message: MessageOption
  @OptionGroup var options: ServerOptions

  func validate() throws {
    if route != nil, files.count > 1 { throw ValidationError("--route is for a single file") }
    guard let ifMatch else { return }
    if files.count > 1 { throw ValidationError("--if-match is for a single file") }
    if ifMatch < 1 { throw ValidationError("--if-match takes the number of a version, from 1") }
  }

  func run() throws {
    let client = try options.client()
    let selection = try ScreenSelection(files, in: screens, route: route)
    if ifMatch != nil, selection.files.count > 1 { throw ValidationError("--if-match is for a single file") }
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

  private var output: AnswerOutput { options.output }

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
    let answer = try client.ask(
      "PUT", file.route.adminPath, parameters: (dryRun ? [("dryRun", "true")] : []) + reassignment.parameters,
      fields: fields,
      body: file.text)
    guard answer.isSuccess else {
      report(Refusal(answer), of: file)
      return .refused
    }
    let report = try PublicationReport(
      answer, of: file.route, before: before, isDryRun: dryRun, client: client)
    switch output {
    case .text:
      let lines = report.lines(.standardOutput)
      StandardOutput.write(
        (["\(printable(file.path)): \(lines.first ?? "")"] + lines.dropFirst()).joined(separator: "\n"))
    case .json:
      var line: JSONObject = [
        "file": .string(file.path), "effect": .string(report.effect.rawValue),
        "answer": answer.json ?? JSONValue.null,
      ]
      if let difference = report.difference { line["diff"] = difference.json }
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

  private func reportRefused(_ path: String, _ answer: JSONValue) {
    guard output == .json else { return }
    let line: JSONValue = ["file": .string(path), "effect": "refused", "answer": answer]
    StandardOutput.write(line.text)
  }
}
