package import SchemaCompatibility

/// The result of changing a view type.
package struct ViewTypeOutcome: Sendable {
  package let isNew: Bool
  /// The compatibility with the previous schema, for screens and for apps; empty for a new view type.
  package let compatibility: [CompatibilityReport]
}
