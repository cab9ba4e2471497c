import JSONText
import Screens

/// A regular expression of Java, divided into tokens.
struct WireMockPattern {
  enum Token: Equatable {
    case literal(Character)
    /// The letters after a backslash that stand for a class or a position.
    case escape(String)
    case dot
    /// A set of characters with its brackets.
    case set(String)
    /// The beginning of a group, such as `(?:`.
    case open(String)
    case close
    case alternation
    case quantifier(String)
    case anchor(Character)
  }

  /// What `.` and negated sets match.
  enum Reach {
    /// All characters but the ends of lines.
    case line
    /// All characters.
    case lines
    /// The characters of a path, which ends before a question mark.
    case path
  }

  private(set) var tokens: [Token] = []
  private(set) var ignoresCase = false

  /// - Throws: ``NoCounterpart`` for what ECMAScript has not, or writes in another way.
  init(_ text: String, _ place: [String]) throws(NoCounterpart) {
    var scanner = Scanner(text: Array(text), place: place)
    ignoresCase = try scanner.readFlags()
    while let token = try scanner.next() { tokens += token }
    stripAnchors()
  }

  init(tokens: [Token]) { self.tokens = tokens }

  /// Removes the anchors at both ends: a match is always one of the whole text.
  private mutating func stripAnchors() {
    guard !hasAlternation else { return }
    if tokens.first == .anchor("^") { tokens.removeFirst() }
    if tokens.last == .anchor("$") { tokens.removeLast() }
  }

  /// Whether an alternation divides the whole expression.
  var hasAlternation: Bool { depths.contains { $0.token == .alternation && $0.depth == 0 } }

  /// The tokens with the number of groups around them.
  var depths: [(token: Token, depth: Int)] {
    var depth = 0
    return tokens.map { token in
      if token == .close { depth -= 1 }
      defer { if case .open = token { depth += 1 } }
      return (token, depth)
    }
  }

  /// Whether it matches every text.
  var matchesAll: Bool { tokens == [.dot, .quantifier("*")] }

  /// Whether it matches every text but the empty one.
  var matchesAllButEmpty: Bool { tokens == [.dot, .quantifier("+")] }

  /// The text that it stands for; nil if it stands for several.
  var literal: String? {
    var text = ""
    for token in tokens {
      guard case .literal(let character) = token else { return nil }
      text.append(character)
    }
    return text
  }

  /// The expression in ECMAScript's syntax. An alternation of the whole expression is in a group.
  func text(_ reach: Reach) -> String {
    let text = tokens.map { Self.text($0, reach) }.joined()
    return hasAlternation ? "(?:\(text))" : text
  }

  /// The name of the operator that searches for it.
  var operation: String { ignoresCase ? "$regexi" : "$regex" }

  /// The expression that a text as a whole must match.
  func whole(_ reach: Reach) -> JSONValue { .string("^\(text(reach))$") }

  /// The expression for a text.
  static func escaped(_ text: String) -> String {
    text.map { #"\^$.|?*+()[]{}"#.contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private static func text(_ token: Token, _ reach: Reach) -> String {
    switch (token, reach) {
    case (.dot, .lines): "[\\s\\S]"
    case (.dot, .path): "[^?]"
    case (.dot, .line): "."
    case (.escape("S"), .path): "[^\\s?]"
    case (.escape("W"), .path): "[^\\w?]"
    case (.escape("D"), .path): "[^\\d?]"
    case (.set(let text), .path) where text.hasPrefix("[^"): "[^?\(text.dropFirst(2))"
    case (.set(let text), .path) where includes("?", in: text): "(?:(?!\\?)\(text))"
    case (.set(let text), _): text
    case (.escape(let text), .path) where text.lowercased().hasPrefix("p"): "(?:(?!\\?)\\\(text))"
    case (.anchor("$"), .path): "(?=\\?|$)"
    case (.literal(let character), _): escaped(String(character))
    case (.escape(let text), _): "\\\(text)"
    case (.open(let text), _), (.quantifier(let text), _): text
    case (.close, _): ")"
    case (.alternation, _): "|"
    case (.anchor(let character), _): String(character)
    }
  }
}

extension WireMockPattern {
  private struct Scanner {
    let text: [Character]
    let place: [String]
    var position = 0

    /// The letters that mean the same after a backslash in Java and in ECMAScript.
    private static let letters = Set("dDwWsSbBtnrfxupPk0123456789")

    /// The letters that mean the same after a backslash in a set.
    private static let lettersOfSets = Set("dDwWsStnrfxu0")
    /// The classes of ASCII characters in Java. ECMAScript has some of these names for classes of Unicode.
    private static let ranges = [
      "{Lower}": "a-z", "{Upper}": "A-Z", "{Alpha}": "A-Za-z", "{Digit}": "0-9", "{Alnum}": "A-Za-z0-9",
      "{XDigit}": "0-9A-Fa-f",
    ]

