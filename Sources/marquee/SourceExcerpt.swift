import JSONText
import Screens

/// The line of a file that a finding stands in, and a caret under the place.
struct SourceExcerpt {
  /// Characters shown of a line; of a longer one, those around the place.
  private static let width = 100

  /// The number in the margin, the line, and the caret.
  let lines: [String]

  /// Nil when the file has no such line.
  init?(_ text: [UInt8], at position: SourcePosition) {
    let ends = text.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }
    guard position.line >= 1, position.line <= ends.count else { return nil }
    var bytes = ends[position.line - 1]
    if bytes.last == UInt8(ascii: "\r") { bytes = bytes.dropLast() }
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    let column = min(max(position.column - 1, 0), scalars.count)
    let start = max(0, min(column - Self.width / 2, scalars.count - Self.width))
    let end = min(scalars.count, start + Self.width)
    let shown = scalars[start..<end].map(Self.visible).joined()
    let before = scalars[start..<column].reduce(0) { $0 + $1.displayColumns }
    let number = String(position.line)
    let lead = start > 0 ? "…" : ""
    let margin = String(repeating: " ", count: number.count)
    lines = [
      "  \(number) | \(lead)\(shown)\(end < scalars.count ? "…" : "")",
      "  \(margin) | \(String(repeating: " ", count: before + lead.count))^",
    ]
  }

  /// A character as it may be shown: no control character reaches the terminal, a tab is a space.
  private static func visible(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control: scalar == "\t" ? " " : "\u{FFFD}"
    case .format, .lineSeparator, .paragraphSeparator, .surrogate: "\u{FFFD}"
    default: String(scalar)
    }
  }
}
