package import Assignment
import JSONText
package import Screens
import Synchronization
package import SeededRandom

/// The mock of a server: it changes responses by the preferences of requests, by the rules that admins have set, by the
/// current scenario, and by the server's default delay.
package final class Mock: Sendable {
  /// The effect on one response.
  package struct Applied: Sendable {
    package var effect: MockEffect
    /// The sources of the effect: `request`, the name of a rule, `scenario=NAME`.
    package var names: [String] = []
    package var random: SplitMix64
    /// The seed of chaos, which is the same each time unless a rule or a request has another one.
    package var seed: UInt64 = 1
    /// The scenario that overrides the screen; nil for the published screen.
    package var scenario: Scenario?
  }

  /// A scenario with its counters since it was switched on.
  fileprivate struct Running {
    let scenario: Scenario
    var rules: RuleSet
    /// The number of responses of each screen that its sequence has counted.
    var responses: [String: Int] = [:]

    init(_ scenario: Scenario) {
      self.scenario = scenario
      rules = RuleSet(scenario.rules)
    }

    /// A scenario that was read again: it keeps the counters, and its conditions may have other groups.
    init(_ scenario: Scenario, countersOf other: Running) {
      self.scenario = scenario
      rules = RuleSet(scenario.rules, countersOf: other.rules)
      responses = other.responses
    }
  }

  private struct State {
    var rules = RuleSet()
    var scenarios: [ExactString: Running] = [:]
    /// The name of the current scenario.
    var current: String?
  }

  /// The effect on all responses, unless a rule or a request has another one.
  private let defaultEffect: MockEffect
  /// Whether the mock is turned off, also for requests that ask for an effect.
  package let isOff: Bool
  private let hasEffect: Atomic<Bool>
  private let state: Mutex<State>
  /// The endpoints, with their state.
  package let backend: MockBackend

  /// - Parameters:
  ///   - delay: the delay of all responses with screens; nil for none.
  ///   - isOff: whether to turn the mock off.
  package init(delay: MockDelay? = nil, isOff: Bool = false) {
    var effect = MockEffect()
    effect.delay = delay
    defaultEffect = effect
    self.isOff = isOff
    backend = MockBackend(hasScreensOnly: isOff)
    state = Mutex(State())
    hasEffect = Atomic(!isOff && !effect.isNone)
  }

  /// Creates an independent copy of another mock, with new counters.
  package init(forking other: Mock) {
    defaultEffect = other.defaultEffect
    isOff = other.isOff
    backend = MockBackend(forking: other.backend)
    let copy = other.state.withLock { $0 }
    var state = State()
    state.rules = RuleSet(copy.rules.rules)
    state.scenarios = copy.scenarios.mapValues { Running($0.scenario) }
    state.current = copy.current
    hasEffect = Atomic(!isOff && (!defaultEffect.isNone || !state.rules.isEmpty || state.current != nil))
    self.state = Mutex(state)
  }

  // MARK: Rules

  package var rules: [MockRule] { state.withLock { $0.rules.rules } }

  package func rule(_ name: String) -> MockRule? { rules.first { $0.name == name } }

  /// Whether a rule can be added without exceeding the limits of number and size.
  package func hasRoom(for rule: MockRule) -> Bool {
    state.withLock { Self.hasRoom(for: rule, in: $0.rules) }
  }

  private static func hasRoom(for rule: MockRule, in rules: RuleSet) -> Bool {
    let bytes = rules.rules.reduce(rule.bytes) { $0 + ($1.name == rule.name ? 0 : $1.bytes) }
    return (rules.contains(rule.name) || rules.count < MockRule.maximumRules)
      && bytes <= MockRule.maximumBytes
  }

  /// Adds a rule or replaces the one of the same name, with new counters.
  /// - Returns: whether the name is new; nil if a limit is exceeded.
  package func set(_ rule: MockRule) -> Bool? {
    change { state in
      guard Self.hasRoom(for: rule, in: state.rules) else { return nil }
      let isNew = !state.rules.contains(rule.name)
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

  /// Reads the rules of admins and all scenarios again after the groups in conditions have changed.
  package func update(_ catalogue: Catalogue) {
    backend.update(catalogue)
    // Not while the state is locked, which requests wait for.
    let updated = scenarios.compactMap { scenario in
      scenario.updated(catalogue).map { (old: scenario.number, scenario: $0) }
    }
    change { state in
      let names = state.scenarios.keys.map(\.text)
      let rules = state.rules.rules.map { $0.updated(groups: catalogue.groups, scenarios: names) }
      state.rules = RuleSet(rules, countersOf: state.rules)
      for (old, scenario) in updated {
        guard let known = state.scenarios[scenario.name], known.scenario.number == old else { continue }
        state.scenarios[scenario.name] = Running(scenario, countersOf: known)
      }
    }
  }

  private func change<T>(_ body: (inout State) -> T) -> T {
    state.withLock { state in
      let result = body(&state)
      let hasEffect = !isOff && (!defaultEffect.isNone || !state.rules.isEmpty || state.current != nil)
      self.hasEffect.store(hasEffect, ordering: .releasing)
      return result
    }
  }

  // MARK: Scenarios

  /// All scenarios, sorted by name.
  package var scenarios: [Scenario] {
    state.withLock { $0.scenarios.values.map(\.scenario) }.sorted { $0.name < $1.name }
  }

  package var scenarioNames: [String] { state.withLock { $0.scenarios.keys.sorted().map(\.text) } }

  /// The name of the scenario that is on.
  package var currentScenario: String? { state.withLock { $0.current } }

  package func scenario(_ name: String) -> Scenario? { state.withLock { $0.scenarios[name]?.scenario } }

  /// Adds scenarios or replaces those of the same names. A scenario with an unchanged document keeps its counters.
  /// - Returns: the names of scenarios beyond the limit, which are not added.
  package func set(_ scenarios: [Scenario]) -> [String] {
    change { state in
      var rejected: [String] = []
      for scenario in scenarios {
        let known = state.scenarios[scenario.name]
        guard known != nil || state.scenarios.count < Scenario.maximumScenarios else {
          rejected.append(scenario.name)
          continue
        }
        if let known, known.scenario.json == scenario.json {
          state.scenarios[scenario.name] = Running(scenario, countersOf: known)
        } else {
          state.scenarios[scenario.name] = Running(scenario)
        }
      }
      return rejected
    }
  }

  /// Switches to a scenario with new counters; nil switches scenarios off.
  /// - Returns: whether the scenario exists.
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

  /// Whether a rule, a scenario or a default can apply to requests that do not ask for an effect.
  package var isActive: Bool { hasEffect.load(ordering: .acquiring) }

  /// The effect on the response to a request. Sources in order of precedence: the request's preferences, the first
  /// matching rule, the scenario, the server's default.
  /// - Parameters:
  ///   - attributes: the request's attributes, for the conditions of rules.
  ///   - isHead: whether it is a HEAD request, which takes no step of a sequence.
  ///   - asksForVersion: whether the request names a version, which a scenario does not override.
  ///   - path: the app's own address of the screen; nil for `/screens/…`.
  /// - Returns: nil if the mock does not change the response.
  package func effect(
    on route: String, attributes: Attributes, preferences: MockPreferences, isHead: Bool = false,
    asksForVersion: Bool = false, at path: String? = nil
  ) -> Applied? {
    var applied = Applied(
      effect: preferences.effect, random: SplitMix64(seed: preferences.seed ?? .random(in: 0 ... .max)))
    if let seed = preferences.seed { applied.seed = seed }
    if !preferences.isEmpty { applied.names.append("request") }
    state.withLock { state in
      let target = MockTarget(route: route, path: path)
      if let (rule, random) = state.rules.first(for: target, attributes) {
        applied.add(rule, random, named: rule.name, unlessSeeded: preferences)
      }
      guard let name = applied.effect.scenario ?? state.current else { return }
      state.scenarios[name]?.apply(
        to: &applied, route, target, attributes, preferences, isHead: isHead, asksForVersion: asksForVersion)
    }
    applied.effect = applied.effect.merged(with: defaultEffect)
    return applied.effect.isNone && applied.scenario == nil ? nil : applied
  }

  /// Answers a request for an endpoint, with the effects of the rules that match its path.
  /// - Parameter path: the decoded path.
  package func answer(_ request: BackendRequest, at path: String) -> BackendAnswer {
    backend.answer(request) { values in effect(atPath: path, values) }
  }

  /// The effect of rules on a request that the real backend answers; nil for none.
  package func effect(on request: BackendRequest, at path: String) -> Applied? {
    effect(atPath: path, request.values).merged(with: MockEffect())
  }

  /// The effect of the first rule that matches a path, and of a rule of the current scenario.
  private func effect(atPath path: String, _ values: EndpointValues) -> Applied {
    var applied = Applied(effect: MockEffect(), random: SplitMix64(seed: .random(in: 0 ... .max)))
    guard isActive else { return applied }
    let none = MockPreferences()
    let target = MockTarget(path: path)
    let attributes = values.ruleAttributes
    state.withLock { state in
      if let (rule, random) = state.rules.first(for: target, attributes) {
        applied.add(rule, random, named: rule.name, unlessSeeded: none)
      }
      guard let name = state.current else { return }
      state.scenarios[name]?.addRule(to: &applied, target, attributes, none)
    }
    return applied
  }
}

extension Mock.Applied {
  /// Whether the client gets another response, or none, so that the request has not been answered.
  package var replacesResponse: Bool {
    effect.status != nil || effect.fault.map { $0.outcome != .truncatedBody } ?? false
  }

  /// These effects and those of a response itself; nil for none.
  func merged(with response: MockEffect) -> Mock.Applied? {
    var merged = self
    merged.effect = effect.merged(with: response)
    return merged.effect.isNone ? nil : merged
  }

  fileprivate mutating func add(
    _ rule: MockRule, _ random: SplitMix64, named name: String, unlessSeeded preferences: MockPreferences
  ) {
    effect = effect.merged(with: rule.effect)
    names.append(name)
    guard preferences.seed == nil else { return }
    if rule.seed != 0 { seed = rule.seed }
    self.random = random
  }
}

extension Mock.Running {
  /// Adds the first rule that matches an endpoint. Sequences and overrides are of screens.
  fileprivate mutating func addRule(
    to applied: inout Mock.Applied, _ target: MockTarget, _ attributes: Attributes,
    _ preferences: MockPreferences
  ) {
    guard let (rule, random) = rules.first(for: target, attributes) else { return }
    applied.add(rule, random, named: "scenario=" + scenario.name, unlessSeeded: preferences)
  }

  /// Adds the step of the sequence, or else the first matching rule, and the override of the screen.
  fileprivate mutating func apply(
    to applied: inout Mock.Applied, _ route: String, _ target: MockTarget, _ attributes: Attributes,
    _ preferences: MockPreferences, isHead: Bool, asksForVersion: Bool
  ) {
    let name = "scenario=" + scenario.name
    let before = applied.effect
    if let (step, random) = step(for: target, attributes, isHead: isHead) {
      applied.add(step, random, named: name, unlessSeeded: preferences)
    } else if let (rule, random) = rules.first(for: target, attributes) {
      applied.add(rule, random, named: name, unlessSeeded: preferences)
    }
    if !asksForVersion, scenario.override(of: route) != nil { applied.scenario = scenario }
    // Name the scenario once, and only if it has changed something.
    applied.names.removeAll { $0 == name }
    if applied.effect != before || applied.scenario != nil { applied.names.append(name) }
  }

  private mutating func step(
    for target: MockTarget, _ attributes: Attributes, isHead: Bool
  ) -> (MockRule, SplitMix64)? {
    guard !scenario.sequence.isEmpty, let route = target.route else { return nil }
    let number = responses[route, default: 0]
    if !isHead { responses[route] = number + 1 }
    guard scenario.sequence.indices.contains(number) else { return nil }
    let step = scenario.sequence[number]
    var random = SplitMix64(seed: step.seed &+ UInt64(number))
    guard step.matches(target, attributes), step.applies(&random) else { return nil }
    return (step, SplitMix64(seed: random.next()))
  }
}
