package import SchemaCompatibility

/// What came of a change of a view type.
package struct ViewTypeOutcome: Sendable {
  package let isNew: Bool
  /// Of one that was in force: what the change means for screens, and for apps.
  package let compatibility: [CompatibilityReport]
}
