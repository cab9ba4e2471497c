import AdminModel
import ArgumentParser
import JSONText
import ProgramOutput
import Screens

/// `marquee draft publish`.
struct DraftPublish: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish", abstract: "Publish the draft of a screen, now or at a given time.",
    discussion: """
      EXAMPLES:
        marquee draft publish home --message 'Winter menu'
        marquee draft publish home --at 2026-12-24T08:00:00Z
        marquee draft publish home --at 2026-12-24T08:00:00Z --guard 1,10,50,100
      """)

  @Argument(help: "Route of the screen.", transform: { try Route.argument($0) })
  var route: Route

  @Option(help: ArgumentHelp("Time of publication (RFC 3339). (default: now)", valueName: "time"))
  var at: String?

  @OptionGroup var reassignment: ReassignmentOption
  @OptionGroup var rollout: RolloutOption
  @OptionGroup var message: MessageOption
  @OptionGroup var options: ServerOptions

  func run() throws {
    let client = try options.client()
    let before = try client.currentVersion(of: route)
    let body = at.map { JSONValue.object(["at": .string($0)]).serialized() } ?? []
    let response = try client.send(
      "POST", route.adminPath + "/publish", parameters: reassignment.parameters + rollout.parameters,
      fields: message.fields,
      body: body)
    guard response.isSuccess else {
      let refusal = Refusal(response)
      refusal.report()
      if response.status == 409, let json = refusal.json { reportConflict(json) }
      throw ExitCode(1)
    }
    guard response.status == 202, options.output == .text else {
      try client.report(response, of: route, before: before, output: options.output)
      return
    }
    let scheduled = try client.decoded(response, as: ScheduledDraft.self)
    StandardOutput.write(
      "\(route): to be published at \(TextTable.cell(scheduled.schedule.at))\(scheduled.schedule.guardText)")
  }

  /// Prints the changes of both sides since the base version of the draft.
  private func reportConflict(_ problem: JSONValue) {
    if let conflicts = problem["conflicts"]?.arrayValue, !conflicts.isEmpty {
      let ids = conflicts.map { TextTable.cell($0) }.joined(separator: ", ")
      StandardError.write("marquee: changed on both sides: \(ids)")
    }
    for (name, title) in [("ours", "changed in the draft:"), ("theirs", "published since:")] {
      guard let json = problem[name], let difference = try? Difference(decoding: json) else { continue }
      var table = TextTable(indent: 2)
      difference.add(to: &table)
      guard !table.isEmpty else { continue }
      for line in [title] + table.lines(.standardError) { StandardError.write(line) }
    }
  }
}
