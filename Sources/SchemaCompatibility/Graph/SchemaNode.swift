/// A subschema: what it asks, and where it stands.
struct SchemaNode: Sendable {
  let place: SchemaPlace
  var clauses: [Clause] = []
  /// Whether it was written by an author, and not made up for a comparison.
  var isWritten = true

  /// Whether it says `true`.
  var isAlways: Bool { clauses.isEmpty }

  /// Whether it says `false`.
  var isNever: Bool {
    clauses.contains { if case .never = $0.term { true } else { false } }
  }
}
