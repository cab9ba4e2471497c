/// A compiled regular expression.
package protocol PatternMatcher: Sendable {
  /// Whether the expression matches anywhere in the text; nil when the matcher gave up because it had spent
  /// what it may spend on one text.
  func isFound(in text: String) -> Bool?
}

/// Makes a matcher of a pattern in ECMAScript's syntax. What `$regex` costs is bounded by the matcher that is
/// handed in, and by nothing else: it must answer in a time bounded by its own budget for any text.
package typealias PatternCompile =
  @Sendable (_ pattern: String, _ ignoringCase: Bool) throws(PatternError) -> any PatternMatcher

/// Why a pattern is not a regular expression.
package struct PatternError: Error, Sendable, Equatable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
