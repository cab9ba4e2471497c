package import JSONText

/// What a screen contains: its name, its values, and its sections with their items, in order.
package struct Layout: Sendable, Equatable {
  package var screenName: String
  /// What an app gets beside the items; nil if there is nothing.
  package var values: JSONObject?
  package var sections: [Section]

  package init(screenName: String = "", values: JSONObject? = nil, sections: [Section]) {
    self.screenName = screenName
    self.values = values
    self.sections = sections
  }

  /// The items of all sections, without those inside others.
  package var items: [Item] { sections.flatMap(\.items) }
  /// The items of all sections and those inside them, each after the item that it is in.
  package var allItems: [Item] { items.flatMap(\.all) }
  /// The ids of ``allItems``.
  package var itemIDs: [String] {
    var ids: [String] = []
    for section in sections { section.items.appendIDs(to: &ids) }
    return ids
  }

  /// Whether the definition has `items` instead of `sections`.
  package var isFlat: Bool { sections.count == 1 && sections[0].id == nil }

  /// Whether an item has a place for items.
  var hasInnerItems: Bool { sections.contains { $0.items.contains { $0.inner != nil } } }

  /// The number of items, those inside others included.
  package var itemCount: Int { sections.reduce(0) { $0 + $1.items.reduce(0) { $0 + $1.count } } }

  /// The place of an item; nil if there is no item of that id.
  package func place(of id: String) -> ItemPlace? {
    for (section, candidate) in sections.enumerated() {
      if var place = candidate.items.place(of: id) {
        place.section = section
        return place
      }
    }
    return nil
  }

  package func item(at place: ItemPlace) -> Item? {
    guard sections.indices.contains(place.section) else { return nil }
    var list = sections[place.section].items
    for step in place.parents {
      guard list.indices.contains(step.item), let slots = list[step.item].inner?.slots,
        slots.indices.contains(step.slot)
      else { return nil }
      list = slots[step.slot].items
    }
    return list.indices.contains(place.index) ? list[place.index] : nil
  }

  /// The item that holds the item at a place; nil for an item of a section.
  func parent(of place: ItemPlace) -> Item? {
    guard let last = place.parents.last else { return nil }
    return item(at: ItemPlace(section: place.section, parents: place.parents.dropLast(), index: last.item))
  }

  /// Changes the list of items that a place is in. The content of the items above changes with it.
  mutating func edit(listAt place: ItemPlace, _ change: (inout [Item]) -> Void) {
    guard sections.indices.contains(place.section) else { return }
    sections[place.section].items.edit(below: place.parents[...], change)
  }
}

/// Where an item stands in a layout.
package struct ItemPlace: Sendable, Equatable {
  /// An item that holds other items, and one of its slots.
  package struct Step: Sendable, Equatable {
    /// The index of the item in its list.
    package let item: Int
    package let slot: Int
  }

  package var section: Int
  /// From the section's list to the list that the item is in; empty for an item of a section.
  package var parents: [Step]
  /// The index in that list.
  package var index: Int

  /// The place at another index of the same list.
  func at(_ index: Int) -> ItemPlace { ItemPlace(section: section, parents: parents, index: index) }

  /// Whether the place is inside the item at another place.
  func isInside(_ other: ItemPlace) -> Bool {
    section == other.section && parents.count > other.parents.count && parents.starts(with: other.parents)
      && parents[other.parents.count].item == other.index
  }
}

extension [Item] {
  fileprivate func appendIDs(to ids: inout [String]) {
    // By index, without a copy of each item.
    for index in indices {
      ids.append(self[index].id)
      for slot in self[index].inner?.slots ?? [] { slot.items.appendIDs(to: &ids) }
    }
  }

  fileprivate func place(of id: String) -> ItemPlace? {
    // By index, without a copy of each item. Equal strings can differ in scalars, but not the other way round, and most
    // are unequal at once.
    for index in indices where self[index].id == id && self[index].id.hasSameScalars(as: id) {
      return ItemPlace(section: 0, parents: [], index: index)
    }
    for index in indices {
      guard let inner = self[index].inner else { continue }
      for (slot, candidate) in inner.slots.enumerated() {
        if var place = candidate.items.place(of: id) {
          place.parents.insert(ItemPlace.Step(item: index, slot: slot), at: 0)
          return place
        }
      }
    }
    return nil
  }

  fileprivate mutating func edit(below steps: ArraySlice<ItemPlace.Step>, _ change: (inout [Item]) -> Void) {
    guard let step = steps.first else { return change(&self) }
    guard indices.contains(step.item) else { return }
    self[step.item].edit(slot: step.slot) { $0.edit(below: steps.dropFirst(), change) }
  }
}
