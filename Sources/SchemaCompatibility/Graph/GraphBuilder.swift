import JSONSchema
import JSONText

/// Adds the subschemas of one version to a graph.
///
/// A list of pending subschemas replaces recursion, so that neither depth nor cycles of references matter. The version
/// has been compiled, so every keyword has the right type.
struct GraphBuilder {
  private struct Pending {
    let node: Int
    let schema: ResolvedSchema
  }

  let limits: CompatibilityLimits
  private let version: SchemaVersion
  private let library: SchemaLibrary
  private(set) var graph: SchemaGraph
  private var numbers: [ResolvedSchema: Int] = [:]
  private var pending: [Pending] = []
  /// The nodes with `unevaluatedProperties` or `unevaluatedItems`, which are processed after all nodes exist.
  var unevaluated: [Int: (properties: Int?, items: Int?)] = [:]
  var unevaluatedVisits = 0

  /// The graph exceeds the limit of nodes.
  struct TooLarge: Error {}

  private static let standardDialects: Set<String> = [
    "https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2020-12/schema#",
  ]

  init(_ version: SchemaVersion, into graph: SchemaGraph, limits: CompatibilityLimits) {
    self.version = version
    self.graph = graph
    self.limits = limits
    library = SchemaLibrary(version.registry)
  }

  /// Adds all subschemas that the version's schema reaches.
  /// - Returns: the node of the schema itself.
  mutating func build() throws(TooLarge) -> Int {
    let location = SchemaLocation(document: version.uri, pointer: .root)
    let root = library.schema(at: location).map { node(for: $0) } ?? append([], at: location)
    while let next = pending.popLast() {
      guard graph.nodes.count <= limits.nodes else { throw TooLarge() }
      var reader = ClauseReader(next.schema, node: next.node)
      graph.setClauses(reader.clauses(in: &self), of: next.node)
    }
    for (node, entry) in unevaluated.sorted(by: { $0.key < $1.key }) {
      guard graph.nodes.count <= limits.nodes else { throw TooLarge() }
      addUnevaluated(node, properties: entry.properties, items: entry.items)
    }
    return root
  }

  /// The node for a schema. Creates it and adds it to the pending list when it is new.
  mutating func node(for schema: ResolvedSchema) -> Int {
    if let known = numbers[schema] { return known }
    let node = graph.append(SchemaNode(location: schema.location))
    numbers[schema] = node
    pending.append(Pending(node: node, schema: schema))
    return node
  }

  mutating func pattern(_ source: String) -> TextPattern? { graph.pattern(source, limits: limits) }

  mutating func format(_ name: String) -> TextFormat? { graph.format(name) }

  mutating func always() -> Int { graph.alwaysNode() }

  mutating func append(_ clauses: [Clause], at location: SchemaLocation) -> Int {
    graph.append(SchemaNode(location: location, clauses: clauses, isWritten: false))
  }

  mutating func addClause(_ clause: Clause, to node: Int) { graph.addClause(clause, to: node) }

  /// A term with an unknown meaning.
  mutating func opaque() -> Term { graph.opaque() }

  /// Whether a schema uses draft 2020-12: neither its `$schema` nor that of its resource names another draft.
  func isStandard(_ schema: ResolvedSchema) -> Bool {
    [schema.dialect, schema["$schema"]?.stringValue].allSatisfy { dialect in
      dialect.map { Self.standardDialects.contains($0) } ?? true
    }
  }
}
