/// Reads patterns of ECMA-262 (§22.2.1, with the `u` flag) that are regular expressions in the strict sense,
/// and makes automata of them. The pattern is known to be well formed.
///
/// The automaton is built from the end: each part is given the state that follows it.
struct RegularExpressionParser {
  /// A part of a pattern.
  indirect enum Part {
    case empty
    case set(ScalarRanges)
    case start
    case end
    case sequence([Part])
    case choice([Part])
    case repeated(Part, minimum: Int, maximum: Int?)
  }

  /// The pattern has something that no automaton has, or is too large.
  struct Unsupported: Error {}

  private let scalars: [Unicode.Scalar]
  private let maximumSize: Int
  private var place = 0
  private var depth = 0
  private var states: [TextAutomaton.State] = []
  /// Parts built so far; empty ones make no states, but repeating them takes time as well.
  private var built = 0

  /// Groups may be nested this deep.
  private static let maximumDepth = 32
  private static let maximumBuilt = 20_000

  /// The automaton of a pattern. Nil for one that has lookarounds, back-references, word boundaries or Unicode
  /// properties, or more states than that.
  static func automaton(of source: String, maximumSize: Int) -> TextAutomaton? {
    var parser = RegularExpressionParser(source, maximumSize: maximumSize)
    return parser.parse()
  }

  private init(_ source: String, maximumSize: Int) {
    scalars = Array(source.unicodeScalars)
    self.maximumSize = maximumSize
  }

  private mutating func parse() -> TextAutomaton? {
    guard scalars.count <= maximumSize, let part = try? choice(), place == scalars.count else { return nil }
    // A match may begin anywhere, and whatever follows it is of no account.
    states = [.accept]
    guard let start = try? build(part, before: 0), let wait = try? add(.accept) else { return nil }
    guard let loop = try? add(.take(.any, next: wait)) else { return nil }
    states[wait] = .fork(start, loop)
    return TextAutomaton(states: states, start: wait)
  }

  // MARK: Building

  private mutating func add(_ state: TextAutomaton.State) throws(Unsupported) -> Int {
    guard states.count < maximumSize else { throw Unsupported() }
    states.append(state)
    return states.count - 1
  }

  private mutating func build(_ part: Part, before next: Int) throws(Unsupported) -> Int {
    built += 1
    guard built <= Self.maximumBuilt else { throw Unsupported() }
    switch part {
    case .empty: return next
    case .set(let set): return try add(.take(set, next: next))
    case .start: return try add(.atStart(next: next))
    case .end: return try add(.atEnd(next: next))
    case .sequence(let parts):
      var next = next
      for part in parts.reversed() { next = try build(part, before: next) }
      return next
    case .choice(let parts):
      var entry: Int?
      for part in parts {
        let start = try build(part, before: next)
        entry = if let other = entry { try add(.fork(other, start)) } else { start }
      }
      return entry ?? next
    case .repeated(let part, let minimum, let maximum):
      guard minimum <= maximumSize, maximum ?? 0 <= maximumSize else { throw Unsupported() }
      var next = next
      if let maximum {
        let end = next
        for _ in 0..<max(0, maximum - minimum) {
          next = try add(.fork(try build(part, before: next), end))
        }
      } else {
        let loop = try add(.accept)
        let body = try build(part, before: loop)
        states[loop] = .fork(body, next)
        next = loop
      }
      for _ in 0..<minimum { next = try build(part, before: next) }
      return next
    }
  }

  // MARK: Reading

