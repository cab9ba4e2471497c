import Testing

@testable import Patterns

@Suite struct PatternIgnoringCaseTests {
  @Test(
    arguments: [
      ("^abc$", "aBC"), ("^[a-z]+$", "QED"), ("^[À-Þ]$", "é"), ("^\\x41$", "a"), ("^µ$", "Μ"), ("^σς$", "ΣΣ"),
      ("^(a\\d)\\1$", "A7a7"), ("^(?=A)a$", "a"),
    ])
  func `ignoring case finds characters of the other case`(pattern: String, text: String) throws {
    #expect(try Pattern(pattern, ignoringCase: true).search(text) == .match)
  }

  @Test(
    arguments: [
      ("^[^k]$", "K"), ("^\\D$", "7"), ("^\\W$", "A"), ("^k$", "\u{212A}"), ("^s$", "ſ"), ("^ß$", "SS"),
      ("^(a)\\1$", "ab"), ("^[_]$", "?"),
    ])
  func `ignoring case does not match other characters`(pattern: String, text: String) throws {
    #expect(try Pattern(pattern, ignoringCase: true).search(text) == .noMatch)
  }

  @Test
  func `ignoring case is not the default`() throws {
    #expect(try Pattern("^(a)\\1$").search("aA") == .noMatch)
    #expect(try Pattern("^[a-z]$").search("A") == .noMatch)
  }
}
