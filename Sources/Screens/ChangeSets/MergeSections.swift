import JSONText

/// An item of a merge without those inside it.
typealias MergeEntry = (id: String, item: JSONValue)

/// A place for items inside another item.
struct InnerPlace: Hashable {
  let parent: ExactString
  let at: JSONPointer
  let isList: Bool
}

/// The items of a definition at any depth.
struct ParsedItems {
  /// Whether the definition has `items` alone.
  let hasItemsOnly: Bool
  /// The sections without their items.
  private(set) var frames: [JSONValue] = []
  /// The items of each section, without those inside them.
  private(set) var lists: [[MergeEntry]] = []
  private(set) var inner: [InnerPlace: [MergeEntry]] = [:]
  private var ids: Set<ExactString> = []
  private let catalogue: Catalogue

  /// Nil for a definition with an item or section without an id, or two items of the same id.
  init?(_ definition: JSONObject, _ catalogue: Catalogue) {
    self.catalogue = catalogue
    if let items = definition["items"]?.arrayValue {
      hasItemsOnly = true
      guard let list = entries(items, level: 0) else { return nil }
      lists = [list]
    } else {
      hasItemsOnly = false
      for section in definition["sections"]?.arrayValue ?? [] {
        guard case .object(var frame) = section, frame["id"]?.stringValue != nil,
          let list = entries(frame["items"]?.arrayValue ?? [], level: 0)
        else { return nil }
        frame["items"] = .array([])
        frames.append(.object(frame))
        lists.append(list)
      }
    }
  }

  private mutating func entries(_ items: [JSONValue], level: Int) -> [MergeEntry]? {
    var list: [MergeEntry] = []
    for item in items {
      guard let id = item["id"]?.stringValue, ids.insert(id) else { return nil }
      let parts = ItemParts(item, catalogue, level: level)
      list.append((id, parts.own))
      for part in parts.lists {
        let place = InnerPlace(parent: ExactString(id), at: part.at, isList: part.isList)
        guard let entries = entries(part.items, level: level + 1) else { return nil }
        inner[place] = entries
      }
    }
    return list
  }
}

/// The items of a definition in lists: first those of its sections, then those inside other items.
struct MergeSections {
  /// Whether the definition has `items` alone.
  let hasItemsOnly: Bool
  /// The sections without their items.
  private(set) var frames: [JSONValue] { didSet { numbers = Self.numbers(of: frames) } }
  /// The sections by their ids.
  private var numbers: [ExactString: Int]
  private var chain: ItemChain
  /// The places of the lists inside other items. All definitions of a merge have the same.
  private let inner: [InnerPlace]

  // The unchanged definition.
  private let lists: [[MergeEntry]]
  private let items: [ExactString: JSONValue]
  private let places: [ExactString: (list: Int, index: Int)]

  init(_ parsed: ParsedItems, _ inner: [InnerPlace]) {
    hasItemsOnly = parsed.hasItemsOnly
    frames = parsed.frames
    numbers = Self.numbers(of: parsed.frames)
    self.inner = inner
    lists = parsed.lists + inner.map { parsed.inner[$0] ?? [] }
    var places: [ExactString: (list: Int, index: Int)] = [:]
    for (number, list) in lists.enumerated() {
      for (index, entry) in list.enumerated() { places[entry.id] = (number, index) }
    }
    self.places = places
    items = Dictionary(lists.joined().map { (ExactString($0.id), $0.item) }) { first, _ in first }
    chain = ItemChain(lists)
  }

  /// The number of lists of sections now.
  private var sectionCount: Int { hasItemsOnly ? 1 : frames.count }

