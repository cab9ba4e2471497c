/// How a variant or a scenario edits a layout.
package enum LayoutEdit: Sendable {
  /// The layout stays unchanged.
  case none
  /// Applies the changes, then the order.
  case changes([Change], order: [String]?)
  /// Replaces the layout.
  case layout(Layout)
}
