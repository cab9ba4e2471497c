/// Decodes the items of a screen, one list after another.
struct ItemReader<Value: Sendable> {
  private let settings: ScreenDecoder<Value>
  private let registry: ViewRegistry<Value>
  private let paths: ItemPaths
  private var ids: IdentifierPool
  var warnings: [ScreenWarning] = []

  init(_ settings: ScreenDecoder<Value>) {
    self.settings = settings
    registry = settings.registry
    paths = settings.format.item
    ids = IdentifierPool(isSent: paths.id != nil)
  }

  mutating func items(from list: inout any UnkeyedDecodingContainer) throws -> [ScreenItem<Value>] {
    var items: [ScreenItem<Value>] = []
    items.reserveCapacity(list.count ?? 0)
    var path: [any CodingKey] = []
    while !list.isAtEnd {
      if let parts = try ItemParts(paths, nextOf: &list, path: &path) {
        try decode(parts, into: &items)
      } else {
        try skipElement(at: path)
      }
    }
    return items
  }

  private mutating func skipElement(at path: [any CodingKey]) throws {
    let warning = ScreenWarning(
      .itemUnreadable, path: jsonPointer(path),
      message: "the element is not an item of the wire format \"\(settings.format.name)\" and was skipped")
    if settings.failed == .throw { throw warning }
    warnings.append(warning)
  }

  private mutating func decode(_ parts: ItemParts, into items: inout [ScreenItem<Value>]) throws {
    // Dropped items consume a number too, so the ids of later items do not depend on what this app can decode.
    let id = identifier(of: parts)
    guard let decode = registry.decode(for: parts.viewType) else {
      let warning = ScreenWarning(
        .unknownViewType, viewType: parts.viewType, itemID: id, path: jsonPointer(parts.path),
        message: "the view type \"\(parts.viewType)\" is not registered")
      return try apply(settings.unknown, to: parts, id, warning, &items)
    }
    do {
      items.append(ScreenItem(id: id, viewType: parts.viewType, value: try decode(parts.content)))
    } catch {
      let (path, message) = parts.describe(error)
      let warning = ScreenWarning(
        .contentFailed, viewType: parts.viewType, itemID: id, path: path, message: message)
      try apply(settings.failed, to: parts, id, warning, &items)
    }
  }

  /// Applies a policy to an item that the app cannot show.
  private mutating func apply(
    _ policy: ItemPolicy, to parts: ItemParts, _ id: String, _ warning: ScreenWarning,
    _ items: inout [ScreenItem<Value>]
  ) throws {
    if policy == .throw { throw warning }
    warnings.append(warning)
    guard policy == .keep else { return }
    let content = (try? parts.content.decode(JSONValue.self)) ?? .null
    items.append(
      ScreenItem(
        id: id, viewType: parts.viewType, value: registry.unknown(parts.viewType, content),
        rawItem: try parts.rawItem()))
  }

  private mutating func identifier(of parts: ItemParts) -> String {
    guard let sent = parts.id else { return ids.derive(from: parts.viewType) }
    if ids.claim(sent) { return sent }
    let id = ids.derive(from: parts.viewType)
    warnings.append(
      ScreenWarning(
        .repeatedID, viewType: parts.viewType, itemID: sent, path: jsonPointer(parts.path),
        message: "the id \"\(sent)\" is used twice; this item gets the id \"\(id)\""))
    return id
  }
}
