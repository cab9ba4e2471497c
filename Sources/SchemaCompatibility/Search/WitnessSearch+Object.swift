import JSONText

/// The search for an object.
extension WitnessSearch {
  /// The largest number of members that are added to reach a minimum.
  private static let maximumMembers = 2_000

  /// A demanded member without a name yet.
  private struct Wanted {
    enum Selector {
      case matching(TextPattern)
      case additional(MemberRule)
      case named(Literal)
    }
    let selector: Selector
    /// The demand on its value.
    let value: Literal?
  }

  /// The members of an object during the search.
  private struct Draft {
    /// The names in the order of their addition.
    var names: [String] = []
    var known: Set<ExactString> = []
    /// The literals of members in addition to those of the rules.
    var literals: [ExactString: [Literal]] = [:]
    /// The number of members with a name that no rule mentions.
    var freshCount = 0

    mutating func add(_ name: String, _ literal: Literal? = nil) {
      if known.insert(ExactString(name)).inserted { names.append(name) }
      if let literal { literals[ExactString(name), default: []].append(literal) }
    }
  }

  mutating func meetObject(_ demands: Demands, _ goal: Goal) -> Outcome {
    let object = demands.object
    if let maximum = object.maximum, object.minimum > maximum { return .never }
    var draft = Draft()
    for name in object.present { draft.add(name) }
    for (name, literal) in object.members { draft.add(name, literal) }
    let wanted =
      object.some.map { entry in
        switch entry.selector {
        case .matching(let pattern): Wanted(selector: .matching(pattern), value: entry.literal)
        case .additional(let rule): Wanted(selector: .additional(rule), value: entry.literal)
        }
      } + object.someNames.map { Wanted(selector: .named($0), value: nil) }
    let universe = universe(of: object)
    guard spend(universe.count / 8) else { return .unknown }
    return name(wanted[...], draft, demands, universe, goal)
  }

  /// The names in the demands, in the order of the schema.
  private func universe(of object: Demands.Object) -> [String] {
    var known: Set<ExactString> = []
    // The rule with the most names comes first, so that members have the order of the author's schema.
    let rules = object.rules.sorted { $0.properties.count > $1.properties.count }
    let largest = rules.first
    var names: [String] = largest?.properties.map(\.name) ?? []
    var all: [String] = rules.dropFirst().flatMap { $0.properties.map(\.name) }
    all += object.present + object.members.map(\.name)
    for implication in object.implications { all += [implication.name] + implication.names }
    for case (.additional(let rule), _) in object.some { all += rule.properties.map(\.name) }
    all += object.absent
    // The names of the largest rule are already indexed.
    for name in all where largest?.property(name) == nil && known.insert(ExactString(name)).inserted {
      names.append(name)
    }
    return names
  }

  // MARK: Names

  /// Tries all assignments of names to the demanded members, and completes the object.
  private mutating func name(
    _ wanted: ArraySlice<Wanted>, _ draft: Draft, _ demands: Demands, _ universe: [String], _ goal: Goal
  ) -> Outcome {
    guard let next = wanted.first else { return complete(draft, demands, universe, goal) }
    guard spend(universe.count), !isTooDeep() else { return .unknown }
    depth += 1
    defer { depth -= 1 }
    var any = CombinedOutcome()
    for name in universe where !demands.object.absentNames.contains(name) {
      switch selects(next.selector, name) {
      case true?: break
      case false?: continue
      case nil:
        _ = any.add(.unknown)
        continue
      }
      var drafted = draft
      drafted.add(name, next.value)
      if let outcome = any.add(self.name(wanted.dropFirst(), drafted, demands, universe, goal)) {
        return outcome
      }
    }
    if let outcome = any.add(nameFresh(wanted, next, draft, demands, universe, goal)) { return outcome }
    return any.outcome
  }

  private mutating func selects(_ selector: Wanted.Selector, _ name: String) -> Bool? {
    switch selector {
    case .matching(let pattern): pattern.matches(name)
    case .additional(let rule): rule.isAdditional(name)
    case .named(let literal): holds(literal, .string(name))
    }
  }

  /// Assigns a fresh name to the first demanded member: one for each set of patterns that a name can match.
  private mutating func nameFresh(
    _ wanted: ArraySlice<Wanted>, _ next: Wanted, _ draft: Draft, _ demands: Demands, _ universe: [String],
    _ goal: Goal
  ) -> Outcome {
    var must: [TextPattern] = []
    var mustNot: [TextPattern] = []
    var extra: [Literal] = []
    switch next.selector {
    case .matching(let pattern): must.append(pattern)
    case .additional(let rule): mustNot += rule.patterns.map(\.pattern)
    case .named(let literal): extra.append(literal)
    }
    var any = CombinedOutcome()
    let (sets, isComplete) = nameSets(demands.object.rules, must: must, mustNot: mustNot)
    if !isComplete { _ = any.add(.unknown) }
    for set in sets {
      let literals = set.literals(in: demands.object.rules) + (next.value.map { [$0] } ?? [])
      let value = solve(literals, level: goal.level + 1)
      if value.isNone {
        _ = any.add(value)
        continue
      }
      switch freshName(set, demands.object.names + extra, besides: universe + draft.names) {
      case .found(.string(let name), _):
        var drafted = draft
        drafted.add(name, next.value)
        drafted.freshCount += 1
        if let outcome = any.add(self.name(wanted.dropFirst(), drafted, demands, universe, goal)) {
          return outcome
        }
      // Another member can have the only fresh name; the two could share it.
      case .none where draft.freshCount > 0: _ = any.add(.unknown)
      case let outcome: _ = any.add(outcome)
      }
    }
    return any.outcome
  }

