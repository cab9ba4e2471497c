/// The limits of a comparison, which protect against hostile schemas. A comparison that exceeds one is undecidable,
/// never a guess.
package struct CompatibilityLimits: Sendable {
  /// The steps: visited states, tried alternatives, evaluated keywords, steps of automata. A pair of view types takes
  /// some thousands; a comparison reaches the limit within about a second.
  package var steps = 100_000

  /// The nested calls of the search for a value. Each level of a value takes about five. They fit into 512 KiB of stack,
  /// the smallest stack of a thread.
  package var searchDepth = 80

  /// The subschemas of both schemas together, including those in documents that they refer to.
  package var nodes = 30_000

  /// The steps of validating all examples of a comparison with both schemas.
  package var exampleSteps = 3_000_000

  /// The largest example in a report, in bytes of JSON text.
  package var shownExampleBytes = 4_096

  /// The largest example during the search, in bytes of JSON text.
  package var exampleBytes = 262_144

  /// The reasons for each direction; the search stops after them.
  package var reasons = 50

  /// The alternatives of one place of a schema that are compared separately, to find which of them differ.
  package var splits = 32

  /// The combined states of the automata of patterns in one query.
  package var automatonStates = 4_000

  /// The different patterns that are analyzed; the results of others are unknown.
  package var patterns = 300

  /// The largest automaton of a pattern, in states; a larger pattern is only tested with samples.
  package var patternSize = 2_000

  package init() {}
}
