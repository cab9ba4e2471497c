/// A regular expression of ECMA-262 in Unicode mode, compiled, for asking whether a text has a match in it.
///
/// It cannot hang. A pattern without lookarounds and back-references is run in time linear in the text: as a
/// deterministic automaton where that is small, else as a simulation of the nondeterministic one. Lookarounds
/// are simulated too. Back-references need backtracking. All but the automaton have a budget of ``stepLimit``
/// steps a search, and some more for a long text, and give up when it is used up.
package final class Pattern: Sendable {
  package enum Outcome: Sendable, Equatable {
    case match
    case noMatch
    /// The search took too many steps; whether there is a match is not known.
    case gaveUp
  }

  /// Steps that a search may take: some tenths of a second.
  package static let stepLimit = 5_000_000

  /// Steps besides for each character, so that a simple pattern gets through a text of any length.
  static let stepsPerCharacter = 16

  package let source: String
  private let program: PatternProgram
  private let sets: [ScalarSet]
  private let automaton: PatternAutomaton?
  private let captureCount: Int
  private let needsBacktracking: Bool
  private let ignoresCase: Bool

  /// The size of the compiled pattern, in instructions.
  let size: Int

  /// - Parameter ignoringCase: the `i` flag, with the case mapping of ``CaseVariants``.
  /// - Throws: ``PatternSyntaxError``.
  package convenience init(_ source: String, ignoringCase: Bool = false) throws(PatternSyntaxError) {
    try self.init(source, ignoringCase: ignoringCase, automatonWork: PatternAutomaton.maximumWork)
  }

  /// - Parameter automatonWork: how much may be spent on making an automaton ahead.
  init(_ source: String, ignoringCase: Bool = false, automatonWork: Int) throws(PatternSyntaxError) {
    self.source = source
    ignoresCase = ignoringCase
    var parser = PatternParser(source, ignoringCase: ignoringCase)
    let parsed = try parser.parse()
    program = try PatternProgram(parsed.root)
    sets = parsed.sets
    size = program.size
    captureCount = parsed.captureCount
    needsBacktracking = parsed.hasBackreferences
    automaton =
      needsBacktracking ? nil : PatternAutomaton(program, sets: parsed.sets, maximumWork: automatonWork)
  }

  /// Why a text is not a regular expression; nil when it is one.
  package static func syntaxError(in source: String) -> PatternSyntaxError? {
    do throws(PatternSyntaxError) {
      var parser = PatternParser(source)
      _ = try parser.parse()
      return nil
    } catch {
      return error
    }
  }

  /// Whether the pattern matches anywhere in the text.
  /// - Parameter stepLimit: the budget, for a caller that can wait less.
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
