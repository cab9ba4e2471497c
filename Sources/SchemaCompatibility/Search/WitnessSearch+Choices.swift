import JSONText

/// The search through the choices, for values of one kind.
extension WitnessSearch {
  /// With more combinations of alternatives than this, the search first tries to drop choices.
  private static let manyCombinations = 6

  mutating func follow(_ choices: [Choice], _ demands: Demands, _ goal: Goal) -> Outcome {
    guard spend(1 + choices.count), !isTooDeep() else { return .unknown }
    depth += 1
    defer { depth -= 1 }
    var demands = demands
    var choices = choices
    guard settle(&choices, &demands) else { return .never }
    if let candidates = demands.candidates { return tried(candidates.values, goal) }
    if choices.isEmpty { return meet(demands, goal) }
    let combinations = choices.reduce(1) { min(1_000, $0 * $1.alternatives.count) }
    if combinations > Self.manyCombinations, choices.count > 1,
      let contradiction = dropDenials(&choices, demands, goal)
    {
      return contradiction
    }
    if choices.isEmpty { return meet(demands, goal) }
    guard
      let smallest = choices.indices.min(by: {
        choices[$0].alternatives.count < choices[$1].alternatives.count
      })
    else { return meet(demands, goal) }
    let choice = choices.remove(at: smallest)
    var any = CombinedOutcome()
    for alternative in choices.isEmpty ? choice.alternatives : Self.lightFirst(choice.alternatives) {
      var narrowed = demands
      var rest = choices
      guard choose(alternative, &narrowed, &rest) else { continue }
      if let outcome = any.add(conflict(alternative, narrowed, goal) ?? follow(rest, narrowed, goal)) {
        return outcome
      }
      if isExhausted { return .unknown }
    }
    return any.outcome
  }

  /// The alternatives, with those that demand no existing part first: they restrict the other choices least.
  private static func lightFirst(_ alternatives: Alternatives) -> Alternatives {
    let isLight = { (alternative: [Demand]) in
      alternative.allSatisfy {
        if case .absent = $0 { true } else if case .kinds = $0 { true } else { false }
      }
    }
    return alternatives.filter(isLight) + alternatives.filter { !isLight($0) }
  }

  /// Returns "none" when a member or element that an alternative demands can have no value.
  private mutating func conflict(_ alternative: [Demand], _ demands: Demands, _ goal: Goal) -> Outcome? {
    for demand in alternative {
      var literals: [Literal] = []
      switch demand {
      case .member(let name, _):
        for entry in demands.object.members where entry.name.hasSameScalars(as: name) {
          literals.append(entry.literal)
        }
        for rule in demands.object.rules { literals += (rule.nodes(for: name) ?? []).map { .holds($0) } }
      case .element(let index, _):
        for entry in demands.array.elements where entry.index == index { literals.append(entry.literal) }
        literals += demands.array.rules.compactMap { $0.node(at: index).map { .holds($0) } }
      default: continue
      }
      let outcome = solve(literals, level: goal.level + 1)
      if outcome.isNone { return outcome }
    }
    return nil
  }

  private mutating func choose(_ alternative: [Demand], _ demands: inout Demands, _ choices: inout [Choice])
    -> Bool
  {
    for case .literal(let literal) in alternative where !literal.isDenied {
      demands.held.append(graph.representatives[literal.node])
    }
    return take(alternative, into: &demands, &choices)
  }

  /// Drops impossible alternatives and choices that are already met, and takes the only alternative that remains. False
  /// on a contradiction.
  private mutating func settle(_ choices: inout [Choice], _ demands: inout Demands) -> Bool {
    var isSettled = false
    while !isSettled {
      isSettled = true
      var open: [Choice] = []
      var pending = choices[...]
      while var choice = pending.popFirst() {
        if choice.alternatives.contains(where: { isMet($0, demands) }) { continue }
        steps += choice.alternatives.count / 8
        choice.alternatives = choice.alternatives.filter { canBeMet($0, demands) }
        switch choice.alternatives.count {
        case 0: return false
        case 1:
          guard choose(choice.alternatives[0], &demands, &open) else { return false }
          isSettled = false
        default: open.append(choice)
        }
      }
      choices = open
    }
    return true
  }

