import JSONText

/// A three-way merge of two changes of a definition, by items and by other members.
struct DefinitionMerge {
  /// The definition with both changes; nil if they conflict. A deletion conflicts with every change.
  var merged: JSONValue?
  /// The ids of items and the pointers of other members that both sides changed in different ways.
  var conflicts: [String] = []

  /// - Parameters:
  ///   - base: the definition that both sides began from; nil if there was none.
  ///   - isScreen: whether the document has items. Two changes of any other document conflict.
  init(base: JSONValue?, ours: JSONValue?, theirs: JSONValue?, isScreen: Bool) {
    guard isScreen, case .object(let base)? = base, case .object(let ours)? = ours,
      case .object(let theirs)? = theirs, let old = Sections(base), let mine = Sections(ours),
      let other = Sections(theirs), old.hasItemsOnly == mine.hasItemsOnly,
      old.hasItemsOnly == other.hasItemsOnly
    else {
      conflicts = ["/"]
      return
    }
    var document = theirs
    mergeMembers(&document, base, ours, theirs)
    let sections = merge(old, mine, other)
    guard conflicts.isEmpty else { return }
    sections.write(to: &document)
    merged = .object(document)
  }

  private mutating func mergeMembers(
    _ document: inout JSONObject, _ base: JSONObject, _ ours: JSONObject, _ theirs: JSONObject
  ) {
    var known: Set<ExactString> = []
    let names = (base.names + ours.names + theirs.names).filter { known.insert($0) }
    for name in names where name != "items" && name != "sections" {
      guard ours[name] != base[name], ours[name] != theirs[name] else { continue }
      if theirs[name] == base[name] {
        document[name] = ours[name]
      } else {
        conflicts.append("/" + name)
      }
    }
  }

  private mutating func merge(_ base: Sections, _ ours: Sections, _ theirs: Sections) -> Sections {
    var result = theirs
    if ours.frames != base.frames, ours.frames != theirs.frames {
      guard theirs.frames == base.frames else {
        conflicts.append("/sections")
        return result
      }
      conflicts += result.takeFrames(of: ours, since: base)
    }
    let (moved, movedByThem) = (base.moved(in: ours), base.moved(in: theirs))
    let ids = Set((base.ids + ours.ids + theirs.ids).map { ExactString($0) })
    for id in ids {
      let (old, mine, other) = (base.item(id.text), ours.item(id.text), theirs.item(id.text))
      let differsInContent = mine != old && other != old && mine != other
      let differsInPlace =
        moved.contains(id) && movedByThem.contains(id)
        && ours.neighbours(of: id.text) != theirs.neighbours(of: id.text)
      // One side removed the item, and the other moved it.
      let isGone = mine == nil && movedByThem.contains(id) || other == nil && moved.contains(id)
      if differsInContent || differsInPlace || isGone { conflicts.append(id.text) }
    }
    conflicts.sort()
    guard conflicts.isEmpty else { return result }
    for id in base.ids where ours.item(id) == nil { result.remove(id) }
    for id in ours.ids {
      if base.item(id) == nil {
        guard theirs.item(id) == nil else { continue }
        if !result.insert(id, like: ours) { conflicts.append(id) }
      } else if moved.contains(ExactString(id)) {
        result.remove(id)
        let item = ours.item(id) == base.item(id) ? theirs.item(id) : nil
        if !result.insert(id, like: ours, item: item) { conflicts.append(id) }
      } else if ours.item(id) != base.item(id) {
        result.replace(id, by: ours)
      }
    }
    return result
  }
}

/// The items of a definition by section.
private struct Sections {
  private typealias Entry = (id: String, item: JSONValue)

  /// Whether the definition has `items` alone.
  let hasItemsOnly: Bool
  /// The sections without their items.
  private(set) var frames: [JSONValue] { didSet { numbers = Self.numbers(of: frames) } }
  /// The sections by their ids.
  private var numbers: [ExactString: Int]
  private var chain: ItemChain

  // The unchanged definition.
  private let lists: [[Entry]]
  private let items: [ExactString: JSONValue]
  private let places: [ExactString: (section: Int, index: Int)]

