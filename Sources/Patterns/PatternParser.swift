import JSONText

/// The parser of regular expressions (ECMA-262 §22.2.1) in Unicode mode (the `u` flag) with named groups, as JSON
/// Schema requires (core §6.4). Annex B, which is for web browsers, does not apply.
///
/// Not supported: inline modifiers (`(?i:…)`), one group name in several alternatives (both new in ECMA-262 2025), and
/// the `v` flag. For properties see ``UnicodeProperty``.
struct PatternParser {
  /// The largest nesting depth of groups; the parser and the compiler recurse.
  static let maximumDepth = 100

  private let source: String
  var scalars: [UInt32]
  var position = 0
  let ignoresCase: Bool
  private var sets: [ScalarSet] = []
  private var singles: [UInt32: Int] = [:]
  private var captureCount = 0
  private var groupNames: [ExactString: Int] = [:]
  private var namedReferences: [(name: String, offset: Int, index: Int)] = []
  private var numberedReferences: [(number: Int, offset: Int)] = []
  private var references: [Int] = []
  private var depth = 0
  private var deepest = 0

  init(_ source: String, ignoringCase: Bool = false) {
    self.source = source
    scalars = source.unicodeScalars.map(\.value)
    ignoresCase = ignoringCase
  }

  mutating func parse() throws(PatternSyntaxError) -> ParsedPattern {
    let root = try parseDisjunction()
    if position < scalars.count { throw error(.loneBracket) }
    for reference in numberedReferences where reference.number > captureCount {
      throw PatternSyntaxError(offset: reference.offset, kind: .badBackreference)
    }
    for reference in namedReferences {
      guard let number = groupNames[reference.name] else {
        throw PatternSyntaxError(offset: reference.offset, kind: .badBackreference)
      }
      references[reference.index] = number
    }
    return ParsedPattern(
      source: source, root: resolved(root), sets: sets, groupDepth: deepest - 1, captureCount: captureCount,
      hasBackreferences: !references.isEmpty, ignoresCase: ignoresCase)
  }

  // MARK: Characters

  var next: UInt32? { position < scalars.count ? scalars[position] : nil }

  func isNext(_ character: Unicode.Scalar) -> Bool { next == character.value }

  func isNext(text: String) -> Bool {
    var at = position
    for scalar in text.unicodeScalars {
      guard at < scalars.count, scalars[at] == scalar.value else { return false }
      at += 1
    }
    return true
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard isNext(character) else { return false }
    position += 1
    return true
  }

  func error(_ kind: PatternSyntaxError.Kind) -> PatternSyntaxError {
    PatternSyntaxError(
      offset: min(position, scalars.count), kind: position < scalars.count ? kind : end(kind))
  }

  private func end(_ kind: PatternSyntaxError.Kind) -> PatternSyntaxError.Kind {
    switch kind {
    case .badEscape, .badProperty, .badGroup, .badGroupName, .loneBracket: .unexpectedEnd
    default: kind
    }
  }

  mutating func add(_ set: ScalarSet) -> PatternSyntax {
    var set = set
    set.normalize()
    sets.append(set)
    return .set(sets.count - 1)
  }

  /// Adds a literal character. All occurrences of a character share one set.
  private mutating func add(character: UInt32) -> PatternSyntax {
    if let known = singles[character] { return .set(known) }
    singles[character] = sets.count
    let set = ScalarSet(character)
    return add(ignoresCase ? set.withCaseVariants : set)
  }

  // MARK: Disjunction, Alternative, Term

