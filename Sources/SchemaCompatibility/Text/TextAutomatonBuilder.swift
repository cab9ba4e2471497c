import JSONSchema
import Patterns

extension TextAutomaton {
  /// The automaton of a pattern.
  ///
  /// Nil for a pattern with lookarounds, back-references, word boundaries or Unicode properties, which this automaton
  /// does not support, and for one that is longer, nested deeper or larger than the limits.
  init?(_ pattern: ParsedPattern, maximumSize: Int) {
    var builder = TextAutomatonBuilder(pattern, maximumSize: maximumSize)
    guard let automaton = try? builder.automaton() else { return nil }
    self = automaton
  }
}

/// Builds an automaton from the end of a pattern: each part gets the state that follows it.
private struct TextAutomatonBuilder {
  /// The pattern has an unsupported part, or is too large.
  struct Unsupported: Error {}

  private static let maximumGroupDepth = 32
  /// The largest number of built parts. Empty parts add no states, but repeating them takes time too.
  private static let maximumParts = 20_000

  private let pattern: ParsedPattern
  private let maximumSize: Int
  private var states: [TextAutomaton.State] = []
  private var partCount = 0

  init(_ pattern: ParsedPattern, maximumSize: Int) {
    self.pattern = pattern
    self.maximumSize = maximumSize
  }

  mutating func automaton() throws(Unsupported) -> TextAutomaton {
    guard pattern.source.unicodeScalars.count <= maximumSize, pattern.groupDepth <= Self.maximumGroupDepth
    else { throw Unsupported() }
    states = [.accept]
    let start = try build(pattern.root, before: 0)
    // A match can begin at any character, so the automaton first loops over all characters.
    let wait = try add(.accept)
    let loop = try add(.take(ScalarSet([0...ScalarSet.largest]), next: wait))
    states[wait] = .fork(start, loop)
    return TextAutomaton(states: states, start: wait)
  }

  private mutating func add(_ state: TextAutomaton.State) throws(Unsupported) -> Int {
    guard states.count < maximumSize else { throw Unsupported() }
    states.append(state)
    return states.count - 1
  }

  private mutating func build(_ part: PatternSyntax, before next: Int) throws(Unsupported) -> Int {
    partCount += 1
    guard partCount <= Self.maximumParts else { throw Unsupported() }
    switch part {
    case .empty: return next
    case .set(let index):
      let set = pattern.sets[index]
      guard set.consistsOfRanges else { throw Unsupported() }
      return try add(.take(set, next: next))
    case .start: return try add(.atStart(next: next))
    case .end: return try add(.atEnd(next: next))
    case .sequence(let parts):
      var next = next
      for part in parts.reversed() { next = try build(part, before: next) }
      return next
    case .alternation(let parts):
      var entry: Int?
      for part in parts {
        let start = try build(part, before: next)
        entry = if let other = entry { try add(.fork(other, start)) } else { start }
      }
      return entry ?? next
    case .capture(_, let body): return try build(body, before: next)
    case .repetition(let body, let minimum, let maximum, _, _):
      return try buildRepetition(body, minimum: minimum, maximum: maximum, before: next)
    case .wordBoundary, .look, .backreference: throw Unsupported()
    }
  }

  private mutating func buildRepetition(_ body: PatternSyntax, minimum: Int, maximum: Int?, before next: Int)
    throws(Unsupported) -> Int
  {
    guard minimum <= maximumSize, maximum ?? 0 <= maximumSize else { throw Unsupported() }
    var next = next
    if let maximum {
      let end = next
      for _ in 0..<(maximum - minimum) { next = try add(.fork(try build(body, before: next), end)) }
    } else {
      // Replaced by the fork below, once the body's first state is known.
      let loop = try add(.accept)
      let start = try build(body, before: loop)
      states[loop] = .fork(start, next)
      next = loop
    }
    for _ in 0..<minimum { next = try build(body, before: next) }
    return next
  }
}
