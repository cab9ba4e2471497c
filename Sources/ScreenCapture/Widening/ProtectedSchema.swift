/// A schema that a person has written or edited, so that a capture does not widen it.
package struct ProtectedSchema: Sendable, Equatable {
  /// The path within the folder.
  package let path: String
  /// Why it is not widened.
  package let reason: String
  /// What the responses would need in it.
  package let changes: [SchemaChange]
}
