/// Derives from a schema the schema of what an app built on it decodes, without the keywords that an app ignores.
///
/// - Removed: bounds, lengths, patterns, counts, `uniqueItems` and `contains`. `minItems` stays, but at most the length
///   of `prefixItems`, because the app decodes each of these elements separately.
/// - Removed: `additionalProperties: false` and the like, because an app ignores unknown members, and unknown elements
///   of a tuple. A schema for additional members stays, with its `propertyNames`, because the app keeps such members
///   by name.
/// - Unchanged: `type`, `enum`, `const`, `format`, `required`, `dependentRequired` and the structure.
/// - `oneOf` becomes `anyOf`: one decodable alternative is enough.
/// - `if` is unchanged, and its branches are decoded. `not` stays if it has only keywords that stay.
struct DecodedNodes {
  private(set) var graph: SchemaGraph
  private var pending: [(node: Int, copy: Int)] = []
  private var decodedNodes: [Int: Int] = [:]
  /// For each node and depth, whether it is decoded whole: a schema can refer to the same one along many paths.
  private var wholeNodes: [NodeAtDepth: Bool] = [:]
  private let limit: Int

  private struct NodeAtDepth: Hashable {
    let node: Int
    let depth: Int
  }

  /// The largest depth of a `not` that is analyzed.
  private static let maximumNotDepth = 16

  init(_ graph: SchemaGraph, limits: CompatibilityLimits) {
    self.graph = graph
    limit = limits.nodes
  }

  /// Adds the decoded node of a root, and those of all nodes that it reaches.
  mutating func build(from root: Int) throws(GraphBuilder.TooLarge) -> Int {
    let copy = decodedNode(of: root)
    while let next = pending.popLast() {
      guard graph.nodes.count <= limit else { throw GraphBuilder.TooLarge() }
      let clauses = graph.nodes[next.node].clauses
      graph.setClauses(clauses.compactMap { decoded($0, among: clauses) }, of: next.copy)
    }
    return copy
  }

  private mutating func decodedNode(of node: Int) -> Int {
    if let known = decodedNodes[node] { return known }
    let original = graph.nodes[node]
    let copy = graph.append(SchemaNode(location: original.location, isWritten: original.isWritten))
    decodedNodes[node] = copy
    graph.setDecoded(copy, of: node)
    pending.append((node, copy))
    return copy
  }

  /// The decoded node of a member or element. The app does not know a member with the schema `false`, so it ignores it.
  private mutating func part(_ node: Int) -> Int {
    isNever(node) ? graph.alwaysNode() : decodedNode(of: node)
  }

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
    case .minimum, .maximum, .multipleOf, .minLength, .maxLength, .pattern, .minProperties, .maxProperties,
      .maxItems, .uniqueItems, .contains:
      return nil
    case .members(let rule): return decoded(rule)
    case .dependentSchema(let name, let node): return .dependentSchema(name: name, decodedNode(of: node))
    case .propertyNames(let node): return hasMap(all) ? .propertyNames(decodedNode(of: node)) : nil
    case .elements(let rule):
      let rest = rule.rest.flatMap { isNever($0) ? nil : decodedNode(of: $0) }
      return .elements(ElementRule(prefix: rule.prefix.map { part($0) }, rest: rest))
    case .minItems(let count):
      let places =
        all.map { if case .elements(let rule) = $0.term { rule.prefix.count } else { 0 } }.max() ?? 0
      return min(count, places) > 0 ? .minItems(min(count, places)) : nil
    case .all(let nodes): return .all(nodes.map { decodedNode(of: $0) })
    case .any(let nodes), .one(let nodes): return .any(nodes.map { decodedNode(of: $0) })
    case .not(let node): return isDecodedWhole(node, depth: 0) ? term : nil
    case .conditional(let condition, let then, let otherwise):
      return .conditional(
        condition: condition, then: then.map { decodedNode(of: $0) },
        otherwise: otherwise.map { decodedNode(of: $0) })
    }
  }

  private mutating func decoded(_ rule: MemberRule) -> Term {
    let properties = rule.properties.map { MemberRule.Property(name: $0.name, node: part($0.node)) }
    let patterns = rule.patterns.map { MemberRule.PatternProperty(pattern: $0.pattern, node: part($0.node)) }
    let additional = rule.additional.flatMap { isNever($0) ? nil : decodedNode(of: $0) }
    return .members(MemberRule(properties: properties, patterns: patterns, additional: additional))
  }

  /// Whether the app keeps members that the schema does not name.
  private func hasMap(_ clauses: [Clause]) -> Bool {
    clauses.contains { clause in
      guard case .members(let rule) = clause.term, let node = rule.additional else { return false }
      return !graph.nodes[node].isAlways && !isNever(node)
    }
  }

  private mutating func isDecodedPart(_ node: Int, depth: Int) -> Bool {
    !isNever(node) && isDecodedWhole(node, depth: depth + 1)
  }

  /// Whether a schema has no keyword that an app ignores.
  private mutating func isDecodedWhole(_ node: Int, depth: Int) -> Bool {
    guard depth < Self.maximumNotDepth else { return false }
    let place = NodeAtDepth(node: node, depth: depth)
    if let known = wholeNodes[place] { return known }
    let isWhole = hasOnlyDecoded(node, depth: depth)
    wholeNodes[place] = isWhole
    return isWhole
  }

  private mutating func hasOnlyDecoded(_ node: Int, depth: Int) -> Bool {
    graph.nodes[node].clauses.allSatisfy { clause in
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
