import Foundation
import JSONText
import Screens

/// The proposal as a comment for a pull request (GitHub Flavored Markdown, <https://github.github.com/gfm/>).
extension Proposal {
  /// The longest list, and its bytes, so that a comment stays below the limit of GitHub: 65,536 characters.
  private static let maximumRows = 100
  private static let maximumListBytes = 10_000

  /// A mark by which a workflow finds its comment again.
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
    let documents = documents.flatMap { document in
      ["\(document.subject) \(document.effect)"] + document.reasons.map { "\(document.subject): \($0)" }
    }
    lines += section("View types and other documents", documents)
    return lines.joined(separator: "\n")
  }

  /// The comment about a folder that was not sent.
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

  /// A text that is no markup, no link and no mention. Texts of screens come from anybody who opens a pull request.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in printable(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      // A mark of no width after it: code hosts look for mentions and numbers in the rendered text.
      case "@": result += "&#64;&#8203;"
      case "#": result += "&#35;&#8203;"
      case ":": result += "&#58;"
      case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "!", "|", "~": result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    // A name that begins like this becomes a link, also without a scheme (GFM §6.9).
    return result.replacingOccurrences(of: "www.", with: "www&#46;", options: .caseInsensitive)
  }
}
