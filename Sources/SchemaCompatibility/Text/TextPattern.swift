import JSONSchema
import Patterns

/// A pattern with its automaton, if it has one.
final class TextPattern: Sendable {
  let source: String
  private let pattern: Pattern
  /// The automaton; nil for patterns that ``TextAutomaton`` does not support, and for very large ones.
  let automaton: TextAutomaton?

  /// The step limit for one name or sample.
  private static let stepLimit = 100_000

  /// Nil when the text is not a regular expression.
  init?(_ source: String, maximumSize: Int) {
    guard let parsed = try? ParsedPattern(source), let pattern = try? Pattern(parsed) else { return nil }
    self.source = source
    self.pattern = pattern
    automaton = TextAutomaton(parsed, maximumSize: maximumSize)
  }

  /// Whether the pattern matches anywhere in the text. Nil when the search exceeds its step limit.
  func matches(_ text: String) -> Bool? {
    switch pattern.search(text, stepLimit: Self.stepLimit) {
    case .match: true
    case .noMatch: false
    case .gaveUp: nil
    }
  }
}
