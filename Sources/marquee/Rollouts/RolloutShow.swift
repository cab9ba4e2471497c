import AdminModel
import ArgumentParser
import JSONText
import ProgramOutput
import Screens

/// `marquee rollout show`.
struct RolloutShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a rollout: its counts, what it waits for, and its decisions.",
    discussion: """
      EXAMPLE:
        marquee rollout show 4b1d0a66c2e97f35
      """)

  @Argument(help: "Id of the rollout.")
  var id: String

  @OptionGroup var options: ServerOptions

  func run() throws {
    let rollout = try options.client().value(Self.rolloutPath(id), as: RolloutDetails.self)
    rollout.write(options.output)
  }
}

extension RolloutDetails {
  func write(_ output: ResponseOutput) {
    guard output == .text else {
      StandardOutput.write(text)
      return
    }
    for line in lines { StandardOutput.write(line) }
    var table = TextTable(["EVENT", "NEW", "OLD", "EVIDENCE", "RATIO", "NETWORKS"], indent: 2)
    for event in events where event.new + event.old > 0 {
      table.add(
        [
          event.name, String(event.new), String(event.old), RolloutJudgement.odds(event.evidence),
          Self.interval(event.ratio), String(event.networks),
        ].map { TextTable.cell($0) })
    }
    if !table.isEmpty { table.write() }
    var releases = TextTable(["EVENT", "RELEASE", "NEW", "OLD", "RATIO"], indent: 2)
    for event in events {
      for one in event.releases {
        releases.add(
          [event.name, one.release, String(one.new), String(one.old), Self.interval(one.ratio)]
            .map { TextTable.cell($0) })
      }
    }
    if !releases.isEmpty { releases.write() }
    for text in waitsFor { StandardOutput.write("  waits for \(TextTable.cell(text))") }
    for decision in decisions {
      StandardOutput.write(
        "  \(TextTable.cell(decision.at))  \(TextTable.cell(decision.action)) by \(TextTable.cell(decision.by)): "
          + TextTable.cell(decision.reason))
    }
  }

  private var lines: [String] {
    [
      "\(TextTable.cell(summary.id)): \(TextTable.cell(summary.subject)), \(TextTable.cell(summary.state)) at "
        + "\(summary.step.jsonValue.text) %",
      "  evidence of harm \(RolloutJudgement.odds(evidence)), limit \(RolloutJudgement.odds(limit)); "
        + "\(settled) settled units; \(networks) networks",
    ]
  }

  private static func interval(_ ratio: Ratio) -> String {
    func text(_ number: Double) -> String { ((number * 100).rounded() / 100).jsonValue.text }
    return text(ratio.low) + " to " + (ratio.high.map { text($0) } ?? "any")
  }
}
