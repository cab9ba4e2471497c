/// Conversion of any text to identifiers that are valid in each language.
enum Identifier {
  /// The longest identifier, in scalars. Longer ones make lines that no formatter can break.
  static let maximumLength = 40

  /// The number of scalars at the start of a text that are read; the rest is ignored.
  private static let maximumInput = 400

  /// Returns a name for a property or a case, such as `imageUrl` for `IMAGE_URL`.
  static func lowerCamel(_ text: String, fallback: String) -> String {
    var words = words(of: text)
    guard !words.isEmpty else { return fallback }
    let first = words.removeFirst()
    return limited(lowered(first) + words.map(capitalized).joined(), digits: fallback)
  }

  /// Returns a name for a type, such as `OneLineText` for `ONE_LINE_TEXT`.
  static func upperCamel(_ text: String, fallback: String, maximumBytes: Int = .max) -> String {
    let words = words(of: text)
    guard !words.isEmpty else { return fallback }
    var name = limited(words.map(capitalized).joined(), digits: fallback)
    while name.utf8.count > maximumBytes { name.unicodeScalars.removeLast() }
    // In a script without capitals, a type and its property would otherwise have the same name.
    return name.unicodeScalars.first?.properties.isUppercase == true ? name : name + "Type"
  }

  /// Returns a name for one element of a list with this name.
  static func singular(of name: String) -> String {
    let lower = name.lowercased()
    if lower.hasSuffix("ies"), lower.utf8.count > 4 { return name.dropLast(3) + "y" }
    if lower.hasSuffix("s"), !lower.hasSuffix("ss"), lower.utf8.count > 2 { return String(name.dropLast()) }
    return name + " element"
  }

  // MARK: Words

  /// Splits a text into runs of letters and digits.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(maximumInput) {
      if isAllowed(scalar) {
        word.append(scalar)
      } else if !word.isEmpty {
        words.append(String(word))
        word = String.UnicodeScalarView()
      }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words
  }

  /// Whether a scalar can be in a name: ASCII letters and digits, and letters of other scripts that can begin
  /// an identifier (The Swift Programming Language, "Grammar of an identifier"; ECMA-262 §12.7).
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x167F, 0x1E00...0x1FFF, 0x3040...0xD7FF,
      0xF900...0xFAFF:
      scalar.properties.isAlphabetic && scalar.properties.isIDStart
    default: false
    }
  }

  private static func capitalized(_ word: String) -> String {
    let isAllCapitals =
      word.unicodeScalars.count > 1 && !word.unicodeScalars.contains { $0.properties.isLowercase }
    let word = isAllCapitals ? word.lowercased() : word
    guard let first = word.unicodeScalars.first else { return word }
    return String(upper(first)) + String(word.unicodeScalars.dropFirst())
  }

  /// Returns the word with a lower-case beginning. Initials become lower-case together, as in `urlName`.
  private static func lowered(_ word: String) -> String {
    let scalars = Array(word.unicodeScalars)
    let capitals = scalars.prefix { $0.properties.isUppercase }.count
    guard capitals > 0 else { return word }
    let isWhole = scalars.dropFirst(capitals).allSatisfy { !$0.properties.isLowercase }
    let count = isWhole ? scalars.count : max(1, capitals - 1)
    var lowered = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() { lowered.append(index < count ? lower(scalar) : scalar) }
    return String(lowered)
  }

  /// A mapping to several scalars is not used: it can contain scalars that are not allowed in a name.
  private static func upper(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    single(scalar.properties.uppercaseMapping) ?? scalar
  }

  private static func lower(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    single(scalar.properties.lowercaseMapping) ?? scalar
  }

  private static func single(_ text: String) -> Unicode.Scalar? {
    text.unicodeScalars.count == 1 ? text.unicodeScalars.first.flatMap { isAllowed($0) ? $0 : nil } : nil
  }

  private static func limited(_ name: String, digits prefix: String) -> String {
    let prefixed = name.utf8.first.map { (0x30...0x39).contains($0) } == true ? prefix + name : name
    return String(String.UnicodeScalarView(prefixed.unicodeScalars.prefix(maximumLength)))
  }
}
