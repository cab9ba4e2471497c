import JSONSchema
import JSONText

/// The subschemas of both versions in one flat array. They refer to each other by index.
struct SchemaGraph: Sendable {
  private(set) var nodes: [SchemaNode] = []
  /// For each node, the first equivalent node in any document.
  private(set) var representatives: [Int] = []
  /// The decoded node of each node that has one.
  private(set) var decoded: [Int: Int] = [:]
  /// The nodes of each decoded node.
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

  mutating func setDecoded(_ copy: Int, of node: Int) { decoded[node] = copy }

  /// The node that every value satisfies.
  mutating func alwaysNode() -> Int {
    if let always { return always }
    let node = append(
      SchemaNode(location: SchemaLocation(document: "", pointer: .root), clauses: [], isWritten: false))
    always = node
    return node
  }

  /// A term with an unknown meaning, different from any other term.
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

  /// Finds the equivalent nodes. Call it once, when the nodes of both versions are complete.
  mutating func classify() {
    representatives = NodeClasses(nodes).representatives
    for (node, copy) in decoded {
      let one = representatives[node]
      if decoded[one] == nil { decoded[one] = copy }
    }
    decoded = decoded.mapValues { representatives[$0] }
    for (node, copy) in decoded { sources[copy, default: []].append(node) }
  }

  /// Adds a node during a comparison.
  mutating func addSynthetic(_ clauses: [Clause], at location: SchemaLocation) -> Int {
    representatives.append(nodes.count)
    return append(SchemaNode(location: location, clauses: clauses, isWritten: false))
  }
}
