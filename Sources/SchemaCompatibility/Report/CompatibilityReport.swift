/// The result of a comparison of two versions of a schema in one direction.
package struct CompatibilityReport: Sendable, Equatable {
  package let direction: CompatibilityDirection
  package let verdict: CompatibilityVerdict
  /// The reasons, breaking ones first; empty if and only if the versions are compatible.
  package let reasons: [CompatibilityReason]
  /// Whether the limit on reasons was reached, so that more reasons are possible.
  package let mayHaveMore: Bool

  package var isCompatible: Bool { verdict == .compatible }
}
