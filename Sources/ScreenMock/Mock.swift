package import Assignment
package import HTTPWire
package import Synchronization
package import SeededRandom

/// What the mock does to answers: by rules that admins have set, by the scenario that is on, and for all when the server
/// was started so.
package final class Mock: Sendable {
  /// What is to become of one answer.
  package struct Applied: Sendable {
    package var effect: MockEffect
    /// What has a part in it: `request`, the name of a rule, `scenario=NAME`.
    package var names: [String] = []
    package var random: SplitMix64
    /// For chaos, which is the same each time unless a seed says otherwise.
    package var seed: UInt64 = 1
    /// What the screen comes from; nil for the screen as it is.
    package var scenario: Scenario?
  }

  /// A scenario, and what it has seen since it was switched on.
  fileprivate struct Running {
    let scenario: Scenario
    var rules: RuleSet
    /// How many answers of each screen its sequence has been asked for.
    var answers: [String: Int] = [:]

    init(_ scenario: Scenario) {
      self.scenario = scenario
      rules = RuleSet(scenario.rules)
    }
  }

  private struct State {
    var rules = RuleSet()
    var scenarios: [String: Running] = [:]
    /// The one that is on.
    var current: String?
  }

  /// What becomes of all answers, unless a rule or a request says otherwise.
  private let standard: MockEffect
  /// Whether nothing is ever done to an answer.
  package let isOff: Bool
  private let isActive: Atomic<Bool>
  private let state: Mutex<State>
  /// Held while chaos is at work.
  package let oneAtATime = Mutex(())

  /// - Parameters:
  ///   - delay: what all answers of screens are held back for, as ``MockDelay`` is written; nil for nothing.
  ///   - isOff: whether the mock does nothing, whoever asks for it.
  package init(delay: String? = nil, isOff: Bool = false) {
    var standard = MockEffect()
    standard.delay = delay.flatMap { MockDelay($0) }
    self.standard = standard
    self.isOff = isOff
    state = Mutex(State())
    isActive = Atomic(!isOff && !standard.isNone)
  }

  /// One that begins as another is now, and goes its own way from there. What was counted begins anew.
  package init(forking other: Mock) {
    standard = other.standard
    isOff = other.isOff
    let copy = other.state.withLock { $0 }
    var state = State()
    state.rules = RuleSet(copy.rules.rules)
    state.scenarios = copy.scenarios.mapValues { Running($0.scenario) }
    state.current = copy.current
    isActive = Atomic(!isOff && (!standard.isNone || !state.rules.isEmpty || state.current != nil))
    self.state = Mutex(state)
  }

  /// Whether a delay is written as it should be.
  package static func isDelay(_ text: String) -> Bool { MockDelay(text) != nil }

  // MARK: Rules

  package var rules: [MockRule] { state.withLock { $0.rules.rules } }

  package func rule(_ name: String) -> MockRule? { rules.first { $0.name == name } }

  /// Puts a rule in, in place of one of the same name; what that has counted is forgotten.
  /// - Returns: whether it is new; nil when there are too many, or they are too large together.
  package func set(_ rule: MockRule) -> Bool? {
    change { state in
      let isNew = !state.rules.contains(rule.name)
      let bytes = state.rules.rules.reduce(rule.bytes) { $0 + ($1.name == rule.name ? 0 : $1.bytes) }
      guard !isNew || state.rules.count < MockRule.maximumRules, bytes <= MockRule.maximumBytes else {
        return nil
      }
      state.rules.set(rule)
      return isNew
    }
  }

  package func remove(_ name: String) -> Bool {
    change { state in
      let isKnown = state.rules.contains(name)
      state.rules.remove(name)
      return isKnown
    }
  }

  package func removeAll() { change { $0.rules = RuleSet() } }

  /// Reads all rules anew: groups that conditions name have changed.
  package func reread(groups: ConditionGroups) {
    change { state in
      let names = Array(state.scenarios.keys)
      let rules = state.rules.rules.map { $0.reread(groups: groups, scenarios: names) }
      state.rules = RuleSet(rules, countingOn: state.rules)
    }
  }

  private func change<T>(_ body: (inout State) -> T) -> T {
    state.withLock { state in
      let result = body(&state)
      let isActive = !isOff && (!standard.isNone || !state.rules.isEmpty || state.current != nil)
      self.isActive.store(isActive, ordering: .releasing)
      return result
    }
  }

  // MARK: Scenarios

  /// Those that there are, by name.
  package var scenarios: [Scenario] {
    state.withLock { $0.scenarios.values.map(\.scenario) }.sorted { $0.name < $1.name }
  }

  package var scenarioNames: [String] { state.withLock { $0.scenarios.keys.sorted() } }

  /// The name of the one that is on.
  package var currentScenario: String? { state.withLock { $0.current } }

  package func scenario(_ name: String) -> Scenario? { state.withLock { $0.scenarios[name]?.scenario } }

  /// Puts scenarios in, in place of those of the same names. One whose document is the same goes on counting.
  /// - Returns: the names of those for which there is no room.
  package func set(_ scenarios: [Scenario]) -> [String] {
    change { state in
      var left: [String] = []
      for scenario in scenarios {
        let known = state.scenarios[scenario.name]
        guard known != nil || state.scenarios.count < Scenario.maximumScenarios else {
          left.append(scenario.name)
          continue
        }
        var running = Running(scenario)
        if let known, known.scenario.json == scenario.json {
          // Their conditions may have other groups.
          running.rules = RuleSet(scenario.rules, countingOn: known.rules)
          running.answers = known.answers
        }
        state.scenarios[scenario.name] = running
      }
      return left
    }
  }

  /// Switches a scenario on, from its beginning; nil for the screens as they are.
  /// - Returns: whether it is known.
  package func switchOn(_ name: String?) -> Bool {
    change { state in
      if let name {
        guard let known = state.scenarios[name] else { return false }
        state.scenarios[name] = Running(known.scenario)
      }
      state.current = name
      return true
    }
  }

  // MARK: Requests

  /// Whether anything may become of the answer: a look at a flag, a field and the query.
  @inline(__always)
  package func mayApply(_ request: borrowing HTTPRequest) -> Bool {
    guard !isOff else { return false }
    if isActive.load(ordering: .acquiring) || request.field(.prefer) != nil { return true }
    guard let query = request.query, query.count > 2 else { return false }
    return Self.hasOwnName(query)
  }

  /// Whether `__` stands in a query, written plainly or not.
  private static func hasOwnName(_ query: Bytes) -> Bool {
    query.withSpan { query in
      var isAfter = false
      var index = 0
      while index < query.count {
        var isUnderscore = query[index] == UInt8(ascii: "_")
        if query[index] == UInt8(ascii: "%"), index + 2 < query.count, query[index + 1] == UInt8(ascii: "5"),
          query[index + 2] | 0x20 == UInt8(ascii: "f")
        {
          isUnderscore = true
          index += 2
        }
        if isUnderscore, isAfter { return true }
        isAfter = isUnderscore
        index += 1
      }
      return false
    }
  }

  /// What becomes of the answer to a request: what it asks for itself, then the first rule for it, then what the scenario
  /// says, then what holds for all.
  /// - Parameters:
  ///   - attributes: the request's, for the conditions of rules.
  ///   - isHead: such a request uses up no step of a sequence.
  ///   - asksForVersion: such a request gets what was published, whatever a scenario makes of it.
  package func effect(
    on route: String, attributes: Attributes, preferences: MockPreferences, isHead: Bool = false,
    asksForVersion: Bool = false
  ) -> Applied? {
    var applied = Applied(
      effect: preferences.effect, random: SplitMix64(seed: preferences.seed ?? .random(in: 0 ... .max)))
    if let seed = preferences.seed { applied.seed = seed }
    if !preferences.isEmpty { applied.names.append("request") }
    state.withLock { state in
      if let (rule, random) = state.rules.first(for: route, attributes) {
        applied.add(rule, random, named: rule.name, unlessSeeded: preferences)
      }
      guard let name = applied.effect.scenario ?? state.current else { return }
      state.scenarios[name]?.apply(
        to: &applied, route, attributes, preferences, isHead: isHead, asksForVersion: asksForVersion)
    }
    applied.effect = applied.effect.filled(by: standard)
    return applied.effect.isNone && applied.scenario == nil ? nil : applied
  }
}

