package import JSONText
package import ScreenChaos

extension Layout {
  /// Applies chaos to the layout; nil if it changes nothing, or changes only bodies.
  ///
  /// The result has no requirements and fallbacks: it is the layout for an app that shows every item.
  /// - Parameter schemas: the JSON Schemas of the content, by view type.
  package func changed(by chaos: Chaos, schemas: [String: JSONValue]) -> Layout? {
    // What empties or fills a screen does so with the items that are not inside others.
    let isDeep = chaos.kind != .emptyScreen && chaos.kind != .manyItems
    let lists = ItemLists(sections, isDeep: isDeep)
    let outcome = chaos.apply(to: lists.forChaos, schemas: schemas)
    guard outcome.isChanged else { return nil }
    var layout = self
    for section in sections.indices {
      layout.sections[section].items = lists.items(ofList: section, in: outcome.sections)
    }
    return layout
  }
}

/// All lists of items of a screen, which chaos takes for sections: those of the sections, and those inside items.
private struct ItemLists {
  private struct List {
    let header: ChaosSection
    let items: [Item]
    /// The lists of the slots of each item.
    var inner: [[Int]] = []
  }

  private var lists: [List]

  init(_ sections: [Section], isDeep: Bool) {
    lists = sections.map {
      List(header: ChaosSection(id: $0.id, header: $0.header, footer: $0.footer, items: []), items: $0.items)
    }
    guard isDeep else { return }
    var next = 0
    while next < lists.count {
      for item in lists[next].items {
        let slots = item.inner?.slots ?? []
        lists[next].inner.append(Array(lists.count..<lists.count + slots.count))
        lists += slots.map { List(header: ChaosSection(id: nil, items: []), items: $0.items) }
      }
      next += 1
    }
  }

  var forChaos: [ChaosSection] {
    lists.map { list in
      var section = list.header
      section.items = list.items.map { ChaosItem(id: $0.id, viewType: $0.viewType, content: $0.content) }
      return section
    }
  }

  /// The items of a list after chaos.
  func items(ofList index: Int, in changed: [ChaosSection]) -> [Item] {
    let list = lists[index]
    let isTemplate = list.items.contains(where: \.isTemplate)
    return changed[index].items.enumerated().map { place, new in
      // Those that were added repeat the others.
      let original = list.items[place % list.items.count]
      var slots = original.inner?.slots ?? []
      if !new.id.hasSameScalars(as: original.id), place >= list.items.count {
        for slot in slots.indices { slots[slot].items = slots[slot].items.map { $0.copied(for: new.id) } }
      }
      if let inner = list.inner.isEmpty ? nil : list.inner[place % list.items.count] {
        for (slot, list) in zip(slots.indices, inner) { slots[slot].items = items(ofList: list, in: changed) }
      }
      return original.with(new, slots, isTemplate: isTemplate)
    }
  }
}

extension Item {
  /// A copy, with ids of its own, for a copy of the item that it is inside of.
  fileprivate func copied(for outer: String) -> Item {
    let slots = (inner?.slots ?? []).map { slot in
      InnerItems.Slot(at: slot.at, isList: slot.isList, items: slot.items.map { $0.copied(for: outer) })
    }
    let copy = Item(
      id: "\(id)-of-\(outer)", viewType: viewType, content: content, isTemplate: isTemplate, inner: inner,
      origin: origin)
    return copy.with(slots)
  }

  /// The item after chaos, with the items in its slots that the content still has places for.
  fileprivate func with(_ new: ChaosItem, _ slots: [InnerItems.Slot], isTemplate: Bool) -> Item {
    let kept = slots.filter { slot in
      let value = slot.at.value(in: new.content)
      return slot.isList ? value?.arrayValue != nil : value?.objectValue != nil
    }
    let item = Item(
      id: new.id, viewType: new.viewType, content: new.content, isTemplate: isTemplate,
      inner: inner.map { InnerItems(slots: kept, viewType: $0.viewType) }, origin: origin)
    return item.with(kept)
  }
}
