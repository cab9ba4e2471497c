/// For whom two versions of a schema are compared. The directions are not the same question turned round.
package enum CompatibilityDirection: String, Sendable, CaseIterable {
  /// Whether all content that was valid is still valid.
  case screens
  /// Whether an app built on the old schema can decode all content of the new one.
  case apps
}

package enum CompatibilityVerdict: String, Sendable, CaseIterable {
  case compatible
  /// There is a document that shows it.
  case breaking
  /// Neither a proof nor an example was found.
  case undecidable
}
