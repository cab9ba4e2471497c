import JSONSchema
import JSONText

/// The search for an array.
extension WitnessSearch {
  /// The largest numbers of elements: distinguished by index, added to an array, and made different.
  private static let maximumPlaces = 64
  private static let maximumElements = 2_000
  private static let maximumDistinct = 64

  /// An array during the search: the literals of its elements in addition to those of the rules.
  private struct Draft {
    var literals: [Int: [Literal]] = [:]
    /// The first index from which the same rules apply to all elements.
    let alike: Int
    /// The number of elements at or after `alike` that have literals.
    var used = 0
    var count: Int

    mutating func add(_ literal: Literal, at index: Int) {
      literals[index, default: []].append(literal)
      count = max(count, index + 1)
    }
  }

  mutating func meetArray(_ demands: Demands, _ goal: Goal) -> Outcome {
    let array = demands.array
    if let maximum = array.maximum, array.minimum > maximum { return .never }
    let starts =
      array.rules.map(\.prefix.count) + array.elements.map { $0.index + 1 } + array.some.map(\.start)
    let alike = starts.max() ?? 0
    guard alike <= Self.maximumPlaces, array.minimum <= Self.maximumElements else { return .unknown }
    if let impossible = conflictOfContains(alike, demands, goal) { return impossible }
    var draft = Draft(alike: alike, count: array.minimum)
    for (index, literal) in array.elements { draft.add(literal, at: index) }
    if array.mustRepeat { return withRepeated(draft, demands, goal) }
    return withSome(array.some[...], draft, demands, goal)
  }

  /// Returns "none" when the array has too few places for the minimum of `contains`, or when the minimum exceeds the
  /// maximum.
  private mutating func conflictOfContains(_ alike: Int, _ demands: Demands, _ goal: Goal) -> Outcome? {
    let array = demands.array
    let empty = Draft(alike: alike, count: 0)
    for (count, literal) in array.atLeast where count > 0 {
      for (most, other) in array.atMost where most < count {
        let outcome = solve([literal, other.inverted], level: goal.level + 1)
        if outcome.isNone { return outcome }
      }
      var places = 0
      var assuming = Int.max
      for index in 0...alike where places < count && index < array.maximum ?? Int.max {
        let outcome = solve(literals(at: index, empty, array) + [literal], level: goal.level + 1)
        if case .none(let assumed) = outcome {
          assuming = min(assuming, assumed)
        } else {
          places += index < alike ? 1 : (array.maximum ?? Int.max) - alike
        }
      }
      if places < count { return .none(assuming: assuming) }
    }
    return nil
  }

  private func literals(at index: Int, _ draft: Draft, _ array: Demands.Array) -> [Literal] {
    let ruled = array.rules.compactMap { $0.node(at: index).map { Literal.holds($0) } }
    let barred = array.atMost.filter { $0.count == 0 }.map(\.literal.inverted)
    return ruled + barred + (draft.literals[index] ?? [])
  }

  /// Tries to make two elements equal, for each pair of places.
  private mutating func withRepeated(_ draft: Draft, _ demands: Demands, _ goal: Goal) -> Outcome {
    if demands.array.mustDiffer { return .never }
    var any = CombinedOutcome()
    for second in 1...draft.alike + 1 {
      for first in 0..<second {
        guard spend(), second < demands.array.maximum ?? Int.max else { break }
        let shared = literals(at: first, draft, demands.array) + literals(at: second, draft, demands.array)
        let outcome = solve(shared, level: goal.level + 1)
        guard case .found(let value, _) = outcome else {
          _ = any.add(outcome)
          continue
        }
        var drafted = draft
        let same = addSynthetic(
          [Clause(keyword: "const", term: .values(ValueList([value])))],
          at: SchemaLocation(document: "", pointer: .root))
        drafted.add(.holds(same), at: first)
        drafted.add(.holds(same), at: second)
        let whole = withSome(demands.array.some[...], drafted, demands, goal)
        // Another shared value could still work, so this failure proves nothing.
        if let found = any.add(whole.isNone ? .unknown : whole) { return found }
      }
    }
    return any.outcome
  }

