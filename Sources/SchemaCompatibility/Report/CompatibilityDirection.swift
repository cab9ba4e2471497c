/// The purpose of a comparison of two versions of a schema.
package enum CompatibilityDirection: String, Sendable, CaseIterable {
  /// Whether all content that was valid is still valid.
  case screens
  /// Whether an app built on the old schema can decode all content of the new one.
  case apps
}

package enum CompatibilityVerdict: String, Sendable, CaseIterable {
  case compatible
  /// A document shows that the versions are not compatible.
  case breaking
  /// Neither a proof nor an example was found.
  case undecidable
}
