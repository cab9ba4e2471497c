/// Swift source as lines, broken as `swift format` would break them.
struct SwiftText {
  /// Characters of a line.
  static let lineLength = 110

  private(set) var lines: [String] = []
  private var level: Int

  init(level: Int = 0) { self.level = level }

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// Characters before a line of the current level.
  private var indent: Int { level * 2 }

  mutating func line(_ text: String) {
    lines.append(text.isEmpty ? "" : String(repeating: " ", count: indent) + text)
  }

  /// An empty line, but not first in a block.
  mutating func space() {
    if let last = lines.last, !last.isEmpty, !last.hasSuffix("{") { lines.append("") }
  }

  mutating func block(_ head: String, _ body: (inout SwiftText) -> Void) {
    line(head + " {")
    level += 1
    body(&self)
    level -= 1
    line("}")
  }

  mutating func indented(_ body: (inout SwiftText) -> Void) {
    level += 1
    body(&self)
    level -= 1
  }

  /// Opens another block where the last one was closed.
  mutating func reopen(_ head: String) {
    if !lines.isEmpty { lines[lines.count - 1] += " " + head + " {" }
  }

  /// One line if it fits, else broken where `parts` meet, further in.
  mutating func line(_ first: String, _ second: String) {
    if fits(first + " " + second) {
      line(first + " " + second)
    } else {
      line(first)
      indented { $0.line(second) }
    }
  }

  /// `head(arguments)tail`, its arguments on a line of their own if they need it, or on one each.
  mutating func call(_ head: String, _ arguments: [String], _ tail: String = "") {
    let list = arguments.joined(separator: ", ")
    if fits("\(head)(\(list))\(tail)") {
      line("\(head)(\(list))\(tail)")
      return
    }
    line(head + "(")
    // A call that goes on is closed on a line of its own.
    let end = tail.isEmpty ? ")" : ""
    indented { text in
      if text.fits(list + end) {
        text.line(list + end)
      } else {
        for (index, argument) in arguments.enumerated() {
          text.line(argument + (index < arguments.count - 1 ? "," : end))
        }
      }
    }
    if !tail.isEmpty { line(")" + tail) }
  }

  /// `head(parameters) {`, for a declaration: its brace stands on its own line when they are broken.
  mutating func function(_ head: String, _ parameters: [String], _ body: (inout SwiftText) -> Void) {
    let list = parameters.joined(separator: ", ")
    if fits("\(head)(\(list)) {") {
      block("\(head)(\(list))", body)
      return
    }
    line(head + "(")
    indented { text in
      if text.fits(list) {
        text.line(list)
      } else {
        for (index, parameter) in parameters.enumerated() {
          text.line(parameter + (index < parameters.count - 1 ? "," : ""))
        }
      }
    }
    block(")", body)
  }

  /// `if one && other {`, each on a line of its own if they need it.
  mutating func condition(_ one: String, _ other: String, _ body: (inout SwiftText) -> Void) {
    if fits("if \(one) && \(other) {") {
      block("if \(one) && \(other)", body)
      return
    }
    line("if \(one)")
    indented { $0.line("&& \(other)") }
    line("{")
    indented(body)
    line("}")
  }

  func fits(_ text: String) -> Bool { indent + text.count <= Self.lineLength }

  /// A doc comment.
  mutating func documentation(_ paragraphs: [String]) {
    var isFirst = true
    for paragraph in paragraphs {
      let words = CommentText.words(of: paragraph)
      guard !words.isEmpty else { continue }
      if !isFirst { line("///") }
      isFirst = false
      var current = "///"
      for word in words {
        if current != "///", indent + current.count + 1 + word.count > Self.lineLength {
          line(current)
          current = "///"
        }
        current += " " + word
      }
      line(current)
    }
  }
}
