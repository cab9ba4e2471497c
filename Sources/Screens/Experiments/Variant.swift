package import JSONText

/// A variant of an experiment: its key and its edit of the definition.
package struct Variant: Sendable {
  package let key: String
  package let edit: LayoutEdit

  /// The variant's place in the definition.
  package let origin: JSONPointer
}
