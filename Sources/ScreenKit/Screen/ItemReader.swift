/// Decodes the items of a screen, one list after another, and those inside them.
///
/// `@unchecked Sendable`: `userInfo` of a decoder demands it. A reader belongs to one call of
/// ``ScreenDecoder/decode(_:)``, which decodes on one thread.
final class ItemReader: @unchecked Sendable {
  let settings: ScreenDecoder
  private let registry: ViewRegistry
  let paths: ItemPaths
  let context: ItemParts.Context
  /// The order of the members of the response; nil when the wire format does not depend on it.
  let order: MemberOrder?
  private var ids: IdentifierPool
  private(set) var warnings: [ScreenWarning] = []
  /// The warning that a policy made an error.
  private var thrown: ScreenWarning?
  /// The number of items around the current one.
  private var depth = 0
  /// The items by id, in a wire format that sends them apart from their places.
  var pool: ItemPool?

  /// The largest number of items around an item. The server allows 32.
  private static var maximumDepth: Int { 64 }

  init(_ settings: ScreenDecoder, order: MemberOrder?) {
    self.settings = settings
    self.order = order
    registry = settings.registry
    let format = settings.format
    paths = format.item
    let viewTypes = registry.viewTypes
    context = ItemParts.Context(
      types: Set(viewTypes.map { format.item.names.wire($0) } + format.item.names.all),
      defaultType: viewTypes.count == 1 ? viewTypes[0] : "")
    ids = IdentifierPool(isSent: paths.id != nil || format.hasItemsByID)
  }

  // MARK: Lists

  /// Calls a function with each item of a scope. Returns false when the response has no such items.
  /// - Parameter skipsKnown: Whether to skip the items of an object whose ids are in use.
  func forEachItem(
    in lists: ItemListPaths, of decoder: any Decoder, skipsKnown: Bool = false,
    _ body: (ItemParts) throws -> Void
  ) throws -> Bool {
    if let path = lists.list {
      guard let source = try path.resolve(from: decoder) else { return false }
      var list = try source.unkeyedContainer()
      try forEachItem(of: &list, body)
      return true
    }
    guard let source = try lists.byID?.resolve(from: decoder) else { return false }
    let container = try source.container(keyedBy: MemberName.self)
    var names = container.allKeys.map(\.stringValue)
    if let roots = roots(lists.roots, of: decoder) {
      let first = Set(roots)
      let all = Set(names)
      names = roots.filter(all.contains) + names.filter { !first.contains($0) }.sorted()
    } else {
      names = order?[source.codingPath]?.sorted(names) ?? names.sorted()
    }
    for name in names where !(skipsKnown && ids.contains(name)) {
      let element = try container.superDecoder(forKey: MemberName(name))
      if let parts = ItemParts(paths, context, from: element, key: name) {
        try body(parts)
      } else {
        try skip(element.codingPath)
      }
    }
    return true
  }

  /// The ids of the items at the top of a scope; nil when the response does not have them.
  func roots(_ path: ValuePath?, of decoder: any Decoder) -> [String]? {
    path?.value([JSONValue].self, from: decoder)?.compactMap(\.stringValue)
  }

  private func forEachItem(
    of list: inout any UnkeyedDecodingContainer, _ body: (ItemParts) throws -> Void
  ) throws {
    var path: [any CodingKey] = []
    while !list.isAtEnd {
      if let parts = try ItemParts(paths, context, nextOf: &list, path: &path) {
        try body(parts)
      } else {
        try skip(path)
      }
    }
  }

  /// Adds the warning for a value that is not an item.
  private func skip(_ path: [any CodingKey]) throws {
    try warn(
      ScreenWarning(
        .itemUnreadable, path: jsonPointer(path),
        message: "the element is not an item of the wire format \"\(settings.format.name)\" and was skipped"),
      settings.failed)
  }

  /// Adds a warning, or throws it if the policy says so.
  func warn(_ warning: ScreenWarning, _ policy: ItemPolicy = .keep) throws {
    if policy == .throw {
      thrown = warning
      throw warning
    }
    warnings.append(warning)
  }

  // MARK: Items

  /// Decodes an item and appends it, unless the policy drops it.
  func decode(_ parts: ItemParts, into items: inout [ScreenItem]) throws {
    // Dropped items consume a number too, so the ids of later items do not depend on what this app can decode.
    try decode(parts, id: identifier(of: parts), into: &items)
  }

