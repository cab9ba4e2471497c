/// A compiled regular expression.
package protocol PatternMatcher: Sendable {
  /// Whether the expression matches anywhere in the text; nil when the matcher exceeded its step limit.
  func isFound(in text: String) -> Bool?
}

/// Compiles a pattern in ECMAScript's syntax. Nothing else limits the time of `$regex`, so the matcher must limit it
/// for any text.
package typealias PatternCompile =
  @Sendable (_ pattern: String, _ ignoringCase: Bool) throws(PatternError) -> any PatternMatcher

/// The reason why a pattern is not a regular expression.
package struct PatternError: Error, Sendable, Equatable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
