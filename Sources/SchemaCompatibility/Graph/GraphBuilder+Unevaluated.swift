import JSONSchema
import JSONText

/// `unevaluatedProperties` and `unevaluatedItems` (core §11.2, §11.3) in terms of the other keywords: for each way in
/// which the rest of the schema can evaluate parts of a value, a rule for the remaining parts.
///
/// The more parts are evaluated, the fewer remain for the rule. The rule is weakest for the way that counts everything
/// that holds, so it is enough that the rule holds for any one way whose guards hold.
extension GraphBuilder {
  /// The largest number of ways; a schema with more is not modelled.
  private static let maximumWays = 32
  /// The nesting depth of subschemas that apply to the same value.
  private static let maximumDepth = 64
  /// The subschemas visited and the names collected for all ways of a version; shared ones count each time.
  private static let maximumVisits = 200_000

  mutating func addUnevaluated(_ node: Int, properties: Int?, items: Int?) {
    let location = graph.nodes[node].location
    var depth = 0
    guard let ways = ways(of: node, asRoot: true, &depth) else {
      for (keyword, child) in [("unevaluatedProperties", properties), ("unevaluatedItems", items)] {
        if child != nil { addClause(Clause(keyword: keyword, term: opaque()), to: node) }
      }
      return
    }
    if let properties {
      let rules = ways.map { memberRule(for: $0, rest: properties) }
      add("unevaluatedProperties", zip(ways, rules).map { ($0.guards, $1) }, to: node, at: location)
    }
    if items != nil, ways.contains(where: { $0.evaluatesSomeElements && !$0.evaluatesAllElements }) {
      addClause(Clause(keyword: "unevaluatedItems", term: opaque()), to: node)
    } else if let items {
      let always = always()
      let rules = ways.map { way -> Term? in
        guard !way.evaluatesAllElements else { return nil }
        return .elements(ElementRule(prefix: [Int](repeating: always, count: way.prefix), rest: items))
      }
      add("unevaluatedItems", zip(ways, rules).map { ($0.guards, $1) }, to: node, at: location)
    }
  }

  private mutating func memberRule(for way: EvaluatedPart, rest: Int) -> Term? {
    guard !way.evaluatesAllMembers else { return nil }
    let always = always()
    return .members(
      MemberRule(
        properties: way.names.sorted().map { MemberRule.Property(name: $0.text, node: always) },
        patterns: way.patterns.map { MemberRule.PatternProperty(pattern: $0, node: always) },
        additional: rest))
  }

  /// Adds the alternatives: one of the ways must hold, with its guards and its rule.
  private mutating func add(
    _ keyword: String, _ ways: [(guards: [Int], rule: Term?)], to node: Int, at location: SchemaLocation
  ) {
    if ways.contains(where: { $0.guards.isEmpty && $0.rule == nil }) { return }
    if ways.count == 1, let only = ways.first, only.guards.isEmpty, let rule = only.rule {
      addClause(Clause(keyword: keyword, term: rule), to: node)
      return
    }
    let location = location.appending(keyword)
    let nodes = ways.map { guards, rule in
      var clauses = [Clause(keyword: "", term: .all(guards))]
      if let rule { clauses.append(Clause(keyword: "", term: rule)) }
      return append(clauses, at: location)
    }
    addClause(Clause(keyword: keyword, term: .any(nodes)), to: node)
  }

