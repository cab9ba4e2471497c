import JSONText

/// The subschemas of both versions in one flat array, by whose indices they refer to each other.
struct SchemaGraph: Sendable {
  private(set) var nodes: [SchemaNode] = []
  /// For each node, the first one that asks the same, whatever document it stands in.
  private(set) var representatives: [Int] = []
  /// For each node that has one, the node that an app built on it decodes.
  private(set) var decoded: [Int: Int] = [:]
  /// The other way round: what each decoded node stands for.
  private(set) var sources: [Int: [Int]] = [:]

  private var patterns: [ExactString: TextPattern] = [:]
  private var formats: [ExactString: TextFormat] = [:]
  private var always: Int?
  private var opaqueCount = 0

  mutating func append(_ node: SchemaNode) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  mutating func setClauses(_ clauses: [Clause], of node: Int) { nodes[node].clauses = clauses }

  mutating func addClause(_ clause: Clause, to node: Int) { nodes[node].clauses.append(clause) }

  mutating func setDecoded(_ twin: Int, of node: Int) { decoded[node] = twin }

  /// The node that is satisfied by every value.
  mutating func alwaysNode() -> Int {
    if let always { return always }
    let node = append(
      SchemaNode(place: SchemaPlace(document: "", pointer: .root), clauses: [], isWritten: false))
    always = node
    return node
  }

  /// A term of which nothing is known; each is different from any other.
  mutating func opaque() -> Term {
    opaqueCount += 1
    return .opaque(opaqueCount)
  }

  mutating func pattern(_ source: String, limits: CompatibilityLimits) -> TextPattern? {
    if let known = patterns[ExactString(source)] { return known }
    guard patterns.count < limits.patterns, let pattern = TextPattern(source, maximumSize: limits.patternSize)
    else { return nil }
    patterns[ExactString(source)] = pattern
    return pattern
  }

  mutating func format(_ name: String) -> TextFormat? {
    if let known = formats[ExactString(name)] { return known }
    guard let format = TextFormat(name) else { return nil }
    formats[ExactString(name)] = format
    return format
  }

  /// To be called when the nodes of both versions are there: finds those that ask the same.
  mutating func classify() {
    representatives = NodeClasses(nodes).representatives
    for (node, twin) in decoded {
      let one = representatives[node]
      if decoded[one] == nil { decoded[one] = twin }
    }
    decoded = decoded.mapValues { representatives[$0] }
    for (node, twin) in decoded { sources[twin, default: []].append(node) }
  }

  /// A node made up in the course of a comparison.
  mutating func makeUp(_ clauses: [Clause], at place: SchemaPlace) -> Int {
    representatives.append(nodes.count)
    return append(SchemaNode(place: place, clauses: clauses, isWritten: false))
  }
}
