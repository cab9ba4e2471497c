package import JSONText

/// The difference between two definitions of a screen, by the ids of items at any depth. The definitions may be invalid.
package struct DefinitionDifference: Sendable {
  /// The place of an item.
  package struct Position: Sendable, Equatable {
    /// The section's id; nil in a definition with `items`, and for an item inside another one.
    package let section: String?
    /// The id of the item that it is inside of; nil for an item of a section.
    package let parent: String?
    /// The place in the content of the item that it is inside of.
    package let at: JSONPointer?
    /// The index in the list, from 0.
    package let index: Int

    func isInSameList(as other: Position?) -> Bool {
      section == other?.section && parent == other?.parent && at == other?.at
    }
  }

  package struct Listed: Sendable {
    /// The item's id; nil for an item of a draft without one.
    package let id: String?
    package let position: Position
  }

  package let added: [Listed]
  package let removed: [Listed]
  /// Items in another section or order. The smallest set that explains the new order.
  package let moved: [(id: String, from: Position, to: Position)]
  /// The items with different members, and the pointers to these members.
  package let changed: [(id: String, paths: [JSONPointer])]
  /// Pointers of differences outside of items.
  package let other: [JSONPointer]
  package let patch: JSONPatch

  /// - Parameter catalogue: the view types, which say where content has places for items.
  package init(from old: JSONValue, to new: JSONValue, in catalogue: Catalogue) {
    self.init(from: old, ItemList(old, catalogue), to: new, ItemList(new, catalogue))
  }

  /// The same, of definitions whose items are known.
  init(from old: JSONValue, _ before: ItemList, to new: JSONValue, _ after: ItemList) {
    removed = before.missing(in: after).map(\.listed)
    added = after.missing(in: before).map(\.listed)
    let kept = before.kept(in: after)
    moved = Self.moved(kept)
    var steps = JSONPatch.maximumDifferenceSteps
    patch = JSONPatch.difference(from: old, to: new, steps: &steps)
    other = Self.paths(from: before.frame, to: after.frame, &steps)
    changed = kept.compactMap { pair in
      guard pair.old.item != pair.new.item else { return nil }
      return (pair.id.text, Self.paths(from: pair.old.item, to: pair.new.item, &steps))
    }
  }

  /// The ids of the items in another section or order, without those inside others.
  static func movedIDs(from old: JSONValue, to new: JSONValue) -> Set<ExactString> {
    let none = Catalogue()
    return Set(moved(ItemList(old, none).kept(in: ItemList(new, none))).map { ExactString($0.id) })
  }

  static func moved(_ kept: [ItemList.Pair]) -> [(id: String, from: Position, to: Position)] {
    let stays = staying(kept)
    return zip(kept, stays).compactMap { pair, stays in
      stays ? nil : (pair.id.text, pair.old.position, pair.new.position)
    }
  }

  /// A definition without its items, and its items by id, without those inside them. The definition may be invalid.
  package static func parts(
    of definition: JSONValue, in catalogue: Catalogue
  ) -> (frame: JSONValue, items: [ExactString: JSONValue]) {
    let list = ItemList(definition, catalogue)
    return (list.frame, list.items)
  }

  /// Whether the definitions are equal.
  package var isEmpty: Bool { patch.operations.isEmpty }

  /// The ids of all items that differ.
  package var touchedIDs: Set<ExactString> {
    let ids = added.compactMap(\.id) + removed.compactMap(\.id) + moved.map(\.id) + changed.map(\.id)
    return Set(ids.map { ExactString($0) })
  }

  private static func paths(
    from old: JSONValue, to new: JSONValue, _ steps: inout Int
  ) -> [JSONPointer] {
    JSONPatch.difference(from: old, to: new, steps: &steps).operations.map { operation in
      switch operation {
      case .add(let path, _), .remove(let path), .replace(let path, _), .test(let path, _): path
      case .move(_, let path), .copy(_, let path): path
      }
    }
  }

  /// Whether each item belongs to the longest sequence of those that stay in their list and in order. Of several
  /// sequences, the one with the most items that keep their very place: between two items that change places, nothing
  /// has moved.
  private static func staying(_ kept: [ItemList.Pair]) -> [Bool] {
    let candidates = kept.indices.filter { kept[$0].old.position.isInSameList(as: kept[$0].new.position) }
    // Items inside another one move with it, so they have an order in their own list only.
    let lists = Dictionary(grouping: candidates) { index in
      let position = kept[index].old.position
      return position.parent.map { [$0, position.at?.description ?? ""] } ?? []
    }
    var stays = Array(repeating: false, count: kept.count)
    for indices in lists.values {
      let longest = IncreasingSubsequence.longest(in: indices.map { kept[$0].rank }) { index in
        kept[indices[index]].old.position == kept[indices[index]].new.position
      }
      for index in longest { stays[indices[index]] = true }
    }
    return stays
  }
}
