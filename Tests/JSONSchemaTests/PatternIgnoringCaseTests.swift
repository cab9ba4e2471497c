import Testing

@testable import JSONSchema

@Suite("A pattern that ignores case")
struct PatternIgnoringCaseTests {
  @Test(
    "finds what differs in case alone",
    arguments: [
      ("^abc$", "aBC"), ("^[a-z]+$", "QED"), ("^[À-Þ]$", "é"), ("^\\x41$", "a"), ("^µ$", "Μ"), ("^σς$", "ΣΣ"),
      ("^(a\\d)\\1$", "A7a7"), ("^(?=A)a$", "a"),
    ])
  func findsOtherCase(pattern: String, text: String) throws {
    #expect(try Pattern(pattern, ignoringCase: true).search(text) == .match)
  }

  @Test(
    "keeps negated classes, escapes and characters beyond ASCII apart",
    arguments: [
      ("^[^k]$", "K"), ("^\\D$", "7"), ("^\\W$", "A"), ("^k$", "\u{212A}"), ("^s$", "ſ"), ("^ß$", "SS"),
      ("^(a)\\1$", "ab"), ("^[_]$", "?"),
    ])
  func keepsApart(pattern: String, text: String) throws {
    #expect(try Pattern(pattern, ignoringCase: true).search(text) == .noMatch)
  }

  @Test("is not the default")
  func isNotDefault() throws {
    #expect(try Pattern("^(a)\\1$").search("aA") == .noMatch)
    #expect(try Pattern("^[a-z]$").search("A") == .noMatch)
  }
}
