import AdminModel
import ArgumentParser
import ProgramOutput
import Screens

/// `marquee rollout verify`.
struct RolloutVerify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Compute the decisions of the guard again from their numbers.",
    discussion: """
      Prints a line for each decision of the guard. Exits with 1 if one of them does not follow from its numbers.

      EXAMPLE:
        marquee rollout verify 4b1d0a66c2e97f35
      """)

  @Argument(help: "Id of the rollout.")
  var id: String

  @OptionGroup var options: ServerOptions

  func run() throws {
    let rollout = try options.client().value(Self.rolloutPath(id), as: RolloutDetails.self)
    let decisions = rollout.decisions.indices.filter {
      rollout.decisions[$0].by == RolloutDecision.byGuard
    }
    var isWrong = false
    for index in decisions {
      let decision = rollout.decisions[index]
      let fault = RolloutVerification.fault(
        of: decision.action, atStep: decision.step,
        after: Self.duration(before: index, of: rollout.decisions), numbers: decision.numbers,
        rule: rollout.rule)
      isWrong = isWrong || fault != nil
      switch options.output {
      case .json:
        let finding = RolloutFinding(
          action: decision.action, at: decision.at, follows: fault == nil, fault: fault)
        StandardOutput.write(finding.text)
      case .text:
        StandardOutput.write(
          "\(TextTable.cell(decision.at))  \(TextTable.cell(decision.action)): "
            + (fault.map { "does not follow: \($0)" } ?? "follows from its numbers"))
      }
    }
    if decisions.isEmpty, options.output == .text {
      StandardOutput.write("the guard has decided nothing yet")
    }
    if isWrong { throw ExitCode(1) }
  }

  /// The seconds from the beginning of a step to the decision that ends it.
  private static func duration(before index: Int, of decisions: [RolloutDetails.Decision]) -> Double {
    let begin = decisions[..<index].last { ["start", "advance"].contains($0.action) }
    guard let begin, let from = Timestamp.seconds(begin.at), let to = Timestamp.seconds(decisions[index].at)
    else { return 0 }
    return to - from
  }
}

/// A line of `marquee rollout verify --output json`.
private struct RolloutFinding: APIObject {
  let action: String
  let at: String
  let follows: Bool
  let fault: String?

  static let members = MemberList(
    Self.init, Member("decision", \Self.action), Member("at", \Self.at), Member("follows", \Self.follows),
    Member(optional: "fault", \Self.fault))
}