  private static func numbers(of frames: [JSONValue]) -> [ExactString: Int] {
    Dictionary(
      frames.enumerated().compactMap { number, frame in
        frame["id"]?.stringValue.map { (ExactString($0), number) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The ids of the unchanged definition.
  var ids: [String] { lists.flatMap { $0.map(\.id) } }

  /// An item of the unchanged definition.
  func item(_ id: String) -> JSONValue? { items[ExactString(id)] }

  /// A definition whose sections are all lists.
  private var document: JSONValue {
    let sections = lists.enumerated().map { number, list -> JSONValue in
      ["id": .string(name(ofList: number)), "items": .array(list.map(\.item))]
    }
    return ["sections": .array(sections)]
  }

  /// A text that identifies a list of the unchanged definition.
  private func name(ofList number: Int) -> String {
    let index = number - sectionCount
    if index >= 0 { return inner[index].parent.text + "\0" + inner[index].at.description }
    return hasItemsOnly ? "" : frames[number]["id"]?.stringValue ?? ""
  }

  /// Writes the items into a definition.
  /// - Returns: the ids of the items that have no place, because the item around them is gone or inside of them.
  func write(to definition: inout JSONObject) -> [String] {
    var assembly = Assembly(chain.lists, sections: sectionCount, inner)
    let items = (0..<sectionCount).map { JSONValue.array(assembly.items(ofList: $0, level: 0)) }
    if hasItemsOnly {
      definition["items"] = items.first ?? .array([])
    } else {
      definition["sections"] = .array(
        zip(frames, items).map { frame, items in
          guard case .object(var section) = frame else { return frame }
          section["items"] = items
          return .object(section)
        })
    }
    return assembly.unwritten
  }

  /// The number of a list of another definition here; nil if its section is gone.
  private func list(_ number: Int, of other: MergeSections) -> Int? {
    let index = number - other.sectionCount
    if index >= 0 { return sectionCount + index }
    return hasItemsOnly ? 0 : other.frames[number]["id"]?.stringValue.flatMap { numbers[$0] }
  }

  /// The list of an item in the unchanged definition, and the id of the item before it.
  func neighbours(of id: String) -> [String?] {
    guard let (list, index) = places[id] else { return [] }
    return [name(ofList: list), index > 0 ? lists[list][index - 1].id : nil]
  }

  /// The ids of the items that have another place in a later definition.
  func moved(in later: MergeSections) -> Set<ExactString> {
    DefinitionDifference.movedIDs(from: document, to: later.document)
  }

  /// Replaces the sections by those of another definition, and keeps the present items.
  /// - Parameter base: the definition that both began from. An item of it that `other` lacks was removed there.
  /// - Returns: the ids of new items whose section is gone.
  mutating func takeFrames(of other: MergeSections, since base: MergeSections) -> [String] {
    var homeless: [String] = []
    // The items of sections that are gone stand after those that were here before.
    var kept: [[MergeEntry]] = other.lists.map { _ in [] }
    var moved = kept
    for (index, list) in lists.suffix(inner.count).enumerated() { kept[other.sectionCount + index] = list }
    let oldFrames = frames
    frames = other.frames
    for (frame, list) in zip(oldFrames, lists) {
      if let section = frame["id"]?.stringValue.flatMap({ numbers[$0] }) {
        kept[section] = list + kept[section]
      } else {
        // An item that `other` has, too, moves to its list there.
        for entry in list {
          if let place = other.places[entry.id] {
            moved[place.list].append(entry)
          } else if base.item(entry.id) == nil {
            homeless.append(entry.id)
          }
        }
      }
    }
    chain = ItemChain(zip(kept, moved).map { $0 + $1 })
    return homeless
  }

  mutating func remove(_ id: String) { chain.remove(id) }

  mutating func replace(_ id: String, by item: JSONValue) { chain.replace(id, by: item) }

  /// Inserts an item at the place that it has in another definition: after the item that it follows there.
  /// - Returns: false if its section is gone.
  mutating func insert(_ id: String, like other: MergeSections, item: JSONValue) -> Bool {
    guard let (from, index) = other.places[id], let section = list(from, of: other) else { return false }
    let earlier = other.lists[from][..<index].last { chain.section(of: $0.id) == section }
    chain.insert(id, item, in: section, after: earlier?.id)
    return true
  }
}

/// Puts the items of lists into each other.
private struct Assembly {
  private let lists: [[JSONValue]]
  /// The lists inside each item.
  private var inside: [ExactString: [(place: InnerPlace, list: Int)]] = [:]
  private var written: Set<ExactString> = []

  /// - Parameter sections: the number of lists that are not inside items. The others have the places of `inner`.
  init(_ lists: [[JSONValue]], sections: Int, _ inner: [InnerPlace]) {
    self.lists = lists
    for (index, place) in inner.enumerated() {
      inside[place.parent, default: []].append((place, sections + index))
    }
  }

  /// The ids of the items that were not written.
  var unwritten: [String] {
    lists.joined().compactMap { $0["id"]?.stringValue }.filter { !written.contains($0) }.sorted()
  }

  mutating func items(ofList number: Int, level: Int) -> [JSONValue] {
    lists[number].map { own in
      guard let id = own["id"]?.stringValue else { return own }
      written.insert(id)
      var parts: [(at: JSONPointer, isList: Bool, items: [JSONValue])] = []
      for (place, list) in inside[id] ?? [] where level < InnerItems.maximumDepth {
        // The place is gone, or there are two items for one place.
        guard let content = own["content"], let marker = place.at.value(in: content),
          marker == (place.isList ? .array([]) : .null), place.isList || lists[list].count < 2
        else { continue }
        parts.append((place.at, place.isList, items(ofList: list, level: level + 1)))
      }
      return ItemParts.item(own, with: parts)
    }
  }
}
