/// What is made of a layout: by a variant of an experiment, or by a scenario.
package enum LayoutEdit: Sendable {
  /// It stays as it is.
  case none
  /// Changes item by item, then a new order.
  case changes([Change], order: [String]?)
  /// Another layout in its place.
  case layout(Layout)
}
