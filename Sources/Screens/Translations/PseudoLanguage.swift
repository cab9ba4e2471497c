/// A pseudo language: the texts of a screen, changed so that a text that is cut off or not translated stands out.
package enum PseudoLanguage: String, Sendable, CaseIterable {
  /// Accents, forty per cent longer, in brackets.
  case accented = "en-XA"
  /// Written from right to left.
  case mirrored = "ar-XB"

  package init?(_ text: String) {
    guard let tag = LanguageTag(text) else { return nil }
    self.init(rawValue: tag.text)
  }

  package var tag: LanguageTag {
    switch self {
    case .accented: LanguageTag("en", region: "XA")
    case .mirrored: LanguageTag("ar", region: "XB")
    }
  }

  private static let accents: [Character: Character] = [
    "a": "á", "b": "ƀ", "c": "ç", "d": "ð", "e": "é", "f": "ƒ", "g": "ĝ", "h": "ĥ", "i": "î", "j": "ĵ",
    "k": "ķ",
    "l": "ļ", "m": "ɱ", "n": "ñ", "o": "ö", "p": "þ", "q": "ǫ", "r": "ŕ", "s": "š", "t": "ţ", "u": "û",
    "v": "ṽ",
    "w": "ŵ", "x": "ẋ", "y": "ý", "z": "ž", "A": "Å", "B": "Ɓ", "C": "Ç", "D": "Ð", "E": "É", "F": "Ƒ",
    "G": "Ĝ",
    "H": "Ĥ", "I": "Î", "J": "Ĵ", "K": "Ķ", "L": "Ļ", "M": "Ṁ", "N": "Ñ", "O": "Ö", "P": "Þ", "Q": "Ǫ",
    "R": "Ŕ",
    "S": "Š", "T": "Ţ", "U": "Û", "V": "Ṽ", "W": "Ŵ", "X": "Ẋ", "Y": "Ý", "Z": "Ž",
  ]

  private static let padding = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  ]

  /// The right-to-left override, and what ends it (UAX #9 §2.2, §2.5).
  private static let (override, end): (Character, Character) = ("\u{202E}", "\u{202C}")

  /// A text in this language. Placeholders in double braces stay as they are.
  package func text(_ source: String) -> String {
    switch self {
    case .accented:
      let length = source.count * 4 / 10
      var added = ""
      var (word, count) = (0, 0)
      while count < length {
        let next = " " + Self.padding[word % Self.padding.count]
        added += next
        (word, count) = (word + 1, count + next.count)
      }
      return "[" + Self.outsideOfPlaceholders(source) { String($0.map { Self.accents[$0] ?? $0 }) } + added
        + "]"
    case .mirrored:
      return Self.outsideOfPlaceholders(source) { part in
        // Each word, so that lines break where they would.
        part.split(separator: " ", omittingEmptySubsequences: false)
          .map { $0.isEmpty ? "" : "\(Self.override)\($0)\(Self.end)" }.joined(separator: " ")
      }
    }
  }

  private static func outsideOfPlaceholders(_ text: String, _ change: (Substring) -> String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
      result += change(rest[..<open.lowerBound]) + rest[open.lowerBound..<close.upperBound]
      rest = rest[close.upperBound...]
    }
    return result + change(rest)
  }

  /// The screen in this language.
  package func translated(_ screen: PublishedScreen, in catalogue: Catalogue) -> PublishedScreen {
    let translator = TextTranslator(screen.definition, catalogue) { text($1) }
    return screen.with(translator.translated(screen.combinations), in: tag)
  }
}
