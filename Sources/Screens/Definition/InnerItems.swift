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

  /// The content with the items of the slots in place of those that it has. A single place without an item is removed.
  /// - Returns: the content, and the slots at their locations in it.
  func filled(into content: JSONValue) -> (content: JSONValue, slots: [Slot]) {
    var content = content
    var kept: [Slot] = []
    // The last first: removing an element of an array moves the elements after it.
    for slot in slots.reversed() {
      if slot.isList {
        let list = JSONValue.array(slot.items.map(\.json))
        content = content.setting(list, at: slot.at.tokens[...])
        kept.append(slot)
      } else if let item = slot.items.first {
        content = content.setting(item.json, at: slot.at.tokens[...])
        kept.append(slot)
      } else {
        content = content.setting(nil, at: slot.at.tokens[...])
        kept = kept.map { other in
          guard let at = other.at.afterRemoving(slot.at) else { return other }
          return Slot(at: at, isList: other.isList, items: other.items)
        }
      }
    }
    return (content, kept.reversed())
  }
}

extension JSONPointer {
  /// The location of the same value after an element of an array before it is removed; nil if it stays the same.
  fileprivate func afterRemoving(_ removed: JSONPointer) -> JSONPointer? {
    let depth = removed.tokens.count
    guard let last = removed.tokens.last.flatMap({ Self.arrayIndex($0) }), tokens.count >= depth,
      tokens.prefix(depth - 1).elementsEqual(removed.tokens.dropLast()),
      let index = Self.arrayIndex(tokens[depth - 1]), index > last
    else { return nil }
    var moved = tokens
    moved[depth - 1] = String(index - 1)
    return JSONPointer(tokens: moved)
  }
}

extension JSONValue {
  /// Sets, adds or removes one value inside the document. An object gets a new member at its end.
  fileprivate func setting(_ value: JSONValue?, at tokens: ArraySlice<String>) -> JSONValue? {
    guard let token = tokens.first else { return value }
    let rest = tokens.dropFirst()
    switch self {
    case .object(var object):
      object[token] = rest.isEmpty ? value : object[token]?.setting(value, at: rest)
      return .object(object)
    case .array(var elements):
      guard let index = JSONPointer.arrayIndex(token), index < elements.count else { return self }
      if let new = elements[index].setting(value, at: rest) {
        elements[index] = new
      } else {
        elements.remove(at: index)
      }
      return .array(elements)
    default: return self
    }
  }

  fileprivate func setting(_ value: JSONValue?, at tokens: ArraySlice<String>) -> JSONValue {
    let changed: JSONValue? = setting(value, at: tokens)
    return changed ?? self
  }
}
