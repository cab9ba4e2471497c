import JSONText

/// A three-way merge of two changes of a definition, by items and by other members.
struct DefinitionMerge {
  /// The definition with both changes; nil if they conflict. A deletion conflicts with every change.
  private(set) var merged: JSONValue?
  /// The ids of items and the pointers of other members that both sides changed in different ways.
  private(set) var conflicts: [String] = []

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
    var names = base.names
    for name in ours.names + theirs.names where base[name] == nil && !names.contains(name) {
      names.append(name)
    }
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
  /// Whether the definition has `items` alone.
  let hasItemsOnly: Bool
  /// The sections without their items.
  private(set) var frames: [JSONValue]
  private var lists: [[(id: String, item: JSONValue)]]
  /// The items of the unchanged definition, by id.
  private let items: [ExactString: JSONValue]

  /// Nil for a definition with an item or section without an id.
  init?(_ definition: JSONObject) {
    if let items = definition["items"]?.arrayValue {
      guard let list = Self.list(items) else { return nil }
      (hasItemsOnly, frames, lists) = (true, [], [list])
    } else {
      hasItemsOnly = false
      (frames, lists) = ([], [])
      for section in definition["sections"]?.arrayValue ?? [] {
        guard case .object(var frame) = section, frame["id"]?.stringValue != nil,
          let list = Self.list(frame["items"]?.arrayValue ?? [])
        else { return nil }
        frame["items"] = .array([])
        frames.append(.object(frame))
        lists.append(list)
      }
    }
    items = Dictionary(lists.joined().map { (ExactString($0.id), $0.item) }) { first, _ in first }
  }

  private static func list(_ items: [JSONValue]) -> [(id: String, item: JSONValue)]? {
    let list = items.compactMap { item in item["id"]?.stringValue.map { (id: $0, item: item) } }
    return list.count == items.count ? list : nil
  }

  var ids: [String] { lists.flatMap { $0.map(\.id) } }

  /// An item that the definition had before any change.
  func item(_ id: String) -> JSONValue? { items[ExactString(id)] }

  /// A definition that has only the sections and their items.
  var document: JSONValue {
    var object: JSONObject = [:]
    write(to: &object)
    return .object(object)
  }

  func write(to definition: inout JSONObject) {
    let items = lists.map { JSONValue.array($0.map(\.item)) }
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

  private func position(of id: String) -> (section: Int, index: Int)? {
    for (section, list) in lists.enumerated() {
      if let index = list.firstIndex(where: { $0.id.hasSameScalars(as: id) }) { return (section, index) }
    }
    return nil
  }

  private func name(of section: Int) -> String {
    frames.indices.contains(section) ? frames[section]["id"]?.stringValue ?? "" : ""
  }

  private func section(named name: String) -> Int? {
    hasItemsOnly ? 0 : frames.firstIndex { $0["id"]?.stringValue?.hasSameScalars(as: name) ?? false }
  }

  /// The section of an item, and the id of the item before it.
  func neighbours(of id: String) -> [String?] {
    guard let (section, index) = position(of: id) else { return [] }
    return [name(of: section), index > 0 ? lists[section][index - 1].id : nil]
  }

  /// The ids of the items that have another place in a later definition.
  func moved(in later: Sections) -> Set<ExactString> {
    Set(DefinitionDifference(from: document, to: later.document).moved.map { ExactString($0.id) })
  }

  /// Replaces the sections by those of another definition, and keeps the present items.
  /// - Parameter base: the definition that both began from. An item of it that `other` lacks was removed there.
  /// - Returns: the ids of new items whose section is gone.
  mutating func takeFrames(of other: Sections, since base: Sections) -> [String] {
    var homeless: [String] = []
    let (oldFrames, oldLists) = (frames, lists)
    frames = other.frames
    lists = frames.map { _ in [] }
    for (frame, list) in zip(oldFrames, oldLists) {
      if let section = section(named: frame["id"]?.stringValue ?? "") {
        // Items of removed sections may be here already.
        lists[section].insert(contentsOf: list, at: 0)
      } else {
        // An item that `other` has, too, moves to its section there.
        for entry in list {
          if let position = other.position(of: entry.id) {
            lists[position.section].append(entry)
          } else if base.item(entry.id) == nil {
            homeless.append(entry.id)
          }
        }
      }
    }
    return homeless
  }

  mutating func remove(_ id: String) {
    guard let (section, index) = position(of: id) else { return }
    lists[section].remove(at: index)
  }

  mutating func replace(_ id: String, by other: Sections) {
    guard let (section, index) = position(of: id), let item = other.item(id) else { return }
    lists[section][index].item = item
  }

  /// Inserts an item of another definition after the item that it follows there.
  /// - Parameter item: the item's content; nil for that of the other definition.
  /// - Returns: false if its section is gone.
  mutating func insert(_ id: String, like other: Sections, item: JSONValue? = nil) -> Bool {
    guard let (from, index) = other.position(of: id), let content = item ?? other.item(id),
      let section = section(named: other.name(of: from)), lists.indices.contains(section)
    else { return false }
    var position = 0
    for earlier in other.lists[from][..<index].reversed() {
      if let found = lists[section].firstIndex(where: { $0.id.hasSameScalars(as: earlier.id) }) {
        position = found + 1
        break
      }
    }
    lists[section].insert((id, content), at: position)
    return true
  }
}
