import JSONSchema
import JSONText

/// Searches for a value that satisfies some subschemas and does not satisfy others.
///
/// It is a tableau: literals are decomposed into demands and choices between demands. The search tries the choices one
/// after the other and then finds a value of each kind for the remaining demands. Members and elements are questions
/// of the same form. The outcome is "none" only when every path has led to a contradiction. A keyword that is not
/// modelled is ignored, which can only add values. Every found value is checked against all literals.
///
/// Recursive schemas: of all values that satisfy a question, a smallest one has no part that satisfies it too. So a
/// question that recurs within itself, about a part of the value, gets the outcome "none".
struct WitnessSearch {
  private(set) var graph: SchemaGraph
  let limits: CompatibilityLimits
  var steps = 0
  /// The number of nested calls.
  var depth = 0
  /// The possible kinds of values by literal.
  var knownKinds: [Literal: KindSet] = [:]
  /// The nodes of fresh names by their demands.
  var nameNodes: [NameKey: Int] = [:]

  private var record = OutcomeCache()
  private let cancellation = Cancellation.current

  init(_ graph: SchemaGraph, limits: CompatibilityLimits) {
    self.graph = graph
    self.limits = limits
  }

  /// Whether the limit of steps is exceeded, or the comparison is cancelled. All further outcomes are unknown.
  var isExhausted: Bool { steps > limits.steps || cancellation?.isRequested ?? false }

  /// Counts steps. False when the limit is exceeded.
  mutating func spend(_ count: Int = 1) -> Bool {
    steps += count
    return !isExhausted
  }

  mutating func addSynthetic(_ clauses: [Clause], at location: SchemaLocation) -> Int {
    graph.addSynthetic(clauses, at: location)
  }

  /// - Parameters:
  ///   - excluding: forbidden values.
  ///   - level: the depth of this value in the whole value.
  mutating func solve(_ literals: [Literal], excluding: [JSONValue] = [], level: Int = 0) -> Outcome {
    guard spend(1 + literals.count), !isTooDeep() else { return .unknown }
    guard let question = normalized(literals) else { return .never }
    guard excluding.isEmpty else {
      let outcome = search(question, excluding: excluding, level: level)
      return isExhausted && outcome.isNone ? .unknown : outcome
    }
    if let known = record.outcome(of: question, level: level, depth: depth) { return known }
    record.begin(question, level: level)
    let outcome = search(question, excluding: [], level: level)
    // A search that reached its limit proves nothing.
    return record.end(isExhausted && outcome.isNone ? .unknown : outcome, depth: depth)
  }

  /// Whether the nested calls exceed the limit.
  mutating func isTooDeep() -> Bool {
    guard depth >= limits.searchDepth else { return false }
    record.noteInterruption()
    return true
  }

  func represented(_ node: Int) -> Int { graph.representatives[node] }

  func represented(_ literals: [Literal]) -> [Literal] {
    Set(literals.map { Literal(node: represented($0.node), isDenied: $0.isDenied) }).sorted()
  }

  /// The literals of the representatives, without repetition. Nil when two contradict each other.
  private func normalized(_ literals: [Literal]) -> [Literal]? {
    var known: Set<Literal> = []
    for literal in literals {
      let literal = Literal(node: graph.representatives[literal.node], isDenied: literal.isDenied)
      let node = graph.nodes[literal.node]
      if node.isAlways {
        if literal.isDenied { return nil }
        continue
      }
      if node.isNever {
        if !literal.isDenied { return nil }
        continue
      }
      if contradicts(literal, known) { return nil }
      known.insert(literal)
    }
    return known.sorted()
  }

  /// Whether a literal contradicts a known one or its consequences.
  func contradicts(_ literal: Literal, _ known: Set<Literal>) -> Bool {
    if known.contains(literal.inverted) { return true }
    if !literal.isDenied { return graph.decoded[literal.node].map { known.contains(.denies($0)) } ?? false }
    return (graph.sources[literal.node] ?? []).contains { known.contains(.holds($0)) }
  }

  // MARK: Decomposition

  private mutating func search(_ question: [Literal], excluding: [JSONValue], level: Int) -> Outcome {
    depth += 1
    defer { depth -= 1 }
    var demands = Demands()
    if !excluding.isEmpty { demands.excluded = [ValueList(excluding)] }
    demands.held = question.filter { !$0.isDenied }.map(\.node)
    var choices: [Choice] = []
    guard take(question.map { .literal($0) }, into: &demands, &choices) else { return .never }
    let goal = Goal(literals: question, excluded: excluding, level: level)
    if demands.candidates == nil, let sample = sample(for: goal, kinds: demands.kinds) {
      return .found(sample, isCertain: true)
    }
    // The simplest value for the held nodes often satisfies the denied ones too.
    if !choices.isEmpty, !demands.held.isEmpty, demands.held.count < question.count {
      let simple = solve(demands.held.map { .holds($0) }, level: level)
      if let value = simple.value, case .found(_, isCertain: true) = checked(value, goal) {
        return .found(value, isCertain: true)
      }
      if simple.isNone { return simple }
    }
    var any = CombinedOutcome()
    for kind in KindSet.singles where demands.kinds.contains(kind) {
      var narrowed = demands
      narrowed.kinds = kind
      if let outcome = any.add(follow(choices, narrowed, goal)) { return outcome }
    }
    return any.outcome
  }

  /// Adds demands and decomposes literals. False on a contradiction.
  mutating func take(_ list: [Demand], into demands: inout Demands, _ choices: inout [Choice]) -> Bool {
    var pending = list
    while let demand = pending.popLast() {
      guard case .literal(var literal) = demand else {
        demands.add(demand)
        if demands.kinds.isEmpty { return false }
        continue
      }
      literal = Literal(node: graph.representatives[literal.node], isDenied: literal.isDenied)
      if demands.literals.contains(literal) { continue }
      if contradicts(literal, demands.literals) { return false }
      demands.literals.insert(literal)
      let clauses = graph.nodes[literal.node].clauses
      if literal.isDenied {
        let alternatives = clauses.flatMap { $0.term.denial }
        guard spend(alternatives.cost) else { return true }
        if alternatives.contains(where: \.isEmpty) { continue }
        switch alternatives.count {
        case 0: return false
        case 1: pending += alternatives[0]
        default: choices.append(Choice(alternatives: alternatives, denied: literal.node))
        }
      } else {
        for clause in clauses {
          let alternatives = clause.term.demands
          guard spend(alternatives.cost) else { return true }
          switch alternatives.count {
          case 0: return false
          case 1: pending += alternatives[0]
          default: choices.append(Choice(alternatives: alternatives, denied: nil))
          }
        }
      }
    }
    return true
  }
}

/// The goal of a search.
struct Goal {
  let literals: [Literal]
  let excluded: [JSONValue]
  let level: Int
}