  /// Tries all assignments of places to the demanded elements.
  private mutating func withSome(
    _ wanted: ArraySlice<(start: Int, literal: Literal)>, _ draft: Draft, _ demands: Demands, _ goal: Goal
  ) -> Outcome {
    guard let next = wanted.first else { return withContained(draft, demands, goal) }
    guard spend(), !isTooDeep() else { return .unknown }
    depth += 1
    defer { depth -= 1 }
    var any = CombinedOutcome()
    for index in Array(next.start..<max(next.start, draft.alike)) + [draft.alike + draft.used] {
      var drafted = draft
      drafted.add(next.literal, at: index)
      if index >= draft.alike { drafted.used += 1 }
      let shared = solve(literals(at: index, drafted, demands.array), level: goal.level + 1)
      if shared.isNone {
        _ = any.add(shared)
        continue
      }
      if let found = any.add(withSome(wanted.dropFirst(), drafted, demands, goal)) { return found }
    }
    return any.outcome
  }

  /// Assigns the first possible places to the elements that `contains` demands.
  private mutating func withContained(_ draft: Draft, _ demands: Demands, _ goal: Goal) -> Outcome {
    let array = demands.array
    var draft = draft
    for (count, literal) in array.atLeast where count > 0 {
      guard count <= Self.maximumElements else { return .unknown }
      var places: [Int] = []
      var assuming = Int.max
      var isUnknown = false
      for index in 0..<(draft.alike + count) where places.count < count && index < array.maximum ?? Int.max {
        switch solve(literals(at: index, draft, array) + [literal], level: goal.level + 1) {
        case .found: places.append(index)
        case .none(let assumed): assuming = min(assuming, assumed)
        case .unknown: isUnknown = true
        }
      }
      guard places.count == count else {
        // Other demands at these places could move elsewhere.
        return isUnknown || !draft.literals.isEmpty ? .unknown : .none(assuming: assuming)
      }
      for index in places { draft.add(literal, at: index) }
    }
    return complete(draft, demands, goal)
  }

  /// Finds the values of all elements.
  private mutating func complete(_ draft: Draft, _ demands: Demands, _ goal: Goal) -> Outcome {
    let array = demands.array
    if let maximum = array.maximum, draft.count > maximum {
      return array.some.count + array.atLeast.count > 1 || array.mustRepeat ? .unknown : .never
    }
    guard draft.count <= Self.maximumElements else { return .unknown }
    var elements: [JSONValue] = []
    var isUnknown = false
    for index in 0..<draft.count {
      let wanted = literals(at: index, draft, array)
      var outcome = element(wanted, after: elements, demands, goal)
      let spare = array.atMost.filter { $0.count > 0 }.map(\.literal.inverted)
      if !spare.isEmpty, !wanted.contains(where: { spare.contains($0.inverted) }) {
        let sparing = element(wanted + spare, after: elements, demands, goal)
        if case .found = sparing { outcome = sparing }
      }
      switch outcome {
      case .none(let assuming): return isUnknown ? .unknown : .none(assuming: assuming)
      case .unknown: isUnknown = true
      case .found(let value, _): elements.append(value)
      }
    }
    if isUnknown { return .unknown }
    if demands.excludes(.array(elements)) {
      guard draft.count < array.maximum ?? Int.max,
        case .found(let value, _) = element(
          literals(at: draft.count, draft, array), after: elements, demands, goal)
      else { return .unknown }
      elements.append(value)
    }
    return verified(.array(elements), goal)
  }

  /// A value for the next element.
  private mutating func element(
    _ literals: [Literal], after elements: [JSONValue], _ demands: Demands, _ goal: Goal
  ) -> Outcome {
    guard demands.array.mustDiffer, !elements.isEmpty else { return solve(literals, level: goal.level + 1) }
    guard elements.count <= Self.maximumDistinct else { return .unknown }
    let outcome = solve(literals, excluding: elements, level: goal.level + 1)
    // Other values for the preceding elements could leave one for this element, unless all places have the same
    // demands.
    guard outcome.isNone, !solve(literals, level: goal.level + 1).isNone else { return outcome }
    let areAlike =
      demands.array.rules.allSatisfy(\.prefix.isEmpty) && demands.array.elements.isEmpty
      && demands.array.some.isEmpty && demands.array.atLeast.isEmpty
    return areAlike ? outcome : .unknown
  }
}
