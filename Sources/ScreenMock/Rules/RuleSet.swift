import Assignment
import SeededRandom

/// Rules in order, each with its counters.
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

  /// Creates a set of the same rules, read again, with the counters of another set.
  init(_ rules: [MockRule], countersOf other: RuleSet) {
    self.init(rules)
    guard other.entries.count == entries.count else { return }
    for index in entries.indices {
      entries[index].matched = other.entries[index].matched
      entries[index].applied = other.entries[index].applied
      entries[index].random = other.entries[index].random
    }
  }

  /// Sorts by order and name. Rules of a scenario have the same name and keep their positions.
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

  /// Adds a rule or replaces the one of the same name, with new counters.
  mutating func set(_ rule: MockRule) {
    remove(rule.name)
    entries.append(Entry(rule))
    sort()
  }

  mutating func remove(_ name: String) { entries.removeAll { $0.rule.name == name } }

  /// The first rule that applies to a request, and the generator for its random choices. Updates the counters.
  mutating func first(
    for target: MockTarget, _ attributes: Attributes
  ) -> (rule: MockRule, random: SplitMix64)? {
    var found: (rule: MockRule, random: SplitMix64)?
    for index in entries.indices {
      let rule = entries[index].rule
      guard rule.matches(target, attributes) else { continue }
      // Counted even if another rule comes first, so that `nth` counts all matching requests.
      entries[index].matched += 1
      guard found == nil, rule.nth.map({ $0 == entries[index].matched }) ?? true,
        rule.times.map({ entries[index].applied < $0 }) ?? true,
        rule.applies(&entries[index].random)
      else { continue }
      entries[index].applied += 1
      found = (rule, SplitMix64(seed: entries[index].random.next()))
    }
    return found
  }
}
