import Assignment
import Patterns
import JSONText

/// Invariant: a condition is refused with errors that point into it, or it compiles. Its verdict is the same in strict
/// and lenient mode and the opposite of its negation's verdict; a negative verdict names the part that decided it.
///
/// The first line of an input is the condition, the rest are the attributes.
enum Harness {
  static func run(_ data: [UInt8]) {
    let (first, second) = halves(data)
    guard let source = try? JSONParser.parse(first) else { return }
    let members = (try? JSONParser.parse(second))?.objectValue ?? ["a": 1, "b": ["x", "1.2.3"], "c": true]
    let attributes = Attributes(members)
    let lenient = compile(source, .asSDK)
    if let lenient { requireAnswer(of: lenient, source, attributes, .asSDK) }
    guard let strict = compile(source, .strict) else { return }
    requireAnswer(of: strict, source, attributes, .strict)
    require(
      lenient.map { $0.passes(attributes) } == strict.passes(attributes),
      "strict and lenient modes differ: \(source.text)")
  }

  private static func compile(_ source: JSONValue, _ strictness: Condition.Strictness) -> Condition? {
    let groups = ConditionGroups([(name: "g", values: ["x", 1, true])])
    var limits = ConditionLimits()
    (limits.depth, limits.parts, limits.patternBytes) = (8, 64, 24)
    do throws(ConditionErrors) {
      return try Condition(source, groups: groups, strictness: strictness, limits: limits, patterns: patterns)
    } catch let invalid {
      require((1...ConditionErrors.limit).contains(invalid.errors.count), "\(invalid.errors.count) errors")
      for error in invalid.errors {
        require(error.pointer.value(in: source) != nil, "an error points outside the condition: \(error)")
      }
      return nil
    }
  }

  private static func requireAnswer(
    of condition: Condition, _ source: JSONValue, _ attributes: Attributes, _ strictness: Condition.Strictness
  ) {
    let verdict = condition.verdict(attributes)
    require(verdict.passes == condition.passes(attributes), "verdict and passes differ: \(source.text)")
    require(verdict.passes == (verdict.decidedBy == nil), "a wrong decidedBy: \(source.text)")
    if let place = verdict.decidedBy {
      require(place.value(in: source) != nil, "decidedBy \(place) points outside \(source.text)")
    }
    if let opposite = compile(["$not": source], strictness) {
      require(
        opposite.passes(attributes) != verdict.passes, "the negation has the same verdict: \(source.text)")
    }
  }

  private static let patterns: PatternCompile = {
    (source, ignoringCase) throws(PatternError) -> any PatternMatcher in
    do throws(PatternSyntaxError) {
      return BoundedPattern(pattern: try Pattern(source, ignoringCase: ignoringCase))
    } catch {
      throw PatternError(error.message)
    }
  }
}

private struct BoundedPattern: PatternMatcher {
  let pattern: Pattern

  func isFound(in text: String) -> Bool? {
    switch pattern.search(text, stepLimit: 2_000) {
    case .match: true
    case .noMatch: false
    case .gaveUp: nil
    }
  }
}
