import JSONText

/// The sections of a screen with their items, in order.
package struct Layout: Sendable, Equatable {
  package var sections: [Section]

  package init(sections: [Section]) { self.sections = sections }

  package var items: [Item] { sections.flatMap(\.items) }
  package var itemIDs: [String] { sections.flatMap { $0.items.map(\.id) } }

  /// Whether the definition has `items` instead of `sections`.
  package var isFlat: Bool { sections.count == 1 && sections[0].id == nil }

  /// The indices of an item's section and of the item in it; nil if there is no item of that id.
  package func position(of id: String) -> (section: Int, item: Int)? {
    for (section, candidate) in sections.enumerated() {
      if let item = candidate.items.firstIndex(where: { $0.id.hasSameScalars(as: id) }) {
        return (section, item)
      }
    }
    return nil
  }
}
