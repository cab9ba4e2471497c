import JSONSchema

/// A pattern, with an automaton of it when it is a regular expression in the strict sense.
final class TextPattern: Sendable {
  let source: String
  private let pattern: Pattern
  /// Nil for patterns with lookarounds, back-references, word boundaries or Unicode properties, and for very
  /// large ones.
  let automaton: TextAutomaton?

  /// Steps that matching a name or a sample may take.
  private static let stepLimit = 100_000

  /// Nil when the text is not a regular expression.
  init?(_ source: String, maximumSize: Int) {
    guard let pattern = try? Pattern(source) else { return nil }
    self.source = source
    self.pattern = pattern
    automaton = RegularExpressionParser.automaton(of: source, maximumSize: maximumSize)
  }

  /// Whether the pattern matches anywhere in the text. Nil when that takes too long.
  func matches(_ text: String) -> Bool? {
    switch pattern.search(text, stepLimit: Self.stepLimit) {
    case .match: true
    case .noMatch: false
    case .gaveUp: nil
    }
  }
}
