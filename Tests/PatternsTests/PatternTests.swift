import Testing

@testable import Patterns

@Suite struct PatternTests {
  private func matches(_ pattern: String, _ text: String) throws -> Bool {
    let compiled = try Pattern(pattern)
    let outcome = compiled.search(text)
    #expect(outcome != .gaveUp)
    return outcome == .match
  }

  @Test(arguments: [
    ("", "", true), ("a", "cab", true), ("^a", "ba", false), ("a$", "ab", false), ("^$", "", true),
    ("^$", "a", false),
    ("$^", "", true), ("a|b$", "ac", true), ("^(?:a|ab)(?:c|bcd)$", "abcd", true),
    ("^a{2,3}$", "aaaa", false),
    ("^a{2,}$", "aaaa", true), ("^a{0}b$", "b", true), ("^(?:a?){3}a{3}$", "aaa", true),
    ("^(a*)*$", "aaaa", true),
    ("^[^a-c]$", "d", true), ("^[^a-c]$", "b", false), ("^[]$", "a", false), ("^[^]$", "\n", true),
    ("^.$", "\n", false), ("^.$", "𝕏", true), ("^.$", "e\u{301}", false), ("^[\\w-]+$", "a-b_9", true),
    ("^[a\\-z]$", "-", true), ("^[\\b]$", "\u{8}", true), ("^\\u{1F600}$", "😀", true),
    ("^\\uD83D\\uDE00$", "😀", true), ("^[\\uD83D\\uDE00-\\u{1F610}]$", "😃", true),
    ("^\\x41\\0$", "A\0", true),
    ("^\\cJ$", "\n", true), ("^\\/\\.$", "/.", true), ("\\bfoo\\b", "a foo.", true),
    ("\\bfoo\\b", "afoo", false),
    ("\\Boo", "foo", true), ("^a*?b$", "aab", true),
  ])
  func `a pattern matches as in ECMAScript`(pattern: String, text: String, expected: Bool) throws {
    #expect(try matches(pattern, text) == expected)
  }

  @Test(arguments: [
    ("^(?=.*[A-Z])(?=.*\\d).{4,}$", "abC1", true), ("^(?=.*[A-Z])(?=.*\\d).{4,}$", "abcd1", false),
    ("^(?!admin$).+$", "admin", false), ("^(?!admin$).+$", "admins", true), ("(?<=\\$)\\d", "cost $5", true),
    ("(?<=\\$)\\d", "cost 5", false), ("(?<!\\$)\\b\\d+", "$55 6", true), ("(?<=a+)b", "aab", true),
    ("(?<=^ab)c", "abc", true), ("(?<=(?:a|bc)d)e", "xbcde", true),
  ])
  func `lookarounds look ahead and behind`(pattern: String, text: String, expected: Bool) throws {
    #expect(try matches(pattern, text) == expected)
  }

  @Test(arguments: [
    ("^(a+)b\\1$", "aabaa", true), ("^(a+)b\\1$", "aaba", false), ("^(?<q>['\"]).*\\k<q>$", "'x'", true),
    ("^(?<q>['\"]).*\\k<q>$", "'x\"", false), ("^\\1(a)$", "a", true), ("^(?:(a)|b)*\\1$", "ab", true),
    ("^(?=(a+))\\1b$", "aab", true), ("^(z)((a+)?(b+)?(c))*$", "zaacbbbcac", true),
    ("(?<=\\1(a))b", "aab", true),
    ("^(?:(a)|(b)|(c))+\\1$", "abc", true),
  ])
  func `back-references repeat the text of a group`(pattern: String, text: String, expected: Bool) throws {
    #expect(try matches(pattern, text) == expected)
  }

