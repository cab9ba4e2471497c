import JSONText
import Screens

/// A change set as the server describes it, for people who review it.
struct Proposal {
  let name: String
  /// The address of the server in links.
  private let address: String
  private let json: JSONValue

  init(json: JSONValue, name: String, address: String) {
    self.json = json
    self.name = name
    // A parenthesis would end a link in Markdown (GFM §6.6).
    self.address = address.replacing("(", with: "%28").replacing(")", with: "%29")
  }

  var isPublishable: Bool { json["isPublishable"] == true }

  // MARK: Parts

  /// A screen that the set changes.
  struct Screen {
    let route: String
    let effect: String
    private let json: JSONValue

    fileprivate init?(_ json: JSONValue) {
      guard let route = json["route"]?.stringValue, let effect = json["effect"]?.stringValue,
        effect != "unchanged"
      else { return nil }
      self.route = route
      self.effect = effect
      self.json = json
    }

    /// `1 added, 2 moved`
    var items: String {
      let counts = ["added", "removed", "moved", "changed"].compactMap { member in
        let count = json["difference"]?[member]?.arrayValue?.count ?? 0
        return count > 0 ? "\(count) \(member)" : nil
      }
      let others = json["difference"]?["other"]?.arrayValue?.compactMap(\.stringValue) ?? []
      return (counts + (effect == "updated" ? others : [])).joined(separator: ", ")
    }

    /// The items that releases cannot show, such as `ios/1.2.0: banner dropped`.
    var impact: [String] {
      (json["impact"]?.arrayValue ?? []).map { entry in
        let variant = entry["variant"]?.stringValue.map { " in \($0)" } ?? ""
        return "\(entry["release"]?.stringValue ?? ""): \(entry["item"]?.stringValue ?? "") "
          + "\(entry["effect"]?.stringValue ?? "")\(variant)"
      }
    }

    /// `home-price: 12.5 % of all units get another variant`
    var reassignments: [String] {
      (json["reassignments"]?.arrayValue ?? []).compactMap { entry in
        func share(_ name: String) -> Double { entry["shares"]?[name]?.numberValue?.doubleValue ?? 0 }
        return Reassignment.words(
          entry["experiment"]?.stringValue ?? "", entering: share("entering"), leaving: share("leaving"),
          moving: share("moving"), isConditionChanged: entry["shares"]?["conditionChanged"] == true)
      }
    }
  }

  var screens: [Screen] { (json["screens"]?.arrayValue ?? []).compactMap { Screen($0) } }

  /// The changed documents: the subject, the effect, and why a view type is not compatible.
  var documents: [(subject: String, effect: String, reasons: [String])] {
    (json["documents"]?.arrayValue ?? []).compactMap { entry in
      guard let subject = entry["subject"]?.stringValue, let effect = entry["effect"]?.stringValue,
        effect != "unchanged"
      else { return nil }
      let reasons = (entry["compatibility"]?.arrayValue ?? []).flatMap { report -> [String] in
        guard report["verdict"] == "breaking" else { return [] }
        let direction = report["direction"]?.stringValue ?? ""
        return (report["reasons"]?.arrayValue ?? []).compactMap { reason in
          reason["verdict"] == "breaking"
            ? "breaking for \(direction): \(reason["message"]?.stringValue ?? "")" : nil
        }
      }
      return (subject, effect, reasons)
    }
  }

  /// The reasons why the set cannot be published.
  var problems: [String] {
    let invalid = (json["problems"]?.arrayValue ?? []).flatMap { problem in
      (problem["errors"]?.arrayValue ?? []).map { error in
        let hint = error["hint"]?.stringValue.map { "; \($0)" } ?? ""
        return "\(problem["subject"]?.stringValue ?? ""): \(error["message"]?.stringValue ?? "")\(hint) "
          + "(\(error["pointer"]?.stringValue ?? ""))"
      }
    }
    let conflicts = (json["conflicts"]?.arrayValue ?? []).map {
      "\($0["subject"]?.stringValue ?? ""): was changed on the server as well"
    }
    return invalid + conflicts
  }

  // MARK: Links

  /// The address for an app.
  var appURL: String { "\(address)/c/\(name)" }
  var consoleURL: String { "\(address)/console/changesets/\(name)" }

  func preview(of route: String, isAfter: Bool) -> String {
    (isAfter ? appURL : address) + "/preview/" + route
  }

  // MARK: Text

  /// The proposal as text for a terminal.
  var lines: [String] {
    guard !(screens.isEmpty && documents.isEmpty) else {
      return ["\(name): the folder and the server are equal"]
    }
    var table = TextTable(indent: 2)
    for screen in screens {
      table.add(["screens/" + screen.route, screen.effect, screen.items].map { TextTable.cell(.string($0)) })
    }
    for document in documents {
      let cells = [document.subject, document.effect, document.reasons.first ?? ""]
      table.add(cells.map { TextTable.cell(.string($0)) })
    }
    var lines = [
      "\(name): " + counted(screens.count, "screen") + ", " + counted(documents.count, "document")
    ]
    lines += table.lines(.standardOutput)
    for screen in screens {
      lines += (screen.impact + screen.reassignments).map { printable("  screens/\(screen.route): \($0)") }
    }
    lines += problems.map { "error: \(printable($0))" }
    lines.append("app      \(appURL)")
    lines.append("console  \(consoleURL)")
    for screen in screens where screen.effect != "deleted" {
      lines.append("preview  \(preview(of: screen.route, isAfter: true))")
    }
    return lines
  }
}
