import AdminModel
import JSONText
import Screens

/// The effect of a publication on a screen.
struct PublicationReport {
  enum Effect: String {
    case created, updated, unchanged, refused
  }

  let effect: Effect
  let difference: VersionDifference?
  private let route: Route
  private let before: Int?
  private let isDryRun: Bool
  private let result: PublicationResult

  /// Reads the response to a write, and gets the changes from the server.
  /// - Parameter before: the version that was current before; nil for a new screen.
  init(_ response: ClientResponse, of route: Route, before: Int?, isDryRun: Bool, client: AdminClient) throws
  {
    result = try client.decoded(response, as: PublicationResult.self)
    let version = result.version
    self.route = route
    self.before = before
    self.isDryRun = isDryRun
    effect = before == nil ? .created : before == version ? .unchanged : .updated
    if effect == .updated, !isDryRun, let before {
      difference = try client.difference(of: route, from: before, to: version)
    } else {
      difference = nil
    }
  }

  func lines(_ style: TerminalStyle) -> [String] {
    var lines = [summary]
    if let difference {
      var table = TextTable(indent: 2)
      difference.difference.add(to: &table)
      lines += table.lines(style)
    }
    if let rollout = result.rollout {
      lines.append(
        "  rollout \(TextTable.cell(rollout.summary.id)) is \(TextTable.cell(rollout.summary.state)) at "
          + "\(rollout.summary.step.jsonValue.text) %; marquee rollout show \(TextTable.cell(rollout.summary.id))"
      )
    }
    if let estimate = result.estimate { lines.append("  \(TextTable.cell(estimate.text))") }
    return lines + warnings + reassignments + impact(style)
  }

  private var warnings: [String] {
    (result.effects.warnings ?? []).map { "  warning: \($0.text)" }
  }

  /// The shares of units that change their variant in running experiments.
  private var reassignments: [String] {
    (result.effects.reassignments ?? []).map { reassignment in
      let shares = reassignment.shares
      let parts = [(shares.entering, "entering"), (shares.leaving, "leaving"), (shares.moving, "moving")]
        .map { share, name in "\(share.jsonValue.text) \(name)" }
      return "  \(TextTable.cell(reassignment.experiment)): of all units \(parts.joined(separator: ", "))"
    }
  }

  private var summary: String {
    let would = isDryRun ? "would be " : ""
    let version = result.version
    return switch effect {
    case .created: "\(route) \(would)created, version \(version)"
    case .unchanged: "\(route) unchanged, version \(version)"
    default: "\(route) \(would)updated, version \(version) (\(isDryRun ? "is" : "was") \(before ?? 0))"
    }
  }

  /// The items that supported releases cannot show.
  private func impact(_ style: TerminalStyle) -> [String] {
    guard let entries = result.effects.impact else { return [] }
    guard !entries.isEmpty else { return ["  every supported release shows all items"] }
    var table = TextTable(["RELEASE", "VARIANT", "ITEM", "EFFECT"], indent: 2)
    for entry in entries {
      table.add([entry.release, entry.variant, entry.item, entry.effect].map { TextTable.cell($0) })
    }
    var lines = table.lines(style)
    if let count = result.effects.impactCount, count > entries.count {
      lines.append("  and \(count - entries.count) more")
    }
    return lines
  }
}
