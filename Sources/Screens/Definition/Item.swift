package import JSONText

/// One cell of a screen: an id, a view type and its content.
package struct Item: Sendable, Equatable {
  package let id: String
  package let viewType: String
  /// The content, with the items inside it as in a definition.
  package private(set) var content: JSONValue
  /// Whether strings of the content are templates.
  let isTemplate: Bool
  /// The condition for showing the item; nil to show it always.
  package let requires: Requirement?
  /// The replacement for apps that cannot show the item; nil to leave it out.
  package private(set) var fallback: Fallback?
  /// The items inside the content; nil for a view type that has no places for items.
  package private(set) var inner: InnerItems?
  /// The item's place in the definition.
  package let origin: JSONPointer

  package init(
    id: String, viewType: String, content: JSONValue, isTemplate: Bool = false,
    requires: Requirement? = nil, fallback: Fallback? = nil, inner: InnerItems? = nil, origin: JSONPointer
  ) {
    self.id = id
    self.viewType = viewType
    self.content = content
    self.isTemplate = isTemplate
    self.requires = requires
    self.fallback = fallback
    self.inner = inner
    self.origin = origin
  }

  /// Whether the item is the fallback of another one.
  package var isFallback: Bool { origin.tokens.last == "fallback" }

  /// The content as an app may receive it. Templates have sample values filled in.
  package var sample: JSONValue { sample(of: content) }

  /// A part of the content as an app may receive it.
  func sample(of content: JSONValue) -> JSONValue {
    isTemplate ? ContentTemplate.sample(of: content) : content
  }

  /// The content with null in the places for items.
  package var ownContent: JSONValue { inner?.tree?.replacing(in: content) { _, _ in .null } ?? content }

  /// The item as in a definition.
  package var json: JSONValue {
    var object: JSONObject = ["id": .string(id), "viewType": .string(viewType), "content": content]
    if let requires { object["requires"] = requires.json }
    if let fallback { object["fallback"] = fallback.json }
    return .object(object)
  }

  /// The item and those of its fallbacks that have an id of their own, and those of the items inside them.
  var named: [Item] {
    if fallback == nil, inner == nil { return [self] }
    let own = [self] + chain.dropFirst().filter { !$0.id.hasSameScalars(as: id) }
    return own + chain.flatMap(\.children).flatMap(\.named)
  }

  /// The items directly inside the content.
  package var children: [Item] { inner?.slots.flatMap(\.items) ?? [] }

  /// The item and all items inside it, each after the item that it is in. Without fallbacks.
  package var all: [Item] { inner == nil ? [self] : [self] + children.flatMap(\.all) }

  /// All that an app may get in the place of the item: it, its fallbacks, and the same of the items inside them.
  package var alternatives: [Item] {
    fallback == nil && inner == nil ? [self] : chain.flatMap { [$0] + $0.children.flatMap(\.alternatives) }
  }

  /// The number of ``all``.
  var count: Int { inner == nil ? 1 : 1 + children.reduce(0) { $0 + $1.count } }

  /// The number of items that the deepest one is inside of, not counting those around this item.
  var depth: Int {
    inner == nil && fallback == nil
      ? 0 : chain.flatMap(\.children).reduce(0) { max($0, $1.depth + 1) }
  }

  /// Changes the items of one slot, and the content with them.
  mutating func edit(slot: Int, _ change: (inout [Item]) -> Void) {
    guard var inner, inner.slots.indices.contains(slot) else { return }
    change(&inner.slots[slot].items)
    (content, inner.slots) = inner.filled(into: content)
    self.inner = inner
  }

  /// Adds a slot for items to a place of the content that has none yet.
  /// - Returns: the index of the slot.
  mutating func addSlot(at pointer: JSONPointer, isList: Bool) -> Int? {
    guard inner != nil else { return nil }
    inner?.slots.append(InnerItems.Slot(at: pointer, isList: isList, items: []))
    return (inner?.slots.count).map { $0 - 1 }
  }

  /// The item with other items in its slots.
  func with(_ slots: [InnerItems.Slot]) -> Item {
    guard var inner else { return self }
    inner.slots = slots
    var item = self
    (item.content, inner.slots) = inner.filled(into: content)
    item.inner = inner
    return item
  }

  /// Merges a patch into the content, which has no places for items.
  mutating func merge(_ patch: JSONValue) { JSONMergePatch.merge(patch, into: &content) }

  /// The item with other content.
  func with(content: JSONValue, inner: InnerItems?) -> Item {
    var item = self
    item.content = content
    item.inner = inner
    return item
  }

  /// The item with other content, and the same of its fallbacks and of the items inside.
  /// - Parameters:
  ///   - own: what the content becomes, with the items inside it as they are; nil to keep it.
  ///   - change: what an item inside becomes.
  func changed(content own: (Item) -> JSONValue?, inner change: (Item) -> Item) -> Item {
    var item = self
    if let slots = inner?.slots {
      item = with(slots.map { Slot(at: $0.at, isList: $0.isList, items: $0.items.map(change)) })
    }
    if let content = own(item) { item.content = content }
    if case .item(let other)? = fallback { item.fallback = .item(change(other)) }
    return item
  }

  private typealias Slot = InnerItems.Slot

  /// Whether the content with its present items is valid.
  var isValid: Bool { inner?.viewType.accepts(sample) ?? true }

  /// The item, its fallback, the fallback of that, and so on.
  package var chain: [Item] {
    var chain = [self]
    var next = fallback
    while case .item(let item)? = next {
      chain.append(item)
      next = item.fallback
    }
    return chain
  }
}