    private var current: Character? { position < text.count ? text[position] : nil }

    private func refuse(_ reason: String) -> NoCounterpart { NoCounterpart(tokens: place, reason: reason) }

    /// Reads `(?i)` and the like at the start.
    /// - Returns: whether the expression ignores case.
    mutating func readFlags() throws(NoCounterpart) -> Bool {
      guard text.starts(with: "(?"), let end = text.firstIndex(of: ")") else { return false }
      let flags = text[2..<end]
      guard !flags.isEmpty, flags.allSatisfy({ $0.isLetter }) else { return false }
      guard flags.allSatisfy({ "isu".contains($0) }) else {
        throw refuse("regular expressions have no flags \(quoted(String(flags)))")
      }
      position = end + 1
      return flags.contains("i")
    }

    /// The next token; several for a quotation, nil at the end.
    mutating func next() throws(NoCounterpart) -> [Token]? {
      guard let character = current else { return nil }
      switch character {
      case "\\": return try escape()
      case "[": return [try set()]
      case "(": return [open()]
      case "*", "+", "?": return [quantifier(String(character))]
      case "{":
        guard let range = text[position...].firstIndex(of: "}").map({ text[position...$0] }),
          range.count > 2, range.dropFirst().dropLast().allSatisfy({ $0.isASCII && $0.isNumber || $0 == "," })
        else { break }
        return [quantifier(String(range))]
      case ".": return [taking(.dot)]
      case ")": return [taking(.close)]
      case "|": return [taking(.alternation)]
      case "^", "$": return [taking(.anchor(character))]
      default: break
      }
      return [taking(.literal(character))]
    }

    private mutating func taking(_ token: Token) -> Token {
      position += 1
      return token
    }

    private mutating func quantifier(_ base: String) -> Token {
      position += base.count
      guard let suffix = current, suffix == "?" || suffix == "+" else { return .quantifier(base) }
      position += 1
      return .quantifier(base + String(suffix))
    }

    private mutating func open() -> Token {
      let openings = ["(?:", "(?=", "(?!", "(?<=", "(?<!"]
      let opening = openings.first { text[position...].starts(with: $0) } ?? "("
      position += opening.count
      return .open(opening)
    }

    private mutating func escape() throws(NoCounterpart) -> [Token] {
      position += 1
      guard let character = current else { throw refuse("a regular expression ends with a backslash") }
      position += 1
      switch character {
      case "Q":
        var quotation: [Token] = []
        while let quoted = current, !text[position...].starts(with: "\\E") {
          quotation.append(.literal(quoted))
          position += 1
        }
        position = min(position + 2, text.count)
        return quotation
      case "A": return [.anchor("^")]
      case "z", "Z": return [.anchor("$")]
      case "p", "P":
        guard current == "{", let end = text[position...].firstIndex(of: "}") else { break }
        let name = String(text[position...end])
        position = end + 1
        if let range = Self.ranges[name] { return [.set(character == "p" ? "[\(range)]" : "[^\(range)]")] }
        return [.escape(String(character) + name)]
      default: break
      }
      guard character.isASCII, character.isLetter || character.isNumber else { return [.literal(character)] }
      guard Self.letters.contains(character) else {
        throw refuse("regular expressions have no \\\(character)")
      }
      return [.escape(String(character))]
    }

    private mutating func set() throws(NoCounterpart) -> Token {
      position += 1
      var set = "["
      if current == "^" {
        position += 1
        set += "^"
      }
      var isFirst = true
      while let character = current {
        position += 1
        switch character {
        case "]" where !isFirst: return .set(set + "]")
        case "]": set += "\\]"
        case "[": throw refuse("regular expressions have no set in a set")
        case "&" where current == "&": throw refuse("regular expressions have no intersection of sets")
        case "\\": set += try escapeOfSet()
        default: set.append(character)
        }
        isFirst = false
      }
      throw refuse("a set of a regular expression has no end")
    }

    private mutating func escapeOfSet() throws(NoCounterpart) -> String {
      guard let character = current else { throw refuse("a set of a regular expression has no end") }
      position += 1
      // ECMAScript escapes no other characters with the `u` flag.
      guard character.isASCII, character.isLetter || character.isNumber else {
        return #"\^[]-"#.contains(character) ? "\\\(character)" : String(character)
      }
      if "pP".contains(character), current == "{", let end = text[position...].firstIndex(of: "}") {
        let name = String(text[position...end])
        position = end + 1
        guard let range = Self.ranges[name] else { return "\\\(character)\(name)" }
        guard character == "p" else { throw refuse("regular expressions have no \\P\(name) in a set") }
        return range
      }
      guard Self.lettersOfSets.contains(character) else {
        throw refuse("regular expressions have no \\\(character) in a set")
      }
      return "\\\(character)"
    }
  }
}
