package import JSONText

/// One of the arms of a screen's experiment: its key and how it differs from the definition.
package struct Variant: Sendable {
  package let key: String
  package let edit: LayoutEdit

  /// Where the variant stands in the definition.
  package let origin: JSONPointer
}