  private func isMet(_ alternative: [Demand], _ demands: Demands) -> Bool {
    alternative.allSatisfy { demand in
      switch demand {
      case .literal(let literal):
        demands.literals.contains(
          Literal(node: graph.representatives[literal.node], isDenied: literal.isDenied))
      case .kinds(let kinds): demands.kinds.isSubset(of: kinds)
      default: false
      }
    }
  }

  private mutating func canBeMet(_ alternative: [Demand], _ demands: Demands) -> Bool {
    for demand in alternative {
      guard case .literal(let literal) = demand else {
        if demand.kinds.isDisjoint(with: demands.kinds) || demands.object.excludes(demand) { return false }
        continue
      }
      let representative = Literal(node: graph.representatives[literal.node], isDenied: literal.isDenied)
      if contradicts(representative, demands.literals) { return false }
      if kinds(of: representative).isDisjoint(with: demands.kinds) { return false }
    }
    return true
  }

  /// Drops the choices that deny a node that cannot hold. This can only add values, so it needs no proof. Returns "none"
  /// when a choice denies a node that must hold.
  private mutating func dropDenials(_ choices: inout [Choice], _ demands: Demands, _ goal: Goal) -> Outcome? {
    let held = demands.held.map { Literal.holds($0) }
    guard !held.isEmpty else { return nil }
    var kept: [Choice] = []
    for choice in choices {
      guard let denied = choice.denied else {
        kept.append(choice)
        continue
      }
      if solve(held + [.holds(denied)], level: goal.level).isNone { continue }
      let outcome = solve(held + [.denies(denied)], level: goal.level)
      if outcome.isNone { return outcome }
      kept.append(choice)
    }
    choices = kept
    return nil
  }

  // MARK: Trying values

  /// Searches for a value among the candidates.
  private mutating func tried(_ candidates: [JSONValue], _ goal: Goal) -> Outcome {
    var any = CombinedOutcome()
    for candidate in candidates {
      guard spend() else { return .unknown }
      if let outcome = any.add(checked(candidate, goal)) { return outcome }
    }
    return any.outcome
  }

  /// Checks a value against the goal: found, none or unknown.
  mutating func checked(_ value: JSONValue, _ goal: Goal) -> Outcome {
    if goal.excluded.contains(where: { $0.isEquivalent(to: value) }) { return .never }
    var isCertain = true
    for literal in goal.literals {
      switch holds(literal, value) {
      case true?: break
      case false?: return .never
      case nil: isCertain = false
      }
    }
    return isExhausted ? .unknown : .found(value, isCertain: isCertain)
  }

  /// Checks a constructed value against the goal. If it fails, the outcome is unknown.
  mutating func verified(_ value: JSONValue, _ goal: Goal) -> Outcome {
    let outcome = checked(value, goal)
    return outcome.isNone ? .unknown : outcome
  }

  /// A very simple value that satisfies the goal, if there is one.
  mutating func sample(for goal: Goal, kinds: KindSet) -> JSONValue? {
    for sample in Self.samples where kinds.contains(KindSet(of: sample)) {
      if case .found(let value, isCertain: true) = checked(sample, goal) { return value }
    }
    return nil
  }

  private static let samples: [JSONValue] = [
    "a", "", 1, 0, true, false, nil, .array([]), .object([:]), .number(JSONNumber(0.5) ?? JSONNumber(0)),
  ]

  /// Searches for a value that meets demands without choices.
  private mutating func meet(_ demands: Demands, _ goal: Goal) -> Outcome {
    switch demands.kinds {
    case .null: checked(.null, goal)
    case .boolean: tried([true, false], goal)
    case .integer, .fraction: meetNumber(demands, goal)
    case .string: meetText(demands, goal)
    case .array: meetArray(demands, goal)
    default: meetObject(demands, goal)
    }
  }
}
