/// The items of a screen by id, for wire formats that send items apart from the places where they belong.
struct ItemPool {
  private enum State {
    case waiting
    case decoding
    case decoded(ScreenItem?)
  }

  private var states: [String: State] = [:]
  private var parts: [String: ItemParts] = [:]
  /// The item that each item is inside, and the place in the response, if a content has declared that place.
  private var parents: [String: (id: String, place: String)] = [:]
  /// The items whose contents have declared places for items.
  private var declaring: Set<String> = []
  /// The items that are being decoded, the innermost last.
  private var current: [String] = []
  /// All ids, in the order of the response.
  private(set) var ids: [String] = []

  mutating func add(_ item: ItemParts, id: String) {
    guard states.updateValue(.waiting, forKey: id) == nil else { return }
    parts[id] = item
    ids.append(id)
  }

  func contains(_ id: String) -> Bool { states[id] != nil }

  /// The decoded item; nil when the policy has dropped it.
  func item(_ id: String) -> ScreenItem? {
    if case .decoded(let item)? = states[id] { item } else { nil }
  }

  /// Begins to decode an item. Returns nil when it is not waiting.
  mutating func begin(_ id: String) -> ItemParts? {
    guard case .waiting? = states[id] else { return nil }
    states[id] = .decoding
    current.append(id)
    return parts[id]
  }

  mutating func end(_ id: String, _ item: ScreenItem?) {
    states[id] = .decoded(item)
    current.removeLast()
  }

  /// Notes that the content of the current item has a place for items.
  mutating func noteSlot() {
    if let id = current.last { declaring.insert(id) }
  }

  /// Puts an item inside the current one. Returns the reason when that is not possible.
  ///
  /// A content can be decoded twice, when the app tries several types; the same place then gets the same item.
  mutating func take(_ id: String, at place: String) -> String? {
    switch states[id] {
    case nil: return "the response has no item with the id \"\(id)\""
    case .decoding: return "the item \"\(id)\" is inside itself"
    case .waiting, .decoded:
      guard let parent = current.last else { return nil }
      if let other = parents[id], other.place != place {
        return "the item \"\(id)\" is inside \"\(other.id)\" already"
      }
      parents[id] = (parent, place)
      return nil
    }
  }

  // MARK: The top

  /// The ids of the items that no other item refers to.
  ///
  /// A content that declares its places for items refers to those. Of other contents each string that is an id counts.
  /// Items that are only inside each other are reached from the first of them.
  func top() -> Set<String> {
    var children: [String: [String]] = [:]
    for id in ids {
      if let parent = parents[id] { children[parent.id, default: []].append(id) }
      guard !declaring.contains(id), let content = try? parts[id]?.content.decode(JSONValue.self) else {
        continue
      }
      children[id, default: []] += references(in: content).filter { $0 != id && parents[$0] == nil }
    }
    let inside = Set(children.values.joined())
    var reached: Set<String> = []
    func reach(_ id: String) {
      var rest = [id]
      while let next = rest.popLast() {
        if reached.insert(next).inserted { rest += children[next] ?? [] }
      }
    }
    var top = Set(ids.filter { !inside.contains($0) })
    top.forEach(reach)
    for id in ids where !reached.contains(id) {
      top.insert(id)
      reach(id)
    }
    return top
  }

  private func references(in value: JSONValue) -> [String] {
    switch value {
    case .string(let text): states[text] == nil ? [] : [text]
    case .array(let elements): elements.flatMap(references)
    case .object(let members): members.values.flatMap(references)
    case .null, .bool, .number: []
    }
  }
}
