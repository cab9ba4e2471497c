import Assignment
import TargetingPatterns
import Testing

@testable import Screens

@Suite struct ConditionPatternsTests {
  @Test(arguments: [
    (#"^a\-b\_c\@\d$"#, "a-b_c@7"), (#"^[a\-z\&]+\<$"#, "-&<"), (#"^\\\-$"#, #"\-"#),
    (#"^[\]\-]+\"$"#, #"]-""#),
  ])
  func `a pattern with identity escapes is accepted`(pattern: String, text: String) throws {
    #expect(try ConditionPatterns.compile(pattern, false).isFound(in: text) == true)
  }

  @Test func `an escaped hyphen in a class stays escaped`() throws {
    #expect(try ConditionPatterns.compile(#"^[a\-z\&]$"#, false).isFound(in: "m") == false)
  }

  @Test(arguments: ["(", #"a\-("#, "[z-a]", "*"])
  func `an invalid pattern is refused`(pattern: String) {
    #expect(throws: PatternError.self) { try ConditionPatterns.compile(pattern, false) }
  }

  @Test func `a pattern can ignore case`() throws {
    #expect(try ConditionPatterns.compile("^éa$", true).isFound(in: "ÉA") == true)
    #expect(try ConditionPatterns.compile("^éa$", false).isFound(in: "ÉA") == false)
  }

  @Test func `a search that takes too many steps fails`() throws {
    let matcher = try ConditionPatterns.compile(#"^(a*)*\1b$"#, false)
    #expect(matcher.isFound(in: String(repeating: "a", count: 40)) == nil)
  }
}
