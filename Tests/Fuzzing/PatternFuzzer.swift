import Patterns

/// Invariant: a pattern is refused with an error position within it, or a search with it ends after a bounded number of
/// steps. The three matchers (automaton, simulation, backtracking) agree if they complete.
///
/// The first line of an input is the pattern, the rest is the text.
enum Harness {
  private static let steps = 4_000

  static func run(_ data: [UInt8]) {
    let (first, second) = halves(data)
    guard first.count <= 40 else { return }
    let source = String(decoding: first, as: UTF8.self)
    let text = String(decoding: second.prefix(40), as: UTF8.self)
    let pattern: Pattern
    do throws(PatternSyntaxError) {
      pattern = try Pattern(source)
    } catch {
      require(
        (0...source.unicodeScalars.count).contains(error.offset),
        "an error position outside \(source): \(error)")
      let other = Pattern.syntaxError(in: source)
      require(other == nil || other == error, "two different errors for \(source)")
      return
    }
    let found = pattern.search(text, stepLimit: steps)
    // A lookahead that always matches excludes the automaton; an empty back reference also excludes the simulation.
    for tail in ["(?=)", "(?<fuzz>)\\k<fuzz>"] {
      guard let other = try? Pattern("(?:\(source))\(tail)") else { continue }
      let outcome = other.search(text, stepLimit: steps)
      require(
        outcome == found || outcome == .gaveUp || found == .gaveUp,
        "\(source) in \(text): \(found), with \(tail) \(outcome)")
    }
    guard first.count <= 12, let folded = try? Pattern(source, ignoringCase: true) else { return }
    _ = folded.search(text, stepLimit: steps)
  }
}
