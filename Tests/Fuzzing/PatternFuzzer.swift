import JSONSchema

/// Invariant: a pattern is refused at a place within it, or searched in a bounded number of steps, and the ways of
/// searching, by automaton, by simulation and by backtracking, agree wherever each comes to an answer.
///
/// The first line of an input is the pattern, the rest the text.
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
      require((0...source.unicodeScalars.count).contains(error.offset), "an error beside \(source): \(error)")
      let unlocated = Pattern.syntaxError(in: source)
      require(unlocated == nil || unlocated == error, "two errors of \(source)")
      return
    }
    let found = pattern.search(text, stepLimit: steps)
    // A lookahead that always holds keeps the automaton away, a reference that is always empty the simulation.
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