extension Mock.Applied {
  fileprivate mutating func add(
    _ rule: MockRule, _ random: SplitMix64, named name: String, unlessSeeded preferences: MockPreferences
  ) {
    effect = effect.filled(by: rule.effect)
    names.append(name)
    guard preferences.seed == nil else { return }
    if rule.seed != 0 { seed = rule.seed }
    self.random = random
  }
}

extension Mock.Running {
  /// The step of the sequence or else the first rule, and the screen.
  fileprivate mutating func apply(
    to applied: inout Mock.Applied, _ route: String, _ attributes: Attributes, _ preferences: MockPreferences,
    isHead: Bool, asksForVersion: Bool
  ) {
    let name = "scenario=" + scenario.name
    let before = applied.effect
    if let (step, random) = step(for: route, attributes, isHead: isHead) {
      applied.add(step, random, named: name, unlessSeeded: preferences)
    } else if let (rule, random) = rules.first(for: route, attributes) {
      applied.add(rule, random, named: name, unlessSeeded: preferences)
    }
    if !asksForVersion, scenario.override(of: route) != nil { applied.scenario = scenario }
    // Said once, and only of what it has a part in.
    applied.names.removeAll { $0 == name }
    if applied.effect != before || applied.scenario != nil { applied.names.append(name) }
  }

  private mutating func step(
    for route: String, _ attributes: Attributes, isHead: Bool
  ) -> (MockRule, SplitMix64)? {
    guard !scenario.sequence.isEmpty else { return nil }
    let number = answers[route, default: 0]
    if !isHead { answers[route] = number + 1 }
    guard scenario.sequence.indices.contains(number) else { return nil }
    let step = scenario.sequence[number]
    var random = SplitMix64(seed: step.seed &+ UInt64(number))
    guard step.isFor(route, attributes), step.happens(&random) else { return nil }
    return (step, SplitMix64(seed: random.next()))
  }
}
