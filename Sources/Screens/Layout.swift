/// What a screen shows, in order: its sections, or one nameless section of items.
package struct Layout: Sendable, Equatable {
  package var sections: [Section]

  package var items: [Item] { sections.flatMap(\.items) }
  /// The items, and everything that may stand in for them.
  package var itemsAndFallbacks: [Item] { items.flatMap(\.chain) }
  package var itemIDs: [String] { sections.flatMap { $0.items.map(\.id) } }

  /// Whether it was written as `items`, without sections.
  package var isFlat: Bool { sections.count == 1 && sections[0].id == nil }

  /// Section and place of the item of that id.
  package func place(of id: String) -> (section: Int, item: Int)? {
    for (section, candidate) in sections.enumerated() {
      if let item = candidate.items.firstIndex(where: { $0.id == id }) { return (section, item) }
    }
    return nil
  }
}
