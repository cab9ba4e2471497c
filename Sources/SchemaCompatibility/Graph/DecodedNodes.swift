/// From a schema to what an app built on it decodes: the same schema without what the app does not look at.
///
/// - Bounds, lengths, patterns, counts, `uniqueItems` and `contains` are left out. Of `minItems` stays what
///   makes the elements of `prefixItems` be there, for each has a place of its own in the app.
/// - Members that the app does not know are ignored, and elements after the known ones of a tuple:
///   `additionalProperties: false` and the like are left out. A schema for additional members stays, for
///   the app keeps such members by name; so does `propertyNames` with it.
/// - `type`, `enum`, `const`, `format`, `required`, `dependentRequired` and the structure stay.
/// - Of `oneOf` stays that one alternative can be decoded.
/// - `if` stays as it is, with what its branches decode. `not` stays when it is of such keywords alone.
struct DecodedNodes {
  private(set) var graph: SchemaGraph
  private var pending: [(node: Int, twin: Int)] = []
  private var twins: [Int: Int] = [:]
  private let limit: Int

  /// Subschemas within each other that are looked at in a `not`.
  private static let maximumNotDepth = 16

  init(_ graph: SchemaGraph, limits: CompatibilityLimits) {
    self.graph = graph
    limit = limits.nodes
  }

  /// Adds the node that is decoded in place of a root, with all that it reaches.
  mutating func build(from root: Int) throws(GraphBuilder.TooLarge) -> Int {
    let twin = twin(of: root)
    while let next = pending.popLast() {
      guard graph.nodes.count <= limit else { throw GraphBuilder.TooLarge() }
      let clauses = graph.nodes[next.node].clauses
      graph.setClauses(clauses.compactMap { decoded($0, among: clauses) }, of: next.twin)
    }
    return twin
  }

  private mutating func twin(of node: Int) -> Int {
    if let known = twins[node] { return known }
    let original = graph.nodes[node]
    let twin = graph.append(SchemaNode(place: original.place, isWritten: original.isWritten))
    twins[node] = twin
    graph.setDecoded(twin, of: node)
    pending.append((node, twin))
    return twin
  }

  /// What is decoded of a member or an element: one that can never be there is not known to the app.
  private mutating func part(_ node: Int) -> Int { isNever(node) ? graph.alwaysNode() : twin(of: node) }

  private func isNever(_ node: Int) -> Bool {
    let clauses = graph.nodes[node].clauses
    return graph.nodes[node].isNever
      || clauses.contains { if case .not(let child) = $0.term { graph.nodes[child].isAlways } else { false } }
  }

  private mutating func decoded(_ clause: Clause, among all: [Clause]) -> Clause? {
    decoded(clause.term, among: all).map { Clause(keyword: clause.keyword, term: $0) }
  }

  private mutating func decoded(_ term: Term, among all: [Clause]) -> Term? {
    switch term {
    case .never, .kinds, .values, .format, .required, .dependentRequired, .opaque: return term
    case .lowest, .highest, .multipleOf, .minLength, .maxLength, .pattern, .minProperties, .maxProperties,
      .maxItems, .uniqueItems, .contains:
      return nil
    case .members(let rule): return decoded(rule)
    case .dependentSchema(let name, let node): return .dependentSchema(name: name, twin(of: node))
    case .propertyNames(let node): return hasMap(all) ? .propertyNames(twin(of: node)) : nil
    case .elements(let rule):
      let rest = rule.rest.flatMap { isNever($0) ? nil : twin(of: $0) }
      return .elements(ElementRule(prefix: rule.prefix.map { part($0) }, rest: rest))
    case .minItems(let count):
      let places =
        all.map { if case .elements(let rule) = $0.term { rule.prefix.count } else { 0 } }.max() ?? 0
      return min(count, places) > 0 ? .minItems(min(count, places)) : nil
    case .all(let nodes): return .all(nodes.map { twin(of: $0) })
    case .any(let nodes), .one(let nodes): return .any(nodes.map { twin(of: $0) })
    case .not(let node): return isDecodedWhole(node, depth: 0) ? term : nil
    case .conditional(let condition, let then, let otherwise):
      return .conditional(
        condition: condition, then: then.map { twin(of: $0) }, otherwise: otherwise.map { twin(of: $0) })
    }
  }

  private mutating func decoded(_ rule: MemberRule) -> Term {
    let properties = rule.properties.map { MemberRule.Property(name: $0.name, node: part($0.node)) }
    let patterns = rule.patterns.map { MemberRule.PatternProperty(pattern: $0.pattern, node: part($0.node)) }
    let additional = rule.additional.flatMap { isNever($0) ? nil : twin(of: $0) }
    return .members(MemberRule(properties: properties, patterns: patterns, additional: additional))
  }

  /// Whether members are kept by names that the schema does not list.
  private func hasMap(_ clauses: [Clause]) -> Bool {
    clauses.contains { clause in
      guard case .members(let rule) = clause.term, let node = rule.additional else { return false }
      return !graph.nodes[node].isAlways && !isNever(node)
    }
  }

  private func isDecodedPart(_ node: Int, depth: Int) -> Bool {
    !isNever(node) && isDecodedWhole(node, depth: depth + 1)
  }

  /// Whether a schema has nothing that an app does not look at.
  private func isDecodedWhole(_ node: Int, depth: Int) -> Bool {
    guard depth < Self.maximumNotDepth else { return false }
    return graph.nodes[node].clauses.allSatisfy { clause in
      switch clause.term {
      case .never, .kinds, .values, .format, .required, .dependentRequired: true
      case .members(let rule):
        rule.patterns.isEmpty && rule.additional.map { isDecodedPart($0, depth: depth) } ?? true
          && rule.properties.allSatisfy { isDecodedPart($0.node, depth: depth) }
      case .elements(let rule):
        rule.prefix.allSatisfy { isDecodedPart($0, depth: depth) }
          && rule.rest.map { isDecodedPart($0, depth: depth) } ?? true
      case .all(let nodes), .any(let nodes), .one(let nodes):
        nodes.allSatisfy { isDecodedWhole($0, depth: depth + 1) }
      case .not(let node): isDecodedWhole(node, depth: depth + 1)
      case .conditional(let condition, let then, let otherwise):
        [condition, then, otherwise].allSatisfy { $0.map { isDecodedWhole($0, depth: depth + 1) } ?? true }
      default: false
      }
    }
  }
}
