import SeededRandom
import Testing

@testable import Patterns

/// The three ways to run a pattern give the same result. Patterns and texts are random, from a fixed seed.
@Suite struct PatternEngineTests {
  private static let atoms = [
    "a", "b", "c", ".", "[ab]", "[^a]", "\\w", "^", "$", "\\b", "\\B", "(?=a)", "(?!b)", "(?<=a)", "(?<!b)",
    "(?:)",
  ]
  private static let quantifiers = ["", "", "", "*", "+", "?", "{2}", "{0,2}", "{1,}", "*?"]

  private func pattern(_ depth: Int, _ random: inout SplitMix64) -> String {
    guard depth > 0 else { return Self.atoms.randomElement(using: &random) ?? "a" }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return pattern(depth - 1, &random) + "|" + pattern(depth - 1, &random)
    case 1:
      return "(?:" + pattern(depth - 1, &random) + ")"
        + (Self.quantifiers.randomElement(using: &random) ?? "")
    case 2:
      return "(" + pattern(depth - 1, &random) + ")" + (Self.quantifiers.randomElement(using: &random) ?? "")
    case 3: return "(?=" + pattern(depth - 1, &random) + ")" + pattern(depth - 1, &random)
    default: return pattern(depth - 1, &random) + pattern(depth - 1, &random)
    }
  }

  @Test func `automaton, simulation and backtracking agree`() throws {
    var random = SplitMix64(seed: 2020_12)
    var automata = 0
    for _ in 0..<2_000 {
      let source = pattern(Int.random(in: 1...4, using: &random), &random)
      guard let parsed = try? ParsedPattern(source) else { continue }
      let program = try PatternProgram(parsed.root)
      let automaton = PatternAutomaton(program, sets: parsed.sets, maximumWork: PatternAutomaton.maximumWork)
      if automaton != nil { automata += 1 }
      for _ in 0..<12 {
        let length = Int.random(in: 0...6, using: &random)
        let text = String((0..<length).map { _ in "abc-".randomElement(using: &random) ?? "a" })
        let input = text.unicodeScalars.map(\.value)
        var simulation = PatternSimulation(sets: parsed.sets, input: input)
        var backtracker = PatternBacktracker(
          sets: parsed.sets, input: input, captureCount: parsed.captureCount)
        let simulated = simulation.search(program)
        let backtracked = backtracker.search(program)
        #expect(simulated == backtracked || backtracked == .gaveUp, "\(source) on \(text)")
        if let automaton { #expect(automaton.search(text) == (simulated == .match), "\(source) on \(text)") }
      }
    }
    #expect(automata > 100)
  }

  @Test func `any text compiles as a pattern or has an error`() {
    var random = SplitMix64(seed: 262)
    let alphabet = Array("ab01^$\\.*+?()[]{}|/-,:=!<>pPukxcdDwWsSbB\u{e9}😀")
    for _ in 0..<20_000 {
      let length = Int.random(in: 0...14, using: &random)
      let source = String((0..<length).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      guard let compiled = try? Pattern(source) else { continue }
      _ = compiled.search("ab01-é😀")
    }
  }
}
