import Assignment
import SeededRandom

/// Rules in their order, and what each has seen.
struct RuleSet: Sendable {
  private struct Entry: Sendable {
    let rule: MockRule
    var matched = 0
    var applied = 0
    var random: SplitMix64

    init(_ rule: MockRule) {
      self.rule = rule
      random = SplitMix64(seed: rule.seed)
    }
  }

  private var entries: [Entry] = []

  init(_ rules: [MockRule] = []) {
    for rule in rules { entries.append(Entry(rule)) }
    sort()
  }

  /// The same rules, read anew, that go on counting where those of another set are.
  init(_ rules: [MockRule], countingOn other: RuleSet) {
    self.init(rules)
    guard other.entries.count == entries.count else { return }
    for index in entries.indices {
      entries[index].matched = other.entries[index].matched
      entries[index].applied = other.entries[index].applied
      entries[index].random = other.entries[index].random
    }
  }

  /// Rules of the same order keep theirs where they have one name, as those of a scenario have.
  private mutating func sort() {
    entries = entries.enumerated().sorted {
      ($0.element.rule.order, $0.element.rule.name, $0.offset)
        < ($1.element.rule.order, $1.element.rule.name, $1.offset)
    }.map(\.element)
  }

  var rules: [MockRule] { entries.map(\.rule) }
  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }

  func contains(_ name: String) -> Bool { entries.contains { $0.rule.name == name } }

  /// Puts a rule in, in place of one of the same name; what that has counted is forgotten.
  mutating func set(_ rule: MockRule) {
    remove(rule.name)
    entries.append(Entry(rule))
    sort()
  }

  mutating func remove(_ name: String) { entries.removeAll { $0.rule.name == name } }

  /// The first rule for a request, and what is left to chance in it.
  mutating func first(
    for route: String, _ attributes: Attributes
  ) -> (rule: MockRule, random: SplitMix64)? {
    var found: (rule: MockRule, random: SplitMix64)?
    for index in entries.indices {
      let rule = entries[index].rule
      guard rule.isFor(route, attributes) else { continue }
      // Counted whether or not another rule comes first, so that the n-th request is the n-th.
      entries[index].matched += 1
      guard found == nil, rule.nth.map({ $0 == entries[index].matched }) ?? true,
        rule.times.map({ entries[index].applied < $0 }) ?? true,
        rule.happens(&entries[index].random)
      else { continue }
      entries[index].applied += 1
      found = (rule, SplitMix64(seed: entries[index].random.next()))
    }
    return found
  }
}
