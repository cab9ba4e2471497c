import JSONSchema
import JSONText

/// An item of a definition without the items inside it, and these in their lists. The definition may be invalid.
struct ItemParts {
  /// The items at one place of the content.
  struct List {
    let at: JSONPointer
    /// Whether the place is for a list, and not for a single item.
    let isList: Bool
    let items: [JSONValue]
  }

  /// The item with an empty array in each place for a list, and null in each place for a single item.
  let own: JSONValue
  let lists: [List]

  /// - Parameters:
  ///   - catalogue: the view types, which say where content has places for items.
  ///   - level: the number of items that the item is inside of.
  init(_ item: JSONValue, _ catalogue: Catalogue, level: Int) {
    var lists: [List] = []
    if level < InnerItems.maximumDepth, let content = item["content"], case .object(var object) = item,
      let places = item["viewType"]?.stringValue.flatMap({ catalogue.viewType($0) })?.itemPlaces
    {
      lists = places.places(in: content).compactMap { place in
        guard let value = place.pointer.value(in: content) else { return nil }
        let items = place.isList ? value.arrayValue ?? [] : [value]
        // Without ids, the items are a part of this one.
        guard items.allSatisfy({ $0["id"]?.stringValue != nil }) else { return nil }
        return List(at: place.pointer, isList: place.isList, items: items)
      }
      let tree = PointerTree(lists.map { ($0.at, $0.isList) })
      object["content"] = tree?.replacing(in: content) { isList, _ in isList ? .array([]) : .null } ?? content
      own = .object(object)
    } else {
      own = item
    }
    self.lists = lists
  }

  /// An item with other items inside it. A single place without an item is removed.
  /// - Parameter own: the item as in ``own``.
  static func item(_ own: JSONValue, with lists: [(at: JSONPointer, isList: Bool, items: [JSONValue])])
    -> JSONValue
  {
    guard case .object(var object) = own, let content = object["content"],
      let tree = PointerTree(lists.map { ($0.at, $0) })
    else { return own }
    object["content"] = tree.replacing(in: content) { list, _ in
      list.isList ? .array(list.items) : list.items.first
    }
    return .object(object)
  }
}
