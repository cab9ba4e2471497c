import JSONText

/// The items of a definition at any depth, in order. The definition may be invalid.
struct ItemList {
  struct Entry {
    /// Nil for an item of a draft without one.
    let id: ExactString?
    let position: DefinitionDifference.Position
    /// The item without those inside it.
    let item: JSONValue

    var listed: DefinitionDifference.Listed { .init(id: id?.text, position: position) }
  }

  /// An item that two lists have.
  struct Pair {
    let id: ExactString
    let old: Entry
    let new: Entry
    /// The index in the second list.
    let rank: Int
  }

  private(set) var entries: [Entry] = []
  /// The definition without its items.
  private(set) var frame: JSONValue
  /// The indices of the entries by id. Only the first of several with the same one.
  private var indices: [ExactString: Int] = [:]
  private let catalogue: Catalogue

  /// - Parameter catalogue: the view types, which say where content has places for items.
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

  subscript(id: ExactString) -> Entry? { indices[id].map { entries[$0] } }

  /// The entries whose ids another list does not have.
  func missing(in other: ItemList) -> [Entry] {
    entries.filter { entry in entry.id.map { other.indices[$0] == nil } ?? true }
  }

  /// The items that both have, in the order of this one. Of several with the same id, the first.
  func kept(in other: ItemList) -> [Pair] {
    entries.enumerated().compactMap { index, entry in
      guard let id = entry.id, let rank = other.indices[id], indices[id] == index else { return nil }
      return Pair(id: id, old: entry, new: other.entries[rank], rank: rank)
    }
  }

  /// The items by id.
  var items: [ExactString: JSONValue] { indices.mapValues { entries[$0].item } }

  private mutating func add(
    _ items: [JSONValue], section: String?, parent: String? = nil, at: JSONPointer? = nil, level: Int
  ) {
    entries.reserveCapacity(entries.count + items.count)
    indices.reserveCapacity(entries.count + items.count)
    for (index, item) in items.enumerated() {
      let position = DefinitionDifference.Position(section: section, parent: parent, at: at, index: index)
      let id = (item["id"]?.stringValue).map { ExactString($0) }
      let parts = ItemParts(item, catalogue, level: level)
      let isFirst = id.map { indices[$0] == nil } ?? false
      if isFirst, let id { indices[id] = entries.count }
      entries.append(Entry(id: id, position: position, item: parts.own))
      guard isFirst, let id else { continue }
      for list in parts.lists {
        add(list.items, section: nil, parent: id.text, at: list.at, level: level + 1)
      }
    }
  }
}
