package import JSONText

/// The items inside an item, by their places in its content.
package struct InnerItems: Sendable, Equatable {
  /// A place for items in the content of another item.
  package struct Slot: Sendable, Equatable {
    /// The location, in the content, of the array of items, or of the only item.
    package let at: JSONPointer
    package let isList: Bool
    package var items: [Item]
  }

  /// In document order.
  package internal(set) var slots: [Slot]
  /// The view type whose schema has the places.
  let viewType: ViewType

  /// The maximum depth of items inside items.
  package static let maximumDepth = 32

  package static func == (one: InnerItems, other: InnerItems) -> Bool { one.slots == other.slots }

  /// The slots by their places; nil if there are none.
  var tree: PointerTree<Slot>? { PointerTree(slots.map { ($0.at, $0) }) }

  /// The content with the items of the slots in place of those that it has. A single place without an item is removed.
  /// - Returns: the content, and the slots at their locations in it.
  func filled(into content: JSONValue) -> (content: JSONValue, slots: [Slot]) {
    var kept: [Slot] = []
    let filled = tree?.replacing(in: content) { slot, pointer in
      guard slot.isList || !slot.items.isEmpty else { return nil }
      kept.append(Slot(at: pointer, isList: slot.isList, items: slot.items))
      return slot.isList ? .array(slot.items.map(\.json)) : slot.items.first?.json
    }
    return (filled ?? content, kept)
  }
}
