/// Swift source as lines, broken as `swift format` breaks them.
struct SwiftText {
  /// The longest line, in characters.
  static let lineLength = 110

  private(set) var lines: [String] = []
  private var level = 0

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// The indentation of the current level, in characters.
  private var indent: Int { level * 2 }

  mutating func line(_ text: String) {
    lines.append(text.isEmpty ? "" : String(repeating: " ", count: indent) + text)
  }

  /// Adds an empty line, except at the beginning of a block.
  mutating func blankLine() {
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

  /// Opens another block on the line that closed the previous one.
  mutating func reopen(_ head: String) {
    if !lines.isEmpty { lines[lines.count - 1] += " " + head + " {" }
  }

  /// Adds two parts on one line, or on two lines if they do not fit.
  mutating func line(_ first: String, _ second: String) {
    if fits(first + " " + second) {
      line(first + " " + second)
    } else {
      line(first)
      indented { $0.line(second) }
    }
  }

  /// Adds `head(arguments)tail`. If it does not fit, the arguments get a line of their own, or one line each.
  mutating func call(_ head: String, _ arguments: [String], _ tail: String = "") {
    let list = arguments.joined(separator: ", ")
    if fits("\(head)(\(list))\(tail)") {
      line("\(head)(\(list))\(tail)")
      return
    }
    line(head + "(")
    // The closing parenthesis of a call with a tail is on its own line.
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

  /// Adds a declaration, `head(parameters) {`. Its brace is on its own line when the parameters are broken.
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

  /// Adds `if one && other {`, broken before `&&` if it does not fit.
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

  /// Adds a doc comment.
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