  // MARK: Values

  /// Finds the values of all members.
  private mutating func complete(_ draft: Draft, _ demands: Demands, _ universe: [String], _ goal: Goal)
    -> Outcome
  {
    let object = demands.object
    var draft = draft
    var isClosed = false
    while !isClosed {
      isClosed = true
      guard spend(object.implications.count) else { return .unknown }
      for (name, names) in object.implications where draft.known.contains(ExactString(name)) {
        for implied in names where !draft.known.contains(ExactString(implied)) {
          draft.add(implied)
          isClosed = false
        }
      }
    }
    if !object.absentNames.isDisjoint(with: draft.known) { return .never }
    if let maximum = object.maximum, draft.names.count > maximum {
      // Two members with fresh names could be one member.
      return draft.freshCount > 1 ? .unknown : .never
    }
    let checks = object.rules.reduce(1) { $0 + 1 + $1.patterns.count }
    guard spend(draft.names.count * checks) else { return .unknown }
    var values: [ExactString: JSONValue] = [:]
    var isUnknown = false
    for name in draft.names {
      switch value(of: name, draft, demands, goal) {
      case .none(let assuming): return .none(assuming: assuming)
      case .unknown: isUnknown = true
      case .found(let value, _): values[ExactString(name)] = value
      }
    }
    if isUnknown { return .unknown }
    var missing = object.minimum - draft.names.count
    if !demands.excluded.isEmpty, missing <= 0, isExcluded(draft, values, demands) { missing = 1 }
    if missing > 0 {
      guard object.minimum <= Self.maximumMembers else { return .unknown }
      if let outcome = fill(&draft, &values, missing, demands, universe, goal) { return outcome }
    }
    return verified(.object(Self.object(values, draft, universe)), goal)
  }

  private func isExcluded(_ draft: Draft, _ values: [ExactString: JSONValue], _ demands: Demands) -> Bool {
    let value = JSONValue.object(Self.object(values, draft, []))
    return demands.excludes(value)
  }

  /// The object, with its members in the order of the schema.
  private static func object(
    _ values: [ExactString: JSONValue], _ draft: Draft, _ universe: [String]
  ) -> JSONObject {
    var object = JSONObject()
    // The order of one member is no question.
    let names = draft.names.count > 1 ? universe + draft.names : draft.names
    for name in names where object[name] == nil { object[name] = values[ExactString(name)] }
    return object
  }

  private mutating func value(of name: String, _ draft: Draft, _ demands: Demands, _ goal: Goal) -> Outcome {
    var isKnown = true
    for literal in demands.object.names {
      switch holds(literal, .string(name)) {
      case true?: break
      case false?: return .never
      case nil: isKnown = false
      }
    }
    var literals = draft.literals[ExactString(name)] ?? []
    for rule in demands.object.rules {
      if let nodes = rule.nodes(for: name) { literals += nodes.map { .holds($0) } } else { isKnown = false }
    }
    let outcome = solve(literals, level: goal.level + 1)
    if case .found(let value, let isCertain) = outcome {
      return .found(value, isCertain: isCertain && isKnown)
    }
    return outcome
  }

  /// Adds optional members until the object has enough. Returns an outcome when that is not possible.
  private mutating func fill(
    _ draft: inout Draft, _ values: inout [ExactString: JSONValue], _ missing: Int, _ demands: Demands,
    _ universe: [String], _ goal: Goal
  ) -> Outcome? {
    let object = demands.object
    var missing = missing
    var isSure = object.implications.isEmpty && object.some.isEmpty && object.someNames.isEmpty
    let implying = Set(object.implications.map { ExactString($0.name) })
    let checks = object.rules.reduce(1) { $0 + 1 + $1.patterns.count }
    for name in universe where missing > 0 && !draft.known.contains(ExactString(name)) {
      guard spend(checks) else { return .unknown }
      if object.absentNames.contains(name) || implying.contains(name) { continue }
      switch value(of: name, draft, demands, goal) {
      case .found(let value, _):
        draft.add(name)
        values[ExactString(name)] = value
        missing -= 1
      case .unknown, .none(assuming: ..<Int.max): isSure = false
      case .none: break
      }
    }
    guard missing > 0 else { return nil }
    let (sets, isComplete) = nameSets(object.rules, must: [], mustNot: [])
    isSure = isSure && isComplete
    for set in sets {
      var outcome = solve(set.literals(in: object.rules), level: goal.level + 1)
      while case .found(let value, _) = outcome, missing > 0 {
        guard
          case .found(.string(let name), _) = freshName(set, object.names, besides: universe + draft.names)
        else {
          isSure = false
          outcome = .unknown
          break
        }
        draft.add(name)
        values[ExactString(name)] = value
        missing -= 1
      }
      if missing <= 0 { return nil }
      if case .none(assuming: .max) = outcome { continue }
      isSure = false
    }
    return isSure && demands.excluded.isEmpty ? .never : .unknown
  }
}