  @Test(arguments: [
    ("^\\p{Lu}\\p{Ll}+$", "Éa", true), ("^\\p{L}+$", "칼국수", true), ("^\\P{L}$", "1", true),
    ("^[\\p{L}\\p{N}_]+$", "é1_", true), ("^[^\\p{L}]$", "a", false), ("^\\p{Script=Hangul}+$", "칼국수", true),
    ("^\\p{sc=Grek}$", "α", true), ("^\\p{scx=Deva}$", "\u{964}", true), ("^\\p{sc=Deva}$", "\u{964}", false),
    ("^\\p{Emoji_Presentation}$", "😀", true), ("^\\p{ASCII}$", "é", false), ("^\\p{Any}$", "é", true),
    ("^[^\\P{L}]$", "a", true), ("^\\p{General_Category=Decimal_Number}$", "৪", true),
    ("^\\p{gc=Cn}$", "\u{378}", true),
  ])
  func `Unicode properties match their characters`(pattern: String, text: String, expected: Bool) throws {
    #expect(try matches(pattern, text) == expected)
  }

  @Test(arguments: [
    ("(", 1, PatternSyntaxError.Kind.unexpectedEnd), (")", 0, .loneBracket), ("[a", 2, .unexpectedEnd),
    ("a]", 1, .loneBracket),
    ("a{", 2, .unexpectedEnd), ("{1}", 0, .nothingToRepeat), ("*", 0, .nothingToRepeat),
    ("a**", 2, .nothingToRepeat),
    ("a{2,1}", 1, .badQuantifier), ("[b-a]", 1, .badRange), ("[\\d-a]", 1, .badRange), ("\\a", 0, .badEscape),
    ("\\-", 0, .badEscape), ("\\Z", 0, .badEscape), ("\\u{110000}", 0, .badEscape), ("\\c1", 0, .badEscape),
    ("\\1", 0, .badBackreference), ("\\k<a>", 0, .badBackreference), ("(?<a>)(?<a>)", 9, .badGroupName),
    ("(?<1>)", 3, .badGroupName), ("(?P<a>)", 1, .badGroup), ("(?i)a", 1, .badGroup),
    ("(?=a)*", 5, .nothingToRepeat),
    ("\\p{Nope}", 0, .badProperty), ("\\p{lu}", 0, .badProperty), ("\\pL", 2, .badProperty),
    ("\\", 1, .unexpectedEnd),
    ("\\00", 0, .badEscape),
  ])
  func `a syntax error has its place and kind`(pattern: String, offset: Int, kind: PatternSyntaxError.Kind) {
    #expect(Pattern.syntaxError(in: pattern) == PatternSyntaxError(offset: offset, kind: kind))
  }

  @Test(arguments: [
    "^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$", "^(?=(a+)+$)", "(?:a*)*b",
  ])
  func `nested repetition takes linear time`(pattern: String) throws {
    let text = String(repeating: "a", count: 20_000) + "!"
    #expect(try Pattern(pattern).search(text) == .noMatch)
  }

  @Test func `backtracking gives up at its limit`() throws {
    let text = String(repeating: "a", count: 200) + "!"
    #expect(try Pattern("^(a|aa)+\\1$").search(text) == .gaveUp)
  }

  @Test func `groups nested too deep are refused`() {
    let deep = String(repeating: "(", count: 5_000) + String(repeating: ")", count: 5_000)
    #expect(Pattern.syntaxError(in: deep)?.kind == .tooDeep)
  }

  @Test(arguments: [
    "^[a-z]{1,3}(\\.[0-9]+)?$", "ab|cd$", "^(?:x|yz)*q", "[^a]b", "a.c", "^.{2}$", "é+", "^$|x",
  ])
  func `automaton and simulation agree`(pattern: String) throws {
    let fast = try Pattern(pattern)
    let slow = try Pattern(pattern, automatonWork: 0)
    let alphabet = ["a", "b", "c", "x", "y", "z", "q", ".", "1", "é", "\n", "😀"]
    var texts = [""]
    for _ in 0..<3 { texts += texts.flatMap { text in alphabet.map { text + $0 } } }
    for text in Set(texts) { #expect(fast.search(text) == slow.search(text), "\(pattern) on \(text)") }
  }
}
