/// A compiled regular expression of ECMA-262 in Unicode mode, which finds whether a text has a match.
///
/// A search always ends. A pattern without lookarounds and back-references takes time linear in the text: it runs as a
/// deterministic automaton if that is small, and as a simulation of the nondeterministic one otherwise. Lookarounds
/// are simulated too. Back-references need backtracking. All but the deterministic automaton give up after
/// ``stepLimit`` steps, and ``stepsPerCharacter`` more for each character of the text.
package final class Pattern: Sendable {
  package enum Outcome: Sendable, Equatable {
    case match
    case noMatch
    /// The search exceeded its limit of steps, so the result is unknown.
    case gaveUp
  }

  /// The default limit of steps of a search: some tenths of a second.
  package static let stepLimit = 5_000_000

  /// The default limit of instructions that are visited to build the automaton of a pattern. With 0, it has none.
  package static let automatonWork = PatternAutomaton.maximumWork

  /// The additional steps for each character, so that a simple pattern can search a text of any length.
  static let stepsPerCharacter = 16

  package let source: String
  private let program: PatternProgram
  private let sets: [ScalarSet]
  private let automaton: PatternAutomaton?
  private let captureCount: Int
  private let needsBacktracking: Bool
  private let ignoresCase: Bool

  /// The size of the compiled pattern, in instructions.
  package let size: Int

  /// - Parameter ignoringCase: the `i` flag, with the case mapping of ``CaseVariants``.
  /// - Throws: ``PatternSyntaxError``.
  package convenience init(_ source: String, ignoringCase: Bool = false) throws(PatternSyntaxError) {
    try self.init(ParsedPattern(source, ignoringCase: ignoringCase))
  }

  /// - Throws: ``PatternSyntaxError`` of kind `tooLarge`.
  package convenience init(_ parsed: ParsedPattern) throws(PatternSyntaxError) {
    try self.init(parsed, automatonWork: Pattern.automatonWork)
  }

  package convenience init(_ source: String, automatonWork: Int) throws(PatternSyntaxError) {
    try self.init(ParsedPattern(source), automatonWork: automatonWork)
  }

  /// - Parameter automatonWork: how many instructions may be visited to build the automaton.
  private init(_ parsed: ParsedPattern, automatonWork: Int) throws(PatternSyntaxError) {
    source = parsed.source
    ignoresCase = parsed.ignoresCase
    program = try PatternProgram(parsed.root)
    sets = parsed.sets
    size = program.size
    captureCount = parsed.captureCount
    needsBacktracking = parsed.hasBackreferences
    automaton =
      needsBacktracking ? nil : PatternAutomaton(program, sets: parsed.sets, maximumWork: automatonWork)
  }

  /// The syntax error in a text; nil when it is a regular expression.
  package static func syntaxError(in source: String) -> PatternSyntaxError? {
    do throws(PatternSyntaxError) {
      _ = try ParsedPattern(source)
      return nil
    } catch {
      return error
    }
  }

  /// Whether the pattern matches anywhere in the text.
  /// - Parameter stepLimit: the limit of steps.
  package func search(_ text: String, stepLimit: Int = Pattern.stepLimit) -> Outcome {
    if let automaton { return automaton.search(text) ? .match : .noMatch }
    let input = text.unicodeScalars.map(\.value)
    if needsBacktracking {
      var backtracker = PatternBacktracker(
        sets: sets, input: input, captureCount: captureCount, ignoresCase: ignoresCase,
        stepLimit: stepLimit)
      return backtracker.search(program)
    }
    var simulation = PatternSimulation(sets: sets, input: input, stepLimit: stepLimit)
    return simulation.search(program)
  }
}