  private mutating func parseDisjunction() throws(PatternSyntaxError) -> PatternSyntax {
    depth += 1
    deepest = max(deepest, depth)
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw PatternSyntaxError(offset: position, kind: .tooDeep) }
    var alternatives = [try parseAlternative()]
    while take("|") { alternatives.append(try parseAlternative()) }
    return alternatives.count == 1 ? alternatives[0] : .alternation(alternatives)
  }

  private mutating func parseAlternative() throws(PatternSyntaxError) -> PatternSyntax {
    var terms: [PatternSyntax] = []
    while let character = next, character != 0x7C, character != 0x29 { terms.append(try parseTerm()) }
    return terms.count == 1 ? terms[0] : terms.isEmpty ? .empty : .sequence(terms)
  }

  private mutating func parseTerm() throws(PatternSyntaxError) -> PatternSyntax {
    if take("^") { return .start }
    if take("$") { return .end }
    if isNext(text: "\\b") || isNext(text: "\\B") {
      let isNegated = scalars[position + 1] == 0x42
      position += 2
      return .wordBoundary(isNegated: isNegated)
    }
    for (opening, isAhead, isNegated) in Self.lookarounds where isNext(text: opening) {
      position += opening.unicodeScalars.count
      let body = try parseDisjunction()
      guard take(")") else { throw error(.unexpectedEnd) }
      return .look(body, isAhead: isAhead, isNegated: isNegated)
    }
    let firstCapture = captureCount + 1
    let atom = try parseAtom()
    return try parseQuantifier(of: atom, captures: firstCapture..<(captureCount + 1))
  }

  private static let lookarounds: [(String, Bool, Bool)] = [
    ("(?=", true, false), ("(?!", true, true), ("(?<=", false, false), ("(?<!", false, true),
  ]

  private mutating func parseQuantifier(of atom: PatternSyntax, captures: Range<Int>)
    throws(PatternSyntaxError) -> PatternSyntax
  {
    let minimum: Int
    let maximum: Int?
    if take("*") {
      (minimum, maximum) = (0, nil)
    } else if take("+") {
      (minimum, maximum) = (1, nil)
    } else if take("?") {
      (minimum, maximum) = (0, 1)
    } else if isNext("{") {
      let opening = position
      position += 1
      guard let least = takeNumber() else { throw error(.loneBracket) }
      var most: Int? = least
      if take(",") { most = isNext("}") ? nil : takeNumber() }
      guard take("}") else { throw error(.loneBracket) }
      if let most, most < least { throw PatternSyntaxError(offset: opening, kind: .badQuantifier) }
      (minimum, maximum) = (least, most)
    } else {
      return atom
    }
    let isGreedy = !take("?")
    return .repetition(atom, minimum: minimum, maximum: maximum, isGreedy: isGreedy, captures: captures)
  }

  /// Takes decimal digits as a number. A number that overflows becomes a very large one.
  private mutating func takeNumber() -> Int? {
    var value: Int?
    while let digit = next, (0x30...0x39).contains(digit) {
      let (product, overflow) = (value ?? 0).multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int(digit) - 0x30)
      value = overflow || carry ? Int.max / 16 : sum
      position += 1
    }
    return value
  }

  // MARK: Atom

  private mutating func parseAtom() throws(PatternSyntaxError) -> PatternSyntax {
    guard let character = next else { throw error(.unexpectedEnd) }
    switch character {
    case 0x2E:
      position += 1
      return add(.notLineEnds)
    case 0x28: return try parseGroup()
    case 0x5B:
      position += 1
      return add(try parseClass())
    case 0x5C: return try parseAtomEscape()
    case 0x2A, 0x2B, 0x3F, 0x7B: throw error(.nothingToRepeat)
    case 0x5D, 0x7D: throw error(.loneBracket)
    default:
      position += 1
      return add(character: character)
    }
  }

  private mutating func parseGroup() throws(PatternSyntaxError) -> PatternSyntax {
    position += 1
    var number: Int?
    if isNext(text: "?:") {
      position += 2
    } else if isNext(text: "?<") {
      position += 2
      captureCount += 1
      number = captureCount
      let offset = position
      let name = try parseGroupName()
      guard groupNames[name] == nil else { throw PatternSyntaxError(offset: offset, kind: .badGroupName) }
      groupNames[name] = captureCount
    } else if isNext("?") {
      throw error(.badGroup)
    } else {
      captureCount += 1
      number = captureCount
    }
    let body = try parseDisjunction()
    guard take(")") else { throw error(.unexpectedEnd) }
    return number.map { .capture($0, body) } ?? body
  }

  /// Parses what follows `(?<` or `\k<`, including the `>` (GroupName).
  private mutating func parseGroupName() throws(PatternSyntaxError) -> String {
    let offset = position
    var name = ""
    while let character = next, character != 0x3E {
      position += 1
      var value = character
      if character == 0x5C {
        guard take("u"), let escaped = takeUnicodeEscape() else { throw error(.badGroupName) }
        value = escaped
      }
      guard let scalar = Unicode.Scalar(value), Self.isIdentifier(scalar, isFirst: name.isEmpty) else {
        throw PatternSyntaxError(offset: offset, kind: .badGroupName)
      }
      name.unicodeScalars.append(scalar)
    }
    guard take(">"), !name.isEmpty else { throw error(.badGroupName) }
    return name
  }

  private static func isIdentifier(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    if scalar == "$" || scalar == "_" { return true }
    let properties = scalar.properties
    return isFirst
      ? properties.isIDStart : properties.isIDContinue || scalar == "\u{200C}" || scalar == "\u{200D}"
  }

  private mutating func parseAtomEscape() throws(PatternSyntaxError) -> PatternSyntax {
    let offset = position
    position += 1
    guard let character = next else { throw error(.unexpectedEnd) }
    if (0x31...0x39).contains(character), let number = takeNumber() {
      numberedReferences.append((number, offset))
      references.append(number)
      return .backreference(references.count - 1)
    }
    if character == 0x6B {
      position += 1
      guard take("<") else { throw error(.badEscape) }
      namedReferences.append((try parseGroupName(), offset, references.count))
      references.append(0)
      return .backreference(references.count - 1)
    }
    if let set = try takeClassEscape() { return add(set) }
    return add(character: try parseCharacterEscape())
  }

  /// Replaces the indices into `references` by the numbers of the groups, which are known only after parsing.
  private func resolved(_ syntax: PatternSyntax) -> PatternSyntax {
    guard !references.isEmpty else { return syntax }
    switch syntax {
    case .backreference(let index): return .backreference(references[index])
    case .sequence(let parts): return .sequence(parts.map(resolved))
    case .alternation(let parts): return .alternation(parts.map(resolved))
    case .capture(let number, let body): return .capture(number, resolved(body))
    case .repetition(let body, let minimum, let maximum, let isGreedy, let captures):
      return .repetition(
        resolved(body), minimum: minimum, maximum: maximum, isGreedy: isGreedy, captures: captures)
    case .look(let body, let isAhead, let isNegated):
      return .look(resolved(body), isAhead: isAhead, isNegated: isNegated)
    default: return syntax
    }
  }
}
