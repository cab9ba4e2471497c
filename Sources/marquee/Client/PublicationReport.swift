import ArgumentParser
import JSONText
import Screens

/// What has become of a screen that was sent.
struct PublicationReport {
  enum Effect: String {
    case created, updated, unchanged, refused
  }

  let effect: Effect
  let difference: ScreenDifference?
  private let route: Route
  private let before: Int?
  private let version: Int
  private let isDryRun: Bool
  private let answer: JSONValue

  /// Understands the answer to a write, and asks for what it has changed.
  /// - Parameter before: the version that was in force before.
  init(_ answer: HTTPAnswer, of route: Route, before: Int?, isDryRun: Bool, client: AdminClient) throws {
    guard let json = answer.json, let version = json["version"]?.numberValue?.intValue else {
      StandardError.write("marquee: \(client.address.text): the answer names no version")
      throw ExitCode(1)
    }
    self.answer = json
    self.version = version
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
      difference.add(to: &table)
      lines += table.lines(style)
    }
    return lines + reassignments + impact(style)
  }

  /// What becomes of the units of experiments that run on.
  private var reassignments: [String] {
    (answer["reassignments"]?.arrayValue ?? []).map { reassignment in
      let shares = ["entering", "leaving", "moving"].map { name in
        "\(TextTable.cell(reassignment["shares"]?[name])) \(name)"
      }
      return "  \(TextTable.cell(reassignment["experiment"])): of all units \(shares.joined(separator: ", "))"
    }
  }

  private var summary: String {
    let would = isDryRun ? "would be " : ""
    return switch effect {
    case .created: "\(route) \(would)created, version \(version)"
    case .unchanged: "\(route) unchanged, version \(version)"
    default: "\(route) \(would)updated, version \(version) (\(isDryRun ? "is" : "was") \(before ?? 0))"
    }
  }

  /// What the releases that are supported do not show as it is.
  private func impact(_ style: TerminalStyle) -> [String] {
    guard let entries = answer["impact"]?.arrayValue else { return [] }
    guard !entries.isEmpty else { return ["  every supported release shows all items"] }
    var table = TextTable(["RELEASE", "VARIANT", "ITEM", "EFFECT"], indent: 2)
    for entry in entries {
      table.add(["release", "variant", "item", "effect"].map { TextTable.cell(entry[$0]) })
    }
    var lines = table.lines(style)
    if let count = answer["impactCount"]?.numberValue?.intValue, count > entries.count {
      lines.append("  and \(count - entries.count) more")
    }
    return lines
  }
}