  /// The ways in which a node that holds evaluates parts of its value. Nil when they are too many or unknown. At the
  /// root the `unevaluated…` keywords do not count, because they are evaluated last.
  private mutating func ways(of node: Int, asRoot: Bool, _ depth: inout Int) -> [EvaluatedPart]? {
    depth += 1
    defer { depth -= 1 }
    unevaluatedVisits += 1
    guard depth < Self.maximumDepth, unevaluatedVisits <= Self.maximumVisits else { return nil }
    var own = EvaluatedPart()
    if !asRoot, let entry = unevaluated[node] {
      own.evaluatesAllMembers = entry.properties != nil
      own.evaluatesAllElements = entry.items != nil
    }
    var ways = [own]
    for clause in graph.nodes[node].clauses {
      // The clauses that this extension adds evaluate nothing new.
      if clause.keyword.hasPrefix("unevaluated") { continue }
      let choices: [EvaluatedPart]?
      switch clause.term {
      case .opaque: return nil
      case .contains:
        var part = EvaluatedPart()
        part.evaluatesSomeElements = true
        choices = [part]
      case .members(let rule):
        var part = EvaluatedPart()
        unevaluatedVisits += rule.properties.count + rule.patterns.count
        part.names = Set(rule.properties.map { ExactString($0.name) })
        part.patterns = rule.patterns.map(\.pattern)
        part.evaluatesAllMembers = rule.additional != nil
        choices = [part]
      case .elements(let rule):
        var part = EvaluatedPart()
        part.prefix = rule.prefix.count
        part.evaluatesAllElements = rule.rest != nil
        choices = [part]
      case .all(let children): choices = joined(children, &depth)
      case .any(let children): choices = anyOf(children, &depth)
      case .one(let children): choices = oneOf(children, &depth)
      case .dependentSchema(let name, let child):
        let present = append(
          [
            Clause(keyword: "", term: .kinds(.object)), Clause(keyword: "", term: .required([name])),
            Clause(keyword: "", term: .all([child])),
          ], at: graph.nodes[node].location)
        choices = guarded(child, by: [present], &depth).map { $0 + [EvaluatedPart()] }
      case .conditional(let condition, let then, let otherwise):
        choices = conditional(condition, then, otherwise, at: graph.nodes[node].location, &depth)
      default: continue
      }
      guard let choices else { return nil }
      if choices.allSatisfy(\.isNothing) { continue }
      ways = joined(ways, with: choices)
      guard ways.count <= Self.maximumWays else { return nil }
    }
    return unevaluatedVisits <= Self.maximumVisits ? ways : nil
  }

  private mutating func joined(_ ways: [EvaluatedPart], with choices: [EvaluatedPart]) -> [EvaluatedPart] {
    guard unevaluatedVisits <= Self.maximumVisits else { return ways }
    let joined = ways.flatMap { way in choices.map { way.joined(with: $0) } }
    unevaluatedVisits += joined.reduce(0) { $0 + $1.names.count + $1.patterns.count }
    return joined
  }

  private mutating func joined(_ children: [Int], _ depth: inout Int) -> [EvaluatedPart]? {
    var ways = [EvaluatedPart()]
    for child in children {
      guard let choices = self.ways(of: child, asRoot: false, &depth) else { return nil }
      ways = joined(ways, with: choices)
      guard ways.count <= Self.maximumWays else { return nil }
    }
    return ways
  }

  private mutating func guarded(_ child: Int, by guards: [Int], _ depth: inout Int) -> [EvaluatedPart]? {
    guard let ways = ways(of: child, asRoot: false, &depth) else { return nil }
    return ways.map { way in
      var way = way
      way.guards += guards
      return way
    }
  }

  /// Several branches can hold together.
  private mutating func anyOf(_ children: [Int], _ depth: inout Int) -> [EvaluatedPart]? {
    var ways = [EvaluatedPart()]
    for child in children {
      guard let choices = guarded(child, by: [child], &depth) else { return nil }
      let counting = choices.filter { !$0.isNothing }
      ways += joined(ways, with: counting)
      guard ways.count <= Self.maximumWays else { return nil }
    }
    return ways
  }

  private mutating func oneOf(_ children: [Int], _ depth: inout Int) -> [EvaluatedPart]? {
    var ways = [EvaluatedPart()]
    for child in children {
      guard let choices = guarded(child, by: [child], &depth) else { return nil }
      ways += choices.filter { !$0.isNothing }
    }
    return ways.count <= Self.maximumWays ? ways : nil
  }

  private mutating func conditional(
    _ condition: Int, _ then: Int?, _ otherwise: Int?, at location: SchemaLocation, _ depth: inout Int
  ) -> [EvaluatedPart]? {
    let holding = joined([condition, then].compactMap(\.self), &depth)
    let failing = joined([otherwise].compactMap(\.self), &depth)
    guard let holding, let failing else { return nil }
    let denial = append([Clause(keyword: "", term: .not(condition))], at: location)
    return holding.map { way in
      var way = way
      way.guards.append(condition)
      return way
    }
      + failing.map { way in
        var way = way
        way.guards.append(denial)
        return way
      } + [EvaluatedPart()]
  }
}