  private func decode(_ parts: ItemParts, id: String, into items: inout [ScreenItem]) throws {
    guard let decode = registry.decode(for: parts.viewType) else {
      let warning = ScreenWarning(
        .unknownViewType, viewType: parts.viewType, itemID: id, path: jsonPointer(parts.path),
        message: paths.viewType == nil
          ? "the wire format does not send the view type, and not exactly one is registered"
          : "the view type \"\(parts.viewType)\" is not registered")
      return try apply(settings.unknown, to: parts, id, warning, &items)
    }
    let count = warnings.count
    do {
      let content = try decode(parts.content)
      // The app's own code can have caught it.
      if let thrown { throw thrown }
      items.append(ScreenItem(id: id, viewType: parts.viewType, content: content))
    } catch {
      if let thrown { throw thrown }
      // The item is kept as JSON, with the items inside it.
      if pool == nil { warnings.removeSubrange(count...) }
      let (path, message) = parts.describe(error)
      let warning = ScreenWarning(
        .contentFailed, viewType: parts.viewType, itemID: id, path: path, message: message)
      try apply(settings.failed, to: parts, id, warning, &items)
    }
  }

  /// Applies a policy to an item that the app cannot show.
  private func apply(
    _ policy: ItemPolicy, to parts: ItemParts, _ id: String, _ warning: ScreenWarning,
    _ items: inout [ScreenItem]
  ) throws {
    try warn(warning, policy)
    guard policy == .keep else { return }
    let content = (try? parts.content.decode(JSONValue.self)) ?? .null
    items.append(
      ScreenItem(
        id: id, viewType: parts.viewType, content: registry.unknown(parts.viewType, content),
        rawItem: parts.rawItem))
  }

  /// Returns the item's id, or a derived one when it has none or when the id is in use.
  func identifier(of parts: ItemParts) -> String {
    guard let sent = parts.id else { return ids.derive(from: parts.viewType) }
    if ids.claim(sent, at: depth == 0 ? "" : jsonPointer(parts.path)) { return sent }
    let id = ids.derive(from: parts.viewType)
    warnings.append(
      ScreenWarning(
        .repeatedID, viewType: parts.viewType, itemID: sent, path: jsonPointer(parts.path),
        message: "the id \"\(sent)\" is used twice; this item gets the id \"\(id)\""))
    return id
  }

  // MARK: Items inside items

  /// Decodes the items inside an item: a list, a single one, or null.
  /// - Returns: The items, and whether they are a list.
  func innerItems(from decoder: any Decoder) throws -> (items: [ScreenItem], isList: Bool) {
    guard depth < Self.maximumDepth else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "more than \(Self.maximumDepth) items are inside each other"))
    }
    depth += 1
    defer { depth -= 1 }
    pool?.noteSlot()
    var items: [ScreenItem] = []
    guard var list = try? decoder.unkeyedContainer() else {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() { return ([], false) }
      if pool != nil, let id = try? value.decode(String.self) {
        try appendPooledItem(id, at: decoder.codingPath, to: &items)
        return (items, false)
      }
      guard let parts = ItemParts(paths, context, from: decoder) else {
        guard JSONKinds(of: decoder) == .object else {
          throw DecodingError.dataCorruptedError(
            in: value, debugDescription: "neither a list of items nor an item")
        }
        try skip(decoder.codingPath)
        return ([], false)
      }
      try decode(parts, into: &items)
      return (items, false)
    }
    guard pool != nil else {
      try forEachItem(of: &list) { try decode($0, into: &items) }
      return (items, true)
    }
    while !list.isAtEnd {
      let element = try list.superDecoder()
      if let id = try? element.singleValueContainer().decode(String.self) {
        try appendPooledItem(id, at: element.codingPath, to: &items)
      } else if let parts = ItemParts(paths, context, from: element) {
        try decode(parts, into: &items)
      } else {
        try skip(element.codingPath)
      }
    }
    return (items, true)
  }

  /// Appends the item that another one refers to.
  private func appendPooledItem(
    _ id: String, at path: [any CodingKey], to items: inout [ScreenItem]
  ) throws {
    let place = jsonPointer(path)
    if let reason = pool?.take(id, at: place) {
      return try warn(
        ScreenWarning(.itemUnreadable, itemID: id, path: place, message: reason), settings.failed)
    }
    try decodePooledItem(id)
    if let item = pool?.item(id) { items.append(item) }
  }

  /// Decodes an item of the pool, once.
  func decodePooledItem(_ id: String) throws {
    guard let parts = pool?.begin(id) else { return }
    var items: [ScreenItem] = []
    try decode(parts, id: id, into: &items)
    pool?.end(id, items.first)
  }
}