  /// Nil for a definition with an item or section without an id, or two items of the same id.
  init?(_ definition: JSONObject) {
    var frames: [JSONValue] = []
    var lists: [[Entry]] = []
    if let items = definition["items"]?.arrayValue {
      guard let list = Self.list(items) else { return nil }
      hasItemsOnly = true
      lists = [list]
    } else {
      hasItemsOnly = false
      for section in definition["sections"]?.arrayValue ?? [] {
        guard case .object(var frame) = section, frame["id"]?.stringValue != nil,
          let list = Self.list(frame["items"]?.arrayValue ?? [])
        else { return nil }
        frame["items"] = .array([])
        frames.append(.object(frame))
        lists.append(list)
      }
    }
    var places: [ExactString: (section: Int, index: Int)] = [:]
    for (section, list) in lists.enumerated() {
      for (index, entry) in list.enumerated() {
        guard places.updateValue((section, index), forKey: ExactString(entry.id)) == nil else { return nil }
      }
    }
    self.frames = frames
    numbers = Self.numbers(of: frames)
    self.lists = lists
    self.places = places
    items = Dictionary(lists.joined().map { (ExactString($0.id), $0.item) }) { first, _ in first }
    chain = ItemChain(lists)
  }

  private static func list(_ items: [JSONValue]) -> [Entry]? {
    let list = items.compactMap { item in item["id"]?.stringValue.map { (id: $0, item: item) } }
    return list.count == items.count ? list : nil
  }

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

  /// A definition that has only the sections and their items.
  private var document: JSONValue {
    var object: JSONObject = [:]
    write(to: &object)
    return .object(object)
  }

  func write(to definition: inout JSONObject) {
    let items = chain.lists.map { JSONValue.array($0) }
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
  }

  /// The number of a section of another definition here; nil if it is gone.
  private func section(_ number: Int, of other: Sections) -> Int? {
    guard !hasItemsOnly else { return 0 }
    return other.frames[number]["id"]?.stringValue.flatMap { numbers[$0] }
  }

  /// The section of an item in the unchanged definition, and the id of the item before it.
  func neighbours(of id: String) -> [String?] {
    guard let (section, index) = places[id] else { return [] }
    let name = hasItemsOnly ? "" : frames[section]["id"]?.stringValue
    return [name, index > 0 ? lists[section][index - 1].id : nil]
  }

  /// The ids of the items that have another place in a later definition.
  func moved(in later: Sections) -> Set<ExactString> {
    DefinitionDifference.movedIDs(from: document, to: later.document)
  }

  /// Replaces the sections by those of another definition, and keeps the present items.
  /// - Parameter base: the definition that both began from. An item of it that `other` lacks was removed there.
  /// - Returns: the ids of new items whose section is gone.
  mutating func takeFrames(of other: Sections, since base: Sections) -> [String] {
    var homeless: [String] = []
    // The items of sections that are gone stand after those that were here before.
    var kept: [[Entry]] = other.frames.map { _ in [] }
    var moved = kept
    let oldFrames = frames
    frames = other.frames
    for (frame, list) in zip(oldFrames, lists) {
      if let section = frame["id"]?.stringValue.flatMap({ numbers[$0] }) {
        kept[section] = list + kept[section]
      } else {
        // An item that `other` has, too, moves to its section there.
        for entry in list {
          if let place = other.places[entry.id] {
            moved[place.section].append(entry)
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

  mutating func replace(_ id: String, by other: Sections) {
    guard let item = other.item(id) else { return }
    chain.replace(id, by: item)
  }

  /// Inserts an item of another definition after the item that it follows there.
  /// - Parameter item: the item's content; nil for that of the other definition.
  /// - Returns: false if its section is gone.
  mutating func insert(_ id: String, like other: Sections, item: JSONValue? = nil) -> Bool {
    guard let (from, index) = other.places[id], let content = item ?? other.item(id),
      let section = section(from, of: other)
    else { return false }
    let earlier = other.lists[from][..<index].last { chain.section(of: $0.id) == section }
    chain.insert(id, content, in: section, after: earlier?.id)
    return true
  }
}
