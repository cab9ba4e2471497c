/// The bounds within which two schemas are compared, whoever wrote them. What exceeds one is answered with
/// "undecidable", never with a guess.
package struct CompatibilityLimits: Sendable {
  /// Units of work: states looked at, alternatives tried, keywords evaluated, steps of automata. A pair of
  /// view types takes some thousands; the bound is reached within about two seconds.
  package var steps = 400_000

  /// Calls that may be within each other while a value is looked for. A value nested once more takes about
  /// five; all of them stay within 512 KiB of stack, the least that a thread in use has.
  package var searchDepth = 80

  /// Subschemas of both schemas together, those of the documents that they refer to included.
  package var nodes = 100_000

  /// Bytes of JSON text that an example may have to be shown.
  package var shownExampleBytes = 4_096

  /// Bytes of JSON text that an example may have while it is made.
  package var exampleBytes = 262_144

  /// Reasons given for each direction; no more are looked for.
  package var reasons = 50

  /// Sets of alternatives that one place of a schema may be split into, to say which of them differ.
  package var splits = 32

  /// Sets of states that the automata of patterns may go through together, in one question.
  package var automatonStates = 4_000

  /// Different patterns that are looked at; any more are left open.
  package var patterns = 300

  /// Instructions that a pattern may have to be made an automaton of; a longer one is only tried with samples.
  package var patternSize = 2_000

  package init() {}
}
