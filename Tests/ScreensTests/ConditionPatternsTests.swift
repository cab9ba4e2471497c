import Assignment
import Testing

@testable import Screens

@Suite("Patterns of conditions")
struct ConditionPatternsTests {
  @Test(
    "are read as without the u flag where only an escape stands against it",
    arguments: [
      (#"^a\-b\_c\@\d$"#, "a-b_c@7"), (#"^[a\-z\&]+\<$"#, "-&<"), (#"^\\\-$"#, #"\-"#),
      (#"^[\]\-]+\"$"#, #"]-""#),
    ])
  func acceptsIdentityEscapes(pattern: String, text: String) throws {
    #expect(try ConditionPatterns.compile(pattern, false).isFound(in: text) == true)
  }

  @Test("keep a hyphen escaped within a class")
  func keepsHyphenInClass() throws {
    #expect(try ConditionPatterns.compile(#"^[a\-z\&]$"#, false).isFound(in: "m") == false)
  }

  @Test("that are none are refused with the place of the error", arguments: ["(", #"a\-("#, "[z-a]", "*"])
  func refusesWhatIsNoPattern(pattern: String) {
    #expect(throws: PatternError.self) { try ConditionPatterns.compile(pattern, false) }
  }

  @Test("ignore case when asked to")
  func ignoresCase() throws {
    #expect(try ConditionPatterns.compile("^éa$", true).isFound(in: "ÉA") == true)
    #expect(try ConditionPatterns.compile("^éa$", false).isFound(in: "ÉA") == false)
  }

  @Test("give up instead of hanging")
  func givesUp() throws {
    let matcher = try ConditionPatterns.compile(#"^(a*)*\1b$"#, false)
    #expect(matcher.isFound(in: String(repeating: "a", count: 40)) == nil)
  }
}
