import AdminModel
import Screens

/// A change set as the server describes it, for people who review it.
struct Proposal {
  private let changeSet: ChangeSetDetails
  /// The address of the server in links.
  private let address: String

  init(_ changeSet: ChangeSetDetails, address: String) {
    self.changeSet = changeSet
    // A parenthesis would end a link in Markdown (GFM §6.6).
    self.address = address.replacing("(", with: "%28").replacing(")", with: "%29")
  }

  var name: String { changeSet.summary.name }
  var isPublishable: Bool { changeSet.isPublishable }

  // MARK: Parts

  /// A screen that the set changes.
  struct Screen {
    private let change: ChangeSetDetails.Screen

    fileprivate init?(_ change: ChangeSetDetails.Screen) {
      guard change.effect != "unchanged" else { return nil }
      self.change = change
    }

    var route: String { change.route }
    var effect: String { change.effect }

    /// `1 added, 2 moved`
    var items: String {
      let difference = change.difference
      let counts = [
        ("added", difference.added.count), ("removed", difference.removed.count),
        ("moved", difference.moved.count), ("changed", difference.changed.count),
      ].compactMap { $1 > 0 ? "\($1) \($0)" : nil }
      return (counts + (effect == "updated" ? difference.other : [])).joined(separator: ", ")
    }

    /// The items that releases cannot show, such as `ios/1.2.0: banner dropped`.
    var impact: [String] {
      (change.effects.impact ?? []).map { entry in
        "\(entry.release): \(entry.item) \(entry.effect)" + (entry.variant.map { " in \($0)" } ?? "")
      }
    }

    /// `home-price: 12.5 % of all units get another variant`
    var reassignments: [String] {
      (change.effects.reassignments ?? []).compactMap { entry in
        let shares = entry.shares
        return Reassignment.words(
          entry.experiment, entering: shares.entering, leaving: shares.leaving, moving: shares.moving,
          isConditionChanged: shares.conditionChanged == true)
      }
    }

    /// `2 texts without a translation into ko`
    var untranslated: [String] {
      let codes = [Diagnostic.Code.missingTranslation, .staleTranslation].map(\.rawValue)
      let texts = (change.effects.warnings ?? []).compactMap { finding in
        finding.language.flatMap { language in
          codes.firstIndex(of: finding.code).map { (language: language, isStale: $0 == 1) }
        }
      }
      return UntranslatedTexts.all(texts).map(\.words)
    }

    /// `"/to" of the item "banner" links to "hoem", which is no screen`
    var links: [String] {
      (change.effects.warnings ?? []).filter { $0.code == Diagnostic.Code.linkToNowhere.rawValue }
        .map(\.message)
    }
  }

  var screens: [Screen] { changeSet.screens.compactMap { Screen($0) } }

  /// The changed documents: the subject, the effect, and why a view type is not compatible.
  var documents: [(subject: String, effect: String, reasons: [String])] {
    changeSet.documents.filter { $0.effect != "unchanged" }.map { document in
      let breaking = (document.compatibility ?? []).filter { $0.verdict == "breaking" }
      let reasons = breaking.flatMap { report in
        report.reasons.filter { $0.verdict == "breaking" }
          .map { "breaking for \(report.direction): \($0.message)" }
      }
      return (document.subject, document.effect, reasons)
    }
  }

  /// The reasons why the set cannot be published.
  var problems: [String] {
    let invalid = changeSet.problems.flatMap { problem in
      problem.errors.map { error in
        let hint = error.hint.map { "; \($0)" } ?? ""
        return "\(problem.subject): \(error.message)\(hint) (\(error.pointer))"
      }
    }
    return invalid + changeSet.conflicts.map { "\($0.subject): was changed on the server as well" }
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
      table.add(["screens/" + screen.route, screen.effect, screen.items].map { TextTable.cell($0) })
    }
    for document in documents {
      let cells = [document.subject, document.effect, document.reasons.first ?? ""]
      table.add(cells.map { TextTable.cell($0) })
    }
    var lines = [
      "\(name): " + counted(screens.count, "screen") + ", " + counted(documents.count, "document")
    ]
    lines += table.lines(.standardOutput)
    for screen in screens {
      let notes = screen.impact + screen.reassignments + screen.untranslated + screen.links
      lines += notes.map { printable("  screens/\(screen.route): \($0)") }
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
