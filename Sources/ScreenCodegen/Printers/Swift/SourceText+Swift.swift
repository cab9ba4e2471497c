/// Swift source, broken as `swift format` breaks it.
extension SourceText {
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
  mutating func function(_ head: String, _ parameters: [String], _ body: (inout SourceText) -> Void) {
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
  mutating func condition(_ one: String, _ other: String, _ body: (inout SourceText) -> Void) {
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

  /// Adds a doc comment of lines that begin with `///`.
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
