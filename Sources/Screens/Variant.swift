package import JSONText

/// One of the arms of a screen's experiment: its key and how it differs from the definition.
package struct Variant: Sendable {
  package let key: String
  package let edit: Edit

  package enum Edit: Sendable {
    /// The definition as it is.
    case none
    /// Changes item by item, then a new order.
    case changes([Change], order: [String]?)
    /// A whole layout of its own.
    case layout(Layout)
  }

  /// Where the variant stands in the definition.
  package let origin: JSONPointer
}
