/// Doc comments of Kotlin and TypeScript.
extension SourceText {
  /// Adds a doc comment between `/**` and `*/`, on one line if it fits.
  mutating func blockDocumentation(_ paragraphs: [String]) {
    let paragraphs = paragraphs.map { CommentText.blockWords(of: $0) }.filter { !$0.isEmpty }
    guard !paragraphs.isEmpty else { return }
    if paragraphs.count == 1, let words = paragraphs.first {
      let comment = "/** \(words.joined(separator: " ")) */"
      if fits(comment) {
        line(comment)
        return
      }
    }
    line("/**")
    for (index, words) in paragraphs.enumerated() {
      if index > 0 { line(" *") }
      var current = " *"
      for word in words {
        if current != " *", indent + current.count + 1 + word.count > Self.lineLength {
          line(current)
          current = " *"
        }
        current += " " + word
      }
      line(current)
    }
    line(" */")
  }

  /// Adds the lines of a text.
  mutating func lines(_ text: String) {
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) { line(String(part)) }
  }
}
