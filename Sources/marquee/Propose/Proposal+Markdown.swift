import Foundation
import JSONText
import Screens

/// The proposal as a comment for a pull request (GitHub Flavored Markdown, <https://github.github.com/gfm/>).
extension Proposal {
  /// The limits of a list, which keep a comment below GitHub's limit of 65,536 characters.
  private static let maximumRows = 100
  private static let maximumListBytes = 10_000

  /// A mark in the comment, by which a workflow finds it later.
  static func mark(of name: String) -> String { "<!-- marquee propose \(name) -->" }

  var markdown: String {
    var lines = [Self.mark(of: name)]
    guard !(screens.isEmpty && documents.isEmpty) else {
      return (lines + ["**Screens:** this branch and the server are equal."]).joined(separator: "\n")
    }
    lines += ["### Screens", ""]
    lines.append(
      isPublishable
        ? "[Open in the console](\(consoleURL)), or point an app at `\(appURL)`."
        : "**Publishing this would fail:**")
    if !isPublishable {
      lines += [""] + Self.list(problems)
      lines += ["", "[Open in the console](\(consoleURL)), or point an app at `\(appURL)`."]
    }
    if !screens.isEmpty {
      lines += ["", "| screen | change | items | before | after |", "| --- | --- | --- | --- | --- |"]
      let rows = Self.limited(screens.map { row($0) })
      lines += rows
      if screens.count > rows.count { lines += ["", "And \(screens.count - rows.count) more."] }
    }
    lines += section(
      "Supported releases", screens.flatMap { screen in screen.impact.map { "\(screen.route): \($0)" } })
    lines += section("Experiments", screens.flatMap(\.reassignments))
    lines += section(
      "Translations", screens.flatMap { screen in screen.untranslated.map { "\(screen.route): \($0)" } })
    lines += section(
      "Links", screens.flatMap { screen in screen.links.map { "\(screen.route): \($0)" } })
    let documents = documents.flatMap { document in
      ["\(document.subject) \(document.effect)"] + document.reasons.map { "\(document.subject): \($0)" }
    }
    lines += section("View types and other documents", documents)
    return lines.joined(separator: "\n")
  }

  /// The comment about an invalid folder, which was not sent.
  static func markdown(of name: String, findings: [String]) -> String {
    ([mark(of: name), "### Screens", "", "**The screens of this branch are invalid:**", ""] + list(findings))
      .joined(separator: "\n")
  }

  private func row(_ screen: Screen) -> String {
    let before = screen.effect == "created" ? "" : "[before](\(preview(of: screen.route, isAfter: false)))"
    let after = screen.effect == "deleted" ? "" : "[after](\(preview(of: screen.route, isAfter: true)))"
    return "| `\(screen.route)` | \(screen.effect) | \(Self.escaped(screen.items)) | \(before) | \(after) |"
  }

  private func section(_ title: String, _ entries: [String]) -> [String] {
    entries.isEmpty ? [] : ["", "**\(title)**", ""] + Self.list(entries)
  }

  private static func list(_ entries: [String]) -> [String] {
    let kept = limited(entries.map { "- " + escaped($0) })
    return kept + (entries.count > kept.count ? ["- and \(entries.count - kept.count) more"] : [])
  }

  private static func limited(_ lines: [String]) -> [String] {
    var bytes = 0
    return Array(
      lines.prefix(maximumRows).prefix { line in
        bytes += line.utf8.count
        return bytes <= maximumListBytes
      })
  }

  /// Escapes a text, so that it contains no markup, link or mention. Anybody who opens a pull request can write the
  /// texts of screens.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in printable(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      // Code hosts look for mentions and issue numbers in the rendered text. A zero-width space prevents them.
      case "@": result += "&#64;&#8203;"
      case "#": result += "&#35;&#8203;"
      case ":": result += "&#58;"
      case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "!", "|", "~": result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    // A word that begins with "www." becomes a link, even without a scheme (GFM §6.9).
    return result.replacingOccurrences(of: "www.", with: "www&#46;", options: .caseInsensitive)
  }
}
