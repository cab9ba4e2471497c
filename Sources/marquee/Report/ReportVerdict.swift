import JSONText
import SchemaCompatibility
import ScreenReport
import Screens

/// The result of a report for CI: text, JUnit XML and SARIF.
struct ReportVerdict {
  private let comparison: FolderComparison
  /// The differences of boxes; nil if they were not measured.
  let boxes: [BoxDifference]?
  private let failOn: Set<ReportCommand.FailureCondition>
  private let numbers: ReportNumbers

  init(_ comparison: FolderComparison, boxes: [BoxDifference]?, failOn: Set<ReportCommand.FailureCondition>) {
    self.comparison = comparison
    self.boxes = boxes
    self.failOn = failOn
    numbers = ReportNumbers(comparison)
  }

  private var regressions: [BoxDifference] { (boxes ?? []).filter(\.isRegression) }

  var isFailure: Bool { cases.contains { $0.failure != nil } }

  // MARK: Text

  /// The maximum number of findings in a terminal.
  private static let maximumLines = 200

  /// The verdict for a terminal.
  var lines: [String] {
    var lines =
      comparison.old.check.problems.flatMap(\.lines) + comparison.new.check.problems.flatMap(\.lines)
    var table = TextTable()
    for change in comparison.screens {
      table.add(
        ["screens/" + change.route.name, change.effect.rawValue, change.summary].filter { !$0.isEmpty })
    }
    for change in comparison.documents {
      table.add([change.subject.path, change.effect.rawValue] + (change.isBreaking ? ["breaking"] : []))
    }
    lines += table.lines(.standardOutput)
    let findings =
      comparison.screens.flatMap { change in
        (change.impact + change.moves + change.untranslatedTexts.map(\.words))
          .map { "screens/\(change.route): \($0)" }
      } + regressions.map { "screens/\($0.route): \($0.words)" }
    lines += findings.prefix(Self.maximumLines).map { printable($0) }
    if findings.count > Self.maximumLines {
      lines.append("and \(findings.count - Self.maximumLines) more, in the report")
    }
    lines.append(
      ([
        counted(comparison.screens.count, "screen"),
        counted(comparison.documents.count, "document"),
        counted(numbers.drops, "dropped item"), counted(numbers.breaking, "breaking view type"),
      ]
        + (numbers.untranslated > 0 ? ["\(counted(numbers.untranslated, "text")) without a translation"] : [])
        + (boxes == nil
          ? []
          : [
            regressions.count == 1
              ? "1 text that no longer fits" : "\(regressions.count) texts that no longer fit"
          ]))
        .joined(separator: ", "))
    return lines
  }

  // MARK: JUnit

  var junit: JUnitReport { JUnitReport(suite: "screens", cases: cases) }

  /// A test for each file that is invalid, each screen and each document that changes.
  private var cases: [JUnitReport.Case] {
    // Invalid files of the old folder are not compared, so --fail-on could miss a change in them.
    let unseen = failOn.isEmpty ? [] : comparison.old.check.problems
    let invalid = (comparison.new.check.problems + unseen).map { problem in
      JUnitReport.Case(
        name: problem.path, failure: "invalid", output: problem.lines.joined(separator: "\n"))
    }
    let screens = comparison.screens.map { change in
      JUnitReport.Case(
        name: "screens/\(change.route)",
        failure: change.loses && failOn.contains(.drop)
          ? "a supported release loses items"
          : !change.untranslated.isEmpty && failOn.contains(.untranslated)
            ? "texts are left without a translation"
            : failOn.contains(.change) ? change.effect.rawValue : nil,
        output: ([change.summary] + change.impact + change.moves + change.untranslated.map(\.words))
          .joined(separator: "\n"))
    }
    let documents = comparison.documents.map { change in
      JUnitReport.Case(
        name: change.subject.path,
        failure: change.isBreaking && failOn.contains(.breaking)
          ? "not compatible" : failOn.contains(.change) ? change.effect.rawValue : nil,
        output: change.reasons.map(\.text).joined(separator: "\n"))
    }
    let texts = regressions.map { regression in
      JUnitReport.Case(
        name: "screens/\(regression.route) \(regression.item) \(regression.kind.rawValue)",
        failure: failOn.contains(.boxes) ? "a text no longer fits" : nil, output: regression.words)
    }
    return invalid + screens + documents + texts
  }

  // MARK: SARIF

  /// The errors, the items that releases do not show, and the changes that are not compatible, at their locations in the
  /// new folder.
  var sarif: SARIFReport {
    var results = comparison.new.check.problems.flatMap { SARIFReport.results(of: $0) }
    for file in comparison.new.contents.files {
      switch file.kind {
      case .screen(let route):
        guard let change = comparison.screens.first(where: { $0.route == route }) else { continue }
        results += self.results(of: change, in: file)
        results += regressions.filter { $0.route == route }.map { regression in
          SARIFReport.Result(
            rule: "text-\(regression.kind.rawValue)", level: .warning, text: regression.words,
            path: file.shownPath,
            position: nil)
        }
      case .document(.viewType, let name):
        guard
          let change = comparison.documents.first(where: { $0.subject == .document(.viewType, name) })
        else { continue }
        results += change.reasons.map { reason in
          SARIFReport.Result(
            rule: "\(reason.verdict.rawValue)-change", level: reason.verdict == .breaking ? .error : .warning,
            text: reason.text, path: file.shownPath, position: Self.position(of: reason.location, in: file))
        }
      default: break
      }
    }
    return SARIFReport(results)
  }

  private func results(of change: ScreenChange, in file: FolderContents.File) -> [SARIFReport.Result] {
    let document = try? JSONDocument(file.text)
    let empty = change.emptied.map { appCase in
      SARIFReport.Result(
        rule: "left-empty", level: .error, text: "\(Self.words(appCase)) shows nothing", path: file.shownPath,
        position: nil)
    }
    // One result for each item and effect, not one for each release and variant.
    var groups: [[ScreenChange.Downgrade]] = []
    var indices: [String: Int] = [:]
    for downgrade in change.downgrades {
      let key = downgrade.effect.rawValue + " " + downgrade.item
      if let index = indices[key] {
        groups[index].append(downgrade)
      } else {
        indices[key] = groups.count
        groups.append([downgrade])
      }
    }
    let untranslated = change.untranslated.map { text in
      SARIFReport.Result(
        rule: text.code.rawValue, level: .warning, text: text.words, path: file.shownPath,
        position: document?.position(of: text.pointer))
    }
    return empty + untranslated
      + groups.compactMap { group in
        guard let first = group.first else { return nil }
        let isDropped = first.effect == .dropped
        let effect = isDropped ? "does not show \(first.item)" : "shows the fallback of \(first.item)"
        let more = group.count > 1 ? "; so do \(group.count - 1) more of the variants and releases" : ""
        return SARIFReport.Result(
          rule: "downgrade", level: isDropped ? .warning : .note,
          text: "\(Self.words(first.appCase)) \(effect)\(more)", path: file.shownPath,
          position: document?.position(of: first.location))
      }
  }

  private static func words(_ appCase: AppCase) -> String {
    (appCase.release?.description ?? "") + (appCase.variant.map { " in \(AppCase.words($0))" } ?? "")
  }

  private static func position(of location: JSONPointer, in file: FolderContents.File) -> SourcePosition? {
    guard let document = try? JSONDocument(file.text) else { return nil }
    return document.position(of: location)
  }
}
