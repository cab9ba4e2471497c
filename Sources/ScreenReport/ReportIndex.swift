import JSONText
import SchemaCompatibility
import ScreenPreview
import Screens

/// The first page of a report: the counts, the errors, the impact, and every changed screen and document.
struct ReportIndex {
  private let comparison: FolderComparison
  private let options: PreviewOptions
  private let regressions: [BoxDifference]

  /// The maximum number of lines of a list. Further ones are only counted.
  private static let maximumListed = 200
  /// The maximum length of a value in the page, in characters.
  private static let maximumValueLength = 400

  init(_ comparison: FolderComparison, options: PreviewOptions, boxes: [Route: [BoxDifference]]) {
    self.comparison = comparison
    self.options = options
    regressions = comparison.screens.flatMap { boxes[$0.route] ?? [] }.filter(\.isRegression)
  }

  var bytes: [UInt8] {
    ReportPage(title: "What changes in the screens", root: "", theme: options.theme) { markup in
      markup.element("main", classes: ["r-page"]) { markup in
        markup.element("h1") { $0.text("What changes in the screens") }
        markup.element("p", classes: ["r-lead"]) { markup in
          markup.text("From ")
          markup.element("code") { $0.text(printable(comparison.old.name)) }
          markup.text(" to ")
          markup.element("code") { $0.text(printable(comparison.new.name)) }
        }
        addNumbers(to: &markup)
        addProblems(to: &markup)
        addImpact(to: &markup)
        addScreens(to: &markup)
        addDocuments(to: &markup)
      }
    }.bytes
  }

  private func addNumbers(to markup: inout Markup) {
    let numbers = ReportNumbers(comparison)
    // Counts of regressions are shown only if they are not 0, except that of lost items: reviewers always look for it.
    let cells: [(count: Int, one: String, many: String, isBad: Bool, isAlwaysShown: Bool)] = [
      (numbers.errors, "error", "errors", true, false),
      (comparison.screens.count, "screen changes", "screens change", false, true),
      (comparison.documents.count, "other document changes", "other documents change", false, true),
      (numbers.drops, "item that a release does not show", "items that a release does not show", true, true),
      (regressions.count, "text that no longer fits", "texts that no longer fit", true, false),
      (numbers.untranslated, "text without a translation", "texts without a translation", true, false),
      (numbers.breaking, "breaking change of a view type", "breaking changes of view types", true, false),
      (numbers.reassignments, "experiment that moves users", "experiments that move users", true, false),
    ]
    markup.element("ul", classes: ["r-numbers"]) { markup in
      for cell in cells where cell.count > 0 || cell.isAlwaysShown {
        markup.element("li", classes: cell.isBad && cell.count > 0 ? ["r-bad"] : []) { markup in
          markup.element("b") { $0.text(String(cell.count)) }
          markup.text(cell.count == 1 ? cell.one : cell.many)
        }
      }
    }
  }

  private func addProblems(to markup: inout Markup) {
    for folder in [comparison.new, comparison.old] where !folder.check.problems.isEmpty {
      markup.section("Errors in \(printable(folder.name))") { markup in
        markup.list(folder.check.problems.flatMap(\.lines), limit: Self.maximumListed) { $0.text($1) }
        markup.element("p", classes: ["r-lead"]) { $0.text("Invalid files are not compared.") }
      }
    }
  }

  private func addImpact(to markup: inout Markup) {
    let lines =
      comparison.screens.flatMap { change in
        (change.impact + change.moves).map { (change.route, $0) }
      } + regressions.map { ($0.route, $0.words) }
    guard !lines.isEmpty else { return }
    markup.section("Impact") { markup in
      markup.list(lines, limit: Self.maximumListed) { markup, line in
        markup.link(line.0.name, to: ScreenChangePage.path(of: line.0))
        markup.text(": " + line.1)
      }
    }
  }

