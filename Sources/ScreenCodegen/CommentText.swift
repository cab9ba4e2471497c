/// Makes any text fit for a doc comment: whatever a schema says stays behind the three slashes.
enum CommentText {
  /// Scalars of a paragraph; a longer one is cut.
  private static let maximumLength = 2_000

  /// Scalars of a word: one longer would make a line that is none.
  private static let maximumWord = 80

  /// The words of a text. A line end of any kind ends a word, and so does a control character.
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var count = 0
    func end() {
      if !word.isEmpty { words.append(String(word)) }
      word = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      count += 1
      guard count <= maximumLength else {
        end()
        words.append("…")
        break
      }
      if scalar.properties.isWhitespace || isUnprintable(scalar) {
        end()
      } else {
        if word.count >= maximumWord { end() }
        word.append(scalar)
      }
    }
    end()
    return words
  }

  /// Control characters; those that turn the direction of writing, which can make a line look like another
  /// (Unicode Technical Report #36 §2.10); those that are not to be seen; and those that belong to nobody.
  static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
    default: false
    }
  }

  /// A name within a text, in backticks.
  static func code(_ name: String) -> String {
    let words = words(of: name).joined(separator: " ")
    guard !words.isEmpty else { return "``" }
    return words.contains("`") ? words : "`\(words)`"
  }
}
