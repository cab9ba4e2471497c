/// Conversion of any text of a schema to text that cannot end a doc comment.
enum CommentText {
  /// The longest paragraph, in scalars; a longer one is cut.
  private static let maximumLength = 2_000

  /// The longest word, in scalars; a longer one is split, because it would make an overlong line.
  private static let maximumWordLength = 80

  /// Returns the words of a text. Line ends of any kind and control characters separate words.
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
        if word.count >= maximumWordLength { end() }
        word.append(scalar)
      }
    }
    end()
    return words
  }

  /// Returns the words of a text for a comment between `/**` and `*/`. No word begins or ends a comment, or is a tag
  /// such as `@ts-ignore`, which TypeScript's compiler obeys.
  static func blockWords(of text: String) -> [String] {
    words(of: text).map { word in
      // By scalars: a slash and a combining mark are one `Character`, but a compiler sees the slash.
      var plain = String.UnicodeScalarView()
      for scalar in word.unicodeScalars {
        if plain.last == "*" && scalar == "/" || plain.last == "/" && scalar == "*" { plain.append(" ") }
        plain.append(scalar)
      }
      return (plain.first == "@" ? "\\" : "") + String(plain)
    }
  }

  /// Whether a scalar must not be printed: control characters; bidirectional controls, which can disguise
  /// source (Unicode Technical Report #36 §2.10); other invisible, private and unassigned characters.
  static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
    default: false
    }
  }

  /// Returns a name in backticks.
  static func code(_ name: String) -> String {
    let words = words(of: name).joined(separator: " ")
    guard !words.isEmpty else { return "``" }
    return words.contains("`") ? words : "`\(words)`"
  }
}
