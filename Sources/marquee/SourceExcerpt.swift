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
    let before = scalars[start..<column].reduce(0) { $0 + Self.columns(of: $1) }
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

  /// Columns that a terminal takes for a character (UAX #11: wide ones take two, marks none).
  private static func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