  private func addScreens(to markup: inout Markup) {
    markup.section("Screens") { markup in
      guard !comparison.screens.isEmpty else {
        return markup.element("p", classes: ["r-lead"]) { $0.text("No screen changes.") }
      }
      markup.scrollable("Changed screens") { markup in
        let languages = Set(comparison.screens.flatMap(\.untranslatedTexts).map(\.language)).sorted()
        let titles = ["Screen", "Change", "What", "Variants and releases"]
        markup.table(titles + languages.map { "Not in \($0)" }) { markup in
          for change in comparison.screens {
            let shown = change.pictures.reduce(0) { $0 + $1.cases.count }
            let untranslated = change.untranslatedTexts
            let texts = languages.map { language in
              { (markup: inout Markup) in
                guard let texts = untranslated.first(where: { $0.language == language }) else { return }
                markup.mark(counted(texts.count, "text"), "r-warn")
                if texts.stale > 0 { markup.text(" \(texts.stale) stale") }
              }
            }
            let cells: [(inout Markup) -> Void] = [
              { $0.link(change.route.name, to: ScreenChangePage.path(of: change.route)) },
              { $0.mark(change.effect.rawValue, change.effect.mark) },
              { $0.text(change.summary) },
              { markup in
                markup.text(change.cases.count > 1 ? "\(shown) of \(change.cases.count)" : "")
                if change.loses {
                  markup.text(" ")
                  markup.mark("loses items", "r-bad")
                }
              },
            ]
            markup.row(cells + texts)
          }
        }
      }
    }
  }

  private func addDocuments(to markup: inout Markup) {
    guard !comparison.documents.isEmpty else { return }
    markup.section("View types and other documents") { markup in
      for change in comparison.documents {
        markup.scrollable(change.subject.path, classes: ["r-text"]) { markup in
          markup.element("h3") { markup in
            markup.mark(change.effect.rawValue, change.effect.mark)
            markup.text(" ")
            markup.element("code") { $0.text(change.subject.path) }
            for report in change.compatibility {
              markup.text(" ")
              markup.mark("\(report.verdict.rawValue) for \(report.direction.rawValue)", report.verdict.mark)
            }
          }
          let reasons = change.reasons.map(\.text)
          if !reasons.isEmpty { markup.list(reasons, limit: Self.maximumListed) { $0.text($1) } }
          if !change.differences.isEmpty {
            markup.differences(change.differences, limit: Self.maximumValueLength)
          }
        }
      }
    }
  }
}

/// The counts at the beginning of a report.
package struct ReportNumbers: Sendable {
  package let errors: Int
  /// Items that a supported release does not show, each counted once for a screen.
  package let drops: Int
  package let breaking: Int
  /// Experiments that run before and after, and move units between variants.
  package let reassignments: Int
  /// Texts left without a translation, each counted once for a language.
  package let untranslated: Int

  package init(_ comparison: FolderComparison) {
    errors = comparison.new.check.problems.reduce(0) { $0 + $1.diagnostics.count }
    drops = comparison.screens.reduce(0) { $0 + Set($1.drops.map { ExactString($0.item) }).count }
    breaking = comparison.documents.count(where: \.isBreaking)
    untranslated = comparison.screens.reduce(0) { $0 + $1.untranslated.count }
    reassignments = comparison.screens.reduce(0) { $0 + $1.reassignments.count(where: \.movesUnits) }
  }
}

extension CompatibilityVerdict {
  fileprivate var mark: Markup.ClassName {
    switch self {
    case .compatible: "r-added"
    case .breaking: "r-bad"
    case .undecidable: "r-warn"
    }
  }
}

extension Markup {
  fileprivate mutating func table(_ titles: [String], _ rows: (inout Markup) -> Void) {
    element("table") { markup in
      markup.element("thead") { markup in
        markup.element("tr") { markup in
          for title in titles { markup.element("th", [Attribute("scope", "col")]) { $0.text(title) } }
        }
      }
      markup.element("tbody") { rows(&$0) }
    }
  }

  fileprivate mutating func row(_ cells: [(inout Markup) -> Void]) {
    element("tr") { markup in
      for cell in cells { markup.element("td") { cell(&$0) } }
    }
  }
}
