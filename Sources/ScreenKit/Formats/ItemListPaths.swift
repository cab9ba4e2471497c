/// The paths of the items of a screen or a section. Each is nil when the format does not have it.
struct ItemListPaths: Hashable, Sendable {
  /// The array of items.
  var list: ValuePath?
  /// The object of items by id.
  var byID: ValuePath?
  /// The array of the ids of the items at the top.
  var roots: ValuePath?

  init(list: ValuePath? = nil, byID: ValuePath? = nil, roots: ValuePath? = nil) {
    self.list = list
    self.byID = byID
    self.roots = roots
  }

  init(_ template: PlaceholderPaths) {
    self.init(
      list: template.path(.items), byID: template.path(.itemsByID), roots: template.path(.roots))
  }

  var hasItems: Bool { list != nil || byID != nil }

  /// Whether the order of the items is that of an object's members.
  var isOrderedByMembers: Bool { list == nil && byID != nil && roots == nil }
}
