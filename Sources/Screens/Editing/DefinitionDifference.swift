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

    func add(to object: inout JSONObject) {
      if let section { object["section"] = .string(section) }
      if let parent { object["parent"] = .string(parent) }
      if let at { object["at"] = .string(at.description) }
      object["index"] = .number(JSONNumber(index))
    }

    var json: JSONValue {
      var object = JSONObject()
      add(to: &object)
      return .object(object)
    }
  }

  package struct Listed: Sendable {
    /// The item's id; nil for an item of a draft without one.
    package let id: String?
    package let position: Position

    fileprivate var json: JSONValue {
      var object: JSONObject = ["id": id.map { .string($0) } ?? .null]
      position.add(to: &object)
      return .object(object)
    }
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
    let before = ItemList(old, catalogue)
    let after = ItemList(new, catalogue)
    removed = before.listed.filter { entry in entry.id.map { after.positions[$0] == nil } ?? true }
    added = after.listed.filter { entry in entry.id.map { before.positions[$0] == nil } ?? true }
    moved = Self.moved(before, after)
    var steps = JSONPatch.maximumDifferenceSteps
    patch = JSONPatch.difference(from: old, to: new, steps: &steps)
    other = Self.paths(from: before.frame, to: after.frame, &steps)
    changed = before.ids.compactMap { id in
      guard let one = before.items[id], let other = after.items[id], one != other else { return nil }
      return (id, Self.paths(from: one, to: other, &steps))
    }
  }

  /// The ids of the items in another section or order, without those inside others.
  static func movedIDs(from old: JSONValue, to new: JSONValue) -> Set<ExactString> {
    let none = Catalogue()
    return Set(moved(ItemList(old, none), ItemList(new, none)).map { ExactString($0.id) })
  }

  static func moved(
    _ before: ItemList, _ after: ItemList
  ) -> [(id: String, from: Position, to: Position)] {
    let kept = before.ids.filter { after.positions[$0] != nil }
    let staying = staying(kept, before, after)
    return kept.compactMap { id in
      guard !staying.contains(id), let from = before.positions[id], let to = after.positions[id] else {
        return nil
      }
      return (id, from, to)
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

  package var json: JSONObject {
    [
      "added": .array(added.map(\.json)), "removed": .array(removed.map(\.json)),
      "moved": .array(
        moved.map { ["id": .string($0.id), "from": $0.from.json, "to": $0.to.json] }),
      "changed": .array(
        changed.map {
          ["id": .string($0.id), "paths": .array($0.paths.map { .string($0.description) })]
        }),
      "other": .array(other.map { .string($0.description) }), "patch": patch.json,
    ]
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

  /// The longest sequence of items that stay in their list and in order. Of several, the one with the most items
  /// that keep their very place: between two items that change places, nothing has moved.
  private static func staying(_ ids: [String], _ before: ItemList, _ after: ItemList) -> Set<ExactString> {
    let candidates = ids.filter { before.positions[$0]?.isInSameList(as: after.positions[$0]) ?? false }
    // Items inside another one move with it, so they have an order in their own list only.
    let lists = Dictionary(grouping: candidates) { id in
      before.positions[id].flatMap { place in place.parent.map { [$0, place.at?.description ?? ""] } } ?? []
    }
    return lists.values.reduce(into: []) { staying, ids in
      let kept = IncreasingSubsequence.longest(in: ids.map { after.ranks[$0] ?? 0 }) { index in
        before.positions[ids[index]] == after.positions[ids[index]]
      }
      staying.formUnion(kept.map { ExactString(ids[$0]) })
    }
  }
}

/// The items of a definition, which may be invalid.
struct ItemList {
  var listed: [DefinitionDifference.Listed] = []
  /// The items of ``listed``, without those inside them.
  var contents: [JSONValue] = []
  /// In order. Only the first of several items with the same id.
  var ids: [String] = []
  var items: [ExactString: JSONValue] = [:]
  var positions: [ExactString: DefinitionDifference.Position] = [:]
  /// The index of each item in the whole screen.
  var ranks: [ExactString: Int] = [:]
  /// The definition without its items.
  var frame: JSONValue
  private let catalogue: Catalogue

  init(_ definition: JSONValue, _ catalogue: Catalogue) {
    self.catalogue = catalogue
    frame = definition
    guard case .object(var object) = definition else { return }
    if let items = object["items"]?.arrayValue {
      add(items, section: nil, level: 0)
      object["items"] = .array([])
    }
    if let sections = object["sections"]?.arrayValue {
      object["sections"] = .array(
        sections.enumerated().map { index, section in
          guard case .object(var section) = section, let items = section["items"]?.arrayValue else {
            return section
          }
          add(items, section: section["id"]?.stringValue ?? String(index), level: 0)
          section["items"] = .array([])
          return .object(section)
        })
    }
    frame = .object(object)
  }

  private mutating func add(
    _ items: [JSONValue], section: String?, parent: String? = nil, at: JSONPointer? = nil, level: Int
  ) {
    for (index, item) in items.enumerated() {
      let position = DefinitionDifference.Position(section: section, parent: parent, at: at, index: index)
      let id = item["id"]?.stringValue
      let parts = ItemParts(item, catalogue, level: level)
      listed.append(DefinitionDifference.Listed(id: id, position: position))
      contents.append(parts.own)
      guard let id, self.items[id] == nil else { continue }
      ranks[id] = ids.count
      ids.append(id)
      self.items[id] = parts.own
      positions[id] = position
      for list in parts.lists { add(list.items, section: nil, parent: id, at: list.at, level: level + 1) }
    }
  }
}
