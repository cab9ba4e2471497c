import AdminModel
import ArgumentParser
import JSONText
import ProgramOutput

/// `marquee rollout list`.
struct RolloutList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the rollouts, newest first.",
    discussion: """
      EXAMPLE:
        marquee rollout list
      """)

  @OptionGroup var options: ServerOptions

  func run() throws {
    let page = try options.client().value("/admin/rollouts", as: RolloutPage.self)
    guard options.output == .text else {
      StandardOutput.write(page.text)
      return
    }
    var table = TextTable(["ID", "SUBJECT", "STATE", "STEP", "STARTED", "BY"])
    for rollout in page.rollouts {
      table.add(
        [
          rollout.id, rollout.subject, rollout.state, "\(rollout.step.jsonValue.text) %", rollout.startedAt,
          rollout.by,
        ].map { TextTable.cell($0) })
    }
    table.write()
  }
}

extension RolloutSummary {
  /// `home 7 → 8`, or the change set.
  var subject: String {
    if let changeSet { return "change set \(changeSet)" }
    return "\(screen ?? "") \(versions?.old ?? 0) → \(versions?.new ?? 0)"
  }
}
