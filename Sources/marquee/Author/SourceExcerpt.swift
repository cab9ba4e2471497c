import JSONText
import Screens

/// The source line of an error, with a caret under its position.
struct SourceExcerpt {
  /// The largest number of characters to show. A longer line is cut to those around the position.
  private static let width = 100

  /// The source line with its number, and the line of the caret.
  let lines: [String]

  /// Returns nil if the file has no such line.
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
    let ellipsis = start > 0 ? "…" : ""
    let margin = String(repeating: " ", count: number.count)
    lines = [
      "  \(number) | \(ellipsis)\(shown)\(end < scalars.count ? "…" : "")",
      "  \(margin) | \(String(repeating: " ", count: before + ellipsis.count))^",
    ]
  }

  /// A character that is safe for a terminal: a space for a tab, U+FFFD for other control characters.
  private static func visible(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control: scalar == "\t" ? " " : "\u{FFFD}"
    case .format, .lineSeparator, .paragraphSeparator, .surrogate: "\u{FFFD}"
    default: String(scalar)
    }
  }
}
