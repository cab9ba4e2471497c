import JSONText

/// Escapes and character classes (ECMA-262 §22.2.1: CharacterClass, ClassEscape, CharacterEscape).
extension PatternParser {
  /// The characters with a syntactic meaning. Only these stand for themselves after a backslash.
  private static let syntaxCharacters: Set<UInt32> = Set("^$\\.*+?()[]{}|/".unicodeScalars.map(\.value))

  /// Parses a class after its `[`, including the `]`.
  mutating func parseClass() throws(PatternSyntaxError) -> ScalarSet {
    let isNegated = take("^")
    var set = ScalarSet()
    while !take("]") {
      let offset = position
      let first = try parseClassAtom()
      guard isNext("-"), position + 1 < scalars.count, scalars[position + 1] != 0x5D else {
        set.formUnion(first.set)
        continue
      }
      position += 1
      let last = try parseClassAtom()
      guard let low = first.character, let high = last.character, low <= high else {
        throw PatternSyntaxError(offset: offset, kind: .badRange)
      }
      set.insert(low...high)
    }
    // ECMA-262 §22.2.2.7.1: a negated class excludes the case variants of its members too.
    if ignoresCase { set = set.withCaseVariants }
    return isNegated ? set.inverted : set
  }

  /// Parses a member of a class: its set, and the character if it is a single one.
  private mutating func parseClassAtom() throws(PatternSyntaxError) -> (set: ScalarSet, character: UInt32?) {
    guard let character = next else { throw error(.unexpectedEnd) }
    position += 1
    guard character == 0x5C else { return (ScalarSet(character), character) }
    if take("b") { return (ScalarSet(0x08), 0x08) }
    if take("-") { return (ScalarSet(0x2D), 0x2D) }
    if let set = try takeClassEscape() { return (set, nil) }
    let escaped = try parseCharacterEscape()
    return (ScalarSet(escaped), escaped)
  }

  /// Parses what follows a backslash if it is an escape for a class of characters.
  mutating func takeClassEscape() throws(PatternSyntaxError) -> ScalarSet? {
    guard let character = next, let letter = Unicode.Scalar(character) else { return nil }
    let set: ScalarSet
    switch letter {
    case "d", "D": set = .digits
    case "s", "S": set = .spaces
    case "w", "W": set = .words
    case "p", "P":
      position += 1
      set = ScalarSet(property: try parseProperty())
      return letter == "P" ? set.inverted : set
    default: return nil
    }
    position += 1
    return letter.properties.isUppercase ? set.inverted : set
  }

  /// `{Name}` or `{Name=Value}` after `\p`.
  private mutating func parseProperty() throws(PatternSyntaxError) -> UnicodeProperty {
    let offset = max(0, position - 2)
    guard take("{") else { throw error(.badProperty) }
    var text = ""
    while let character = next, character != 0x7D, let scalar = Unicode.Scalar(character) {
      text.unicodeScalars.append(scalar)
      position += 1
    }
    guard take("}") else { throw error(.badProperty) }
    guard let property = UnicodeProperty(expression: text) else {
      throw PatternSyntaxError(offset: offset, kind: .badProperty)
    }
    return property
  }

  /// Parses what follows a backslash as an escape for one character.
  mutating func parseCharacterEscape() throws(PatternSyntaxError) -> UInt32 {
    let offset = position - 1
    guard let character = next else { throw error(.unexpectedEnd) }
    position += 1
    switch Unicode.Scalar(character) {
    case "f": return 0x0C
    case "n": return 0x0A
    case "r": return 0x0D
    case "t": return 0x09
    case "v": return 0x0B
    case "c":
      guard let letter = next, let byte = UInt8(exactly: letter), (0x61...0x7A).contains(byte | 0x20) else {
        break
      }
      position += 1
      return letter % 32
    case "0":
      if let digit = next, (0x30...0x39).contains(digit) { break }
      return 0
    case "x":
      guard let value = takeHexDigits(exactly: 2) else { break }
      return value
    case "u":
      guard let value = takeUnicodeEscape() else { break }
      return value
    default:
      if Self.syntaxCharacters.contains(character) { return character }
    }
    throw PatternSyntaxError(offset: offset, kind: .badEscape)
  }

  /// Parses what follows `\u`: four hexadecimal digits, a surrogate pair of two escapes, or a code point in braces.
  mutating func takeUnicodeEscape() -> UInt32? {
    if take("{") {
      var value: UInt32?
      while let digit = nextHexDigit {
        let sum = (value ?? 0) * 16 + digit
        guard sum <= ScalarSet.largest else { return nil }
        value = sum
        position += 1
      }
      guard take("}") else { return nil }
      return value
    }
    guard let high = takeHexDigits(exactly: 4) else { return nil }
    guard (0xD800...0xDBFF).contains(high), isNext(text: "\\u") else { return high }
    let before = position
    position += 2
    guard let low = takeHexDigits(exactly: 4), (0xDC00...0xDFFF).contains(low) else {
      position = before
      return high
    }
    return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
  }

  private var nextHexDigit: UInt32? { next.flatMap { UInt8(exactly: $0) }?.hexDigitValue.map(UInt32.init) }

  private mutating func takeHexDigits(exactly count: Int) -> UInt32? {
    let before = position
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = nextHexDigit else {
        position = before
        return nil
      }
      value = value * 16 + digit
      position += 1
    }
    return value
  }
}

extension ScalarSet {
  init(property: UnicodeProperty) {
    self.init()
    insert(property)
  }
}
