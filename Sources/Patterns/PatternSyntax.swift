/// A regular expression as a tree (ECMA-262 §22.2.1).
package indirect enum PatternSyntax: Sendable {
  case empty
  /// One character of a set: an index into ``ParsedPattern/sets``.
  case set(Int)
  case sequence([PatternSyntax])
  case alternation([PatternSyntax])
  /// A capturing group and its number, from 1.
  case capture(Int, PatternSyntax)
  /// `captures` are the numbers of the groups inside the body; each round resets them.
  case repetition(PatternSyntax, minimum: Int, maximum: Int?, isGreedy: Bool, captures: Range<Int>)
  case start
  case end
  case wordBoundary(isNegated: Bool)
  case look(PatternSyntax, isAhead: Bool, isNegated: Bool)
  case backreference(Int)
}
