/// One of the layouts in which a screen is served: the definition as it is, or that of a variant.
package struct Arm: Sendable {
  /// The variant's key; nil for the definition as it is.
  package let variant: String?
  package let layout: Layout

  package init(variant: String?, layout: Layout) {
    self.variant = variant
    self.layout = layout
  }
}
