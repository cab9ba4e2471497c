@testable import Assignment

/// A matcher for tests that uses Swift's regular expressions and gives up on long texts.
struct SwiftPattern: PatternMatcher {
  private let pattern: String
  private let ignoresCase: Bool

  static let longest = 1000

  static let compile: PatternCompile = { pattern, ignoringCase throws(PatternError) in
    let matcher = SwiftPattern(pattern: pattern, ignoresCase: ignoringCase)
    do { _ = try matcher.regex() } catch { throw PatternError("it cannot be read") }
    return matcher
  }

  private func regex() throws -> Regex<AnyRegexOutput> {
    let regex = try Regex(pattern)
    return ignoresCase ? regex.ignoresCase() : regex
  }

  func isFound(in text: String) -> Bool? {
    guard text.utf8.count <= Self.longest, let regex = try? regex() else { return nil }
    return text.firstMatch(of: regex) != nil
  }
}
