/// Reads the items of a screen, one list after the other.
struct ItemReader<Value: Sendable> {
  private let settings: ScreenDecoder<Value>
  private let registry: ViewRegistry<Value>
  private let places: ItemPlaces
  private var ids: IdentifierPool
  var warnings: [ScreenWarning] = []

  init(_ settings: ScreenDecoder<Value>) {
    self.settings = settings
    registry = settings.registry
    places = settings.format.item
    ids = IdentifierPool(isSent: places.id != nil)
  }

  mutating func items(from list: inout any UnkeyedDecodingContainer) throws -> [ScreenItem<Value>] {
    var items: [ScreenItem<Value>] = []
    items.reserveCapacity(list.count ?? 0)
    var path: [any CodingKey] = []
    while !list.isAtEnd {
      if let parts = try ItemParts(places, nextOf: &list, path: &path) {
        try read(parts, into: &items)
      } else {
        try leaveOut(path)
      }
    }
    return items
  }

  private mutating func leaveOut(_ path: [any CodingKey]) throws {
    let warning = ScreenWarning(
      .itemUnreadable, path: pointer(path),
      message: "no item of the wire format \(settings.format.name); it is left out")
    if settings.failed == .throw { throw warning }
    warnings.append(warning)
  }

  private mutating func read(_ parts: ItemParts, into items: inout [ScreenItem<Value>]) throws {
    // An item that is left out counts, so that the ids of those behind it do not depend on what an app can read.
    let id = identifier(of: parts)
    guard let reading = registry.reading(of: parts.viewType) else {
      let warning = ScreenWarning(
        .unknownViewType, viewType: parts.viewType, itemID: id, path: pointer(parts.path),
        message: "the view type \"\(parts.viewType)\" is not registered")
      return try stand(in: parts, id, warning, settings.unknown, &items)
    }
    do {
      items.append(ScreenItem(id: id, viewType: parts.viewType, value: try reading(parts.content)))
    } catch {
      let (path, message) = parts.explain(error)
      let warning = ScreenWarning(
        .contentFailed, viewType: parts.viewType, itemID: id, path: path, message: message)
      try stand(in: parts, id, warning, settings.failed, &items)
    }
  }

  /// What becomes of an item that cannot be shown as it is.
  private mutating func stand(
    in parts: ItemParts, _ id: String, _ warning: ScreenWarning, _ policy: ItemPolicy,
    _ items: inout [ScreenItem<Value>]
  ) throws {
    if policy == .throw { throw warning }
    warnings.append(warning)
    guard policy == .keep else { return }
    let content = (try? parts.content.decode(JSONValue.self)) ?? .null
    items.append(
      ScreenItem(
        id: id, viewType: parts.viewType, value: registry.unknown(parts.viewType, content),
        unread: try parts.whole()))
  }

  private mutating func identifier(of parts: ItemParts) -> String {
    guard let sent = parts.id else { return ids.derive(from: parts.viewType) }
    if ids.claim(sent) { return sent }
    let id = ids.derive(from: parts.viewType)
    warnings.append(
      ScreenWarning(
        .repeatedID, viewType: parts.viewType, itemID: sent, path: pointer(parts.path),
        message: "the id \"\(sent)\" is repeated; this item is now \"\(id)\""))
    return id
  }
}
