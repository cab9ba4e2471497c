import Patterns
import SeededRandom
import Testing

@testable import SchemaCompatibility

/// The automata accept exactly the texts that the pattern engine matches.
@Suite struct TextAutomatonTests {
  static let patterns = [
    "", "a", "^", "$", "^$", "^a", "a$", "^a$", "abc", "a|b", "^(a|b)$", "^a|b$", "(^a|b)c", "a(b|$)", "^a*$",
    "^a+b?$", "^(ab)*$", "^a{2}$", "^a{2,}$", "^a{1,3}b$", "^a{0}$", "[ab]", "^[^ab]*$", "^[a-c0-9]+$", "^.$",
    "^.*$", #"^\d+$"#, #"^\D+$"#, #"^\w+$"#, #"^\W$"#, #"^\s$"#, #"^\S+$"#, #"^\u0061\x62$"#, #"^\u{1F600}$"#,
    #"^\uD83D\uDE00$"#, "^é$", "^(?:a|b)+?c$", "^(?<n>a)b$", "[]", "^[^]$", #"^[\d-]+$"#, #"^[\]\\]$"#,
    #"^a\.b$"#,
    "(a*)*b", "^(a|ab)(c|bcd)$", "(a|b)*abb", "^(a?){3}a{3}$", "a^b", "a$b", "^(^a)$", "(a|$)(b|^)",
    #"^\t\n$"#,
    "^[a-]$", "^[+--]$", "x{0,2}y",
  ]

  private static let pieces = [
    "a", "b", "c", "abb", "d", "0", "1", "_", "-", " ", "\n", "\t", ".", "é", "😀", "x", "y", "]", "\\", "+",
    ",",
  ]

  @Test(arguments: patterns) func `an automaton accepts what the pattern matches`(_ source: String) throws {
    let pattern = try Pattern(source)
    let automaton = try #require(TextAutomaton(ParsedPattern(source), maximumSize: 2_000))
    var numbers = SplitMix64(seed: 7)
    var texts = ["", "a", "b", "ab", "aa", "aaa", "aaaa", "abc", "bcd", "abcd", "\n", "😀", "aab", "xxy"]
    for _ in 0..<300 {
      let count = Int.random(in: 0...6, using: &numbers)
      texts.append(
        (0..<count).map { _ in Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &numbers)] }.joined())
    }
    for text in texts {
      #expect(automaton.accepts(text) == (pattern.search(text) == .match), "\(text.debugDescription)")
    }
  }

  @Test(arguments: [
    "(?=a)b", "(?!a)b", "(?<=a)b", "(?<!a)b", #"(a)\1"#, #"\bword\b"#, #"\p{L}"#, "a{5000}", "(a{100}){100}",
  ]) func `a pattern with unsupported parts has no automaton`(_ source: String) throws {
    _ = try Pattern(source)
    #expect(try TextAutomaton(ParsedPattern(source), maximumSize: 2_000) == nil)
  }

  @Test func `a pattern that repeats nothing very often has no automaton`() throws {
    #expect(try TextAutomaton(ParsedPattern("((((){99}){99}){99}){99}"), maximumSize: 2_000) == nil)
  }

  @Test func `the shortest text comes first`() throws {
    let automaton = try #require(TextAutomaton(ParsedPattern("^[0-9]+(px|em)$"), maximumSize: 2_000))
    let finding = AutomatonSearch(
      conditions: [AutomatonSearch.Condition(automaton: automaton, isAccepting: true)], minimumLength: 0,
      maximumLength: nil, maximumStates: 1_000, maximumSteps: 10_000
    ).texts(1)
    #expect(finding.texts == ["0em"])
  }

  @Test func `a search that reaches its limit is incomplete`() throws {
    let automaton = try #require(
      TextAutomaton(ParsedPattern("(a|b)*a(a|b){12}$"), maximumSize: 2_000))
    let finding = AutomatonSearch(
      conditions: [AutomatonSearch.Condition(automaton: automaton, isAccepting: true)], minimumLength: 0,
      maximumLength: nil, maximumStates: 100, maximumSteps: 10_000
    ).texts(1)
    #expect(finding.texts.isEmpty)
    #expect(!finding.isComplete)
  }

  @Test func `an automaton of given texts accepts no others`() throws {
    let automaton = try #require(TextAutomaton(exactly: ["", "a", "ab", "é"], maximumSize: 100))
    for text in ["", "a", "ab", "é"] { #expect(automaton.accepts(text)) }
    for text in ["b", "aa", "abc", "e\u{301}", "\n"] { #expect(!automaton.accepts(text)) }
    #expect(TextAutomaton(exactly: [String(repeating: "a", count: 200)], maximumSize: 100) == nil)
  }
}

extension TextAutomaton {
  /// Runs the automaton over a text.
  func accepts(_ text: String) -> Bool {
    func isAccepting(_ reached: [Int]) -> Bool {
      reached.contains { if case .accept = states[$0] { true } else { false } }
    }
    let scalars = Array(text.unicodeScalars)
    var reached = closure(of: [start], isAtStart: true, isAtEnd: scalars.isEmpty)
    for (place, scalar) in scalars.enumerated() {
      if isAccepting(reached) { return true }
      let taken = reached.compactMap { state -> Int? in
        if case .take(let set, let next) = states[state], set.contains(scalar.value) { next } else { nil }
      }
      reached = closure(of: taken, isAtStart: false, isAtEnd: place == scalars.count - 1)
    }
    return isAccepting(reached)
  }
}
