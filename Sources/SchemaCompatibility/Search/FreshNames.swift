import JSONSchema
import JSONText

/// The names that no schema mentions and that match the same patterns.
struct FreshNames {
  let matching: [TextPattern]
  let notMatching: [TextPattern]

  /// The literals of the rules for the value of a member with such a name.
  func literals(in rules: [MemberRule]) -> [Literal] {
    rules.flatMap { rule -> [Literal] in
      let nodes = rule.patterns.filter { entry in
        matching.contains { $0.source.hasSameScalars(as: entry.pattern.source) }
      }.map(\.node)
      return (nodes.isEmpty ? rule.additional.map { [$0] } ?? [] : nodes).map { .holds($0) }
    }
  }
}

/// The demands on a fresh name.
struct NameKey: Hashable {
  let matching: [ExactString]
  let notMatching: [ExactString]
  let besides: [ExactString]
}

extension WitnessSearch {
  /// The largest number of sets of patterns.
  private static let maximumNameSets = 24

  /// The sets of patterns that one name can match, and whether the list is complete. The patterns are those of the rules
  /// and the given ones. Most combinations of patterns match no name.
  mutating func nameSets(_ rules: [MemberRule], must: [TextPattern], mustNot: [TextPattern]) -> (
    sets: [FreshNames], isComplete: Bool
  ) {
    var patterns: [ExactString: TextPattern] = [:]
    for pattern in rules.flatMap({ $0.patterns.map(\.pattern) }) {
      patterns[ExactString(pattern.source)] = pattern
    }
    for pattern in must + mustNot { patterns[ExactString(pattern.source)] = nil }
    var sets = [FreshNames(matching: must, notMatching: mustNot)]
    var isComplete = true
    for pattern in patterns.sorted(by: { $0.key < $1.key }).map(\.value) {
      var split: [FreshNames] = []
      for set in sets {
        let with = FreshNames(matching: set.matching + [pattern], notMatching: set.notMatching)
        let without = FreshNames(matching: set.matching, notMatching: set.notMatching + [pattern])
        split += [with, without].filter { !freshName($0, [], besides: []).isNone }
      }
      if split.count > Self.maximumNameSets { isComplete = false }
      sets = Array(split.prefix(Self.maximumNameSets))
    }
    return (sets, isComplete)
  }

  private static let plainNames = ["other", "another", "more", "extra"]

  /// A name of the set that satisfies the literals and is not in `names`.
  mutating func freshName(_ set: FreshNames, _ literals: [Literal], besides names: [String]) -> Outcome {
    guard spend((set.matching.count + set.notMatching.count + names.count) / 2) else { return .unknown }
    if set.matching.isEmpty, set.notMatching.isEmpty, literals.isEmpty {
      let numbered = (1...names.count + 1).lazy.map { "other\($0)" }
      let taken = Set(names.map { ExactString($0) })
      let free = (Self.plainNames + numbered).first { !taken.contains($0) }
      return free.map { .found(.string($0), isCertain: true) } ?? .unknown
    }
    let key = NameKey(
      matching: set.matching.map { ExactString($0.source) },
      notMatching: set.notMatching.map { ExactString($0.source) }, besides: names.map { ExactString($0) })
    let node: Int
    if let known = nameNodes[key] {
      node = known
    } else {
      let nowhere = SchemaLocation(document: "", pointer: .root)
      var clauses = [Clause(keyword: "", term: .kinds(.string))]
      clauses += set.matching.map { Clause(keyword: "", term: .pattern($0)) }
      for pattern in set.notMatching {
        let inner = addSynthetic([Clause(keyword: "", term: .pattern(pattern))], at: nowhere)
        clauses.append(Clause(keyword: "", term: .not(inner)))
      }
      let others = addSynthetic(
        [Clause(keyword: "", term: .values(ValueList(names.map { .string($0) })))], at: nowhere)
      clauses.append(Clause(keyword: "", term: .not(others)))
      node = addSynthetic(clauses, at: nowhere)
      nameNodes[key] = node
    }
    // Level 0: names are not parts of the value of the open questions.
    return solve([.holds(node)] + literals, level: 0)
  }
}
