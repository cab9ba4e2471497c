/// Source as lines, indented by two spaces a level.
struct SourceText {
  /// The longest line, in characters.
  static let lineLength = 110

  private(set) var lines: [String] = []
  private var level = 0

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// The indentation of the current level, in characters.
  var indent: Int { level * 2 }

  mutating func line(_ text: String) {
    lines.append(text.isEmpty ? "" : String(repeating: " ", count: indent) + text)
  }

  /// Adds an empty line, except at the beginning of a block.
  mutating func blankLine() {
    if let last = lines.last, !last.isEmpty, !last.hasSuffix("{") { lines.append("") }
  }

  mutating func block(_ head: String, _ body: (inout SourceText) -> Void) {
    line(head + " {")
    level += 1
    body(&self)
    level -= 1
    line("}")
  }

  mutating func indented(_ body: (inout SourceText) -> Void) {
    level += 1
    body(&self)
    level -= 1
  }

  /// Opens another block on the line that closed the previous one.
  mutating func reopen(_ head: String) {
    if !lines.isEmpty { lines[lines.count - 1] += " " + head + " {" }
  }

  func fits(_ text: String) -> Bool { indent + text.count <= Self.lineLength }
}