  private var current: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  private func follows(_ text: String) -> Bool { scalars[place...].starts(with: text.unicodeScalars) }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    place += 1
    return true
  }

  private mutating func next() throws(Unsupported) -> Unicode.Scalar {
    guard let scalar = current else { throw Unsupported() }
    place += 1
    return scalar
  }

  private mutating func choice() throws(Unsupported) -> Part {
    var parts: [Part] = []
    repeat {
      var sequence: [Part] = []
      while let scalar = current, scalar != "|", scalar != ")" { sequence.append(try term()) }
      parts.append(.sequence(sequence))
    } while take("|")
    return parts.count == 1 ? parts[0] : .choice(parts)
  }

  private mutating func term() throws(Unsupported) -> Part {
    let part: Part
    switch try next() {
    case "^": return .start
    case "$": return .end
    case ".": part = .set(ScalarRanges.lineTerminators.inverted)
    case "(": part = try group()
    case "[": part = .set(try characterClass())
    case "\\": part = .set(try escape())
    case "*", "+", "?", "{", "}", "]", ")": throw Unsupported()
    case let scalar: part = .set(ScalarRanges(scalar.value))
    }
    return try quantified(part)
  }

  private mutating func group() throws(Unsupported) -> Part {
    guard depth < Self.maximumDepth else { throw Unsupported() }
    depth += 1
    defer { depth -= 1 }
    if take("?") {
      if take("<") {
        // A name, or a lookbehind.
        guard let scalar = current, scalar != "=", scalar != "!" else { throw Unsupported() }
        while try next() != ">" {}
      } else if !take(":") {
        throw Unsupported()
      }
    }
    let inner = try choice()
    guard take(")") else { throw Unsupported() }
    return inner
  }

  private mutating func quantified(_ part: Part) throws(Unsupported) -> Part {
    let bounds: (minimum: Int, maximum: Int?)
    switch current {
    case "*": bounds = (0, nil)
    case "+": bounds = (1, nil)
    case "?": bounds = (0, 1)
    case "{":
      place += 1
      let minimum = try number()
      var maximum: Int? = minimum
      if take(",") { maximum = current == "}" ? nil : try number() }
      guard current == "}" else { throw Unsupported() }
      bounds = (minimum, maximum)
    default: return part
    }
    place += 1
    // Whether a quantifier is lazy changes which match is found, not whether there is one.
    _ = take("?")
    return .repeated(part, minimum: bounds.minimum, maximum: bounds.maximum)
  }

  private mutating func number() throws(Unsupported) -> Int {
    var value = 0
    var digits = 0
    while let scalar = current, ("0"..."9").contains(scalar) {
      guard digits < 9 else { throw Unsupported() }
      value = value * 10 + Int(scalar.value - 0x30)
      digits += 1
      place += 1
    }
    guard digits > 0 else { throw Unsupported() }
    return value
  }

  private mutating func characterClass() throws(Unsupported) -> ScalarRanges {
    let isInverted = take("^")
    var ranges: [ClosedRange<UInt32>] = []
    while !take("]") {
      let low = try classAtom()
      guard let first = low.single, current == "-", place + 1 < scalars.count, scalars[place + 1] != "]"
      else {
        ranges += low.ranges
        continue
      }
      place += 1
      guard let last = try classAtom().single, first <= last else { throw Unsupported() }
      ranges.append(first...last)
    }
    let set = ScalarRanges(ranges)
    return isInverted ? set.inverted : set
  }

  private mutating func classAtom() throws(Unsupported) -> ScalarRanges {
    let scalar = try next()
    guard scalar == "\\" else { return ScalarRanges(scalar.value) }
    if take("b") { return ScalarRanges(0x08) }
    if take("-") { return ScalarRanges(0x2D) }
    return try escape()
  }

  /// What follows a backslash (CharacterClassEscape, CharacterEscape).
  private mutating func escape() throws(Unsupported) -> ScalarRanges {
    let scalar = try next()
    switch scalar {
    case "d": return .digits
    case "D": return ScalarRanges.digits.inverted
    case "w": return .wordCharacters
    case "W": return ScalarRanges.wordCharacters.inverted
    case "s": return .whiteSpace
    case "S": return ScalarRanges.whiteSpace.inverted
    case "t": return ScalarRanges(0x09)
    case "n": return ScalarRanges(0x0A)
    case "v": return ScalarRanges(0x0B)
    case "f": return ScalarRanges(0x0C)
    case "r": return ScalarRanges(0x0D)
    case "0": return ScalarRanges(0)
    case "c": return ScalarRanges(try next().value % 32)
    case "x": return ScalarRanges(try hexadecimal(2))
    case "u": return ScalarRanges(try unicodeEscape())
    case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/":
      return ScalarRanges(scalar.value)
    default: throw Unsupported()
    }
  }

  private mutating func unicodeEscape() throws(Unsupported) -> UInt32 {
    if take("{") {
      var value: UInt32 = 0
      while !take("}") {
        guard let digit = Self.hexadecimalDigit(try next()), value <= 0xFFFFFF else { throw Unsupported() }
        value = value * 16 + digit
      }
      return try scalar(value)
    }
    let unit = try hexadecimal(4)
    guard (0xD800...0xDBFF).contains(unit) else { return try scalar(unit) }
    guard follows("\\u") else { throw Unsupported() }
    place += 2
    let trail = try hexadecimal(4)
    guard (0xDC00...0xDFFF).contains(trail) else { throw Unsupported() }
    return 0x10000 + (unit - 0xD800) * 0x400 + (trail - 0xDC00)
  }

  /// Half a surrogate pair is no scalar, and no text has it.
  private func scalar(_ value: UInt32) throws(Unsupported) -> UInt32 {
    guard Unicode.Scalar(value) != nil else { throw Unsupported() }
    return value
  }

  private mutating func hexadecimal(_ count: Int) throws(Unsupported) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = Self.hexadecimalDigit(try next()) else { throw Unsupported() }
      value = value * 16 + digit
    }
    return value
  }

  private static func hexadecimalDigit(_ scalar: Unicode.Scalar) -> UInt32? {
    switch scalar.value {
    case 0x30...0x39: scalar.value - 0x30
    case 0x41...0x46: scalar.value - 0x37
    case 0x61...0x66: scalar.value - 0x57
    default: nil
    }
  }
}

extension ScalarRanges {
  /// The only scalar of the set, if it has one only.
  fileprivate var single: UInt32? {
    guard ranges.count == 1, let range = ranges.first, range.lowerBound == range.upperBound else {
      return nil
    }
    return range.lowerBound
  }
}
