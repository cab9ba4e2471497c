import JSONSchema

/// A subschema: its place and clauses.
struct SchemaNode: Sendable {
  let location: SchemaLocation
  var clauses: [Clause] = []
  /// Whether the node comes from a document; false for a node that a comparison has added.
  var isWritten = true

  /// Whether every value satisfies the node.
  var isAlways: Bool { clauses.isEmpty }

  /// Whether the node is the schema `false`.
  var isNever: Bool {
    clauses.contains { if case .never = $0.term { true } else { false } }
  }
}
