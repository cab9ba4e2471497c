/// The parts of one item before its content is decoded.
///
/// The type is separate from ``ItemReader`` because Swift looks up the metadata of types nested in a generic
/// type again for each item.
struct ItemParts {
  /// The container or decoder that holds the item.
  enum Origin {
    case members(KeyedDecodingContainer<MemberName>)
    case value(any Decoder)
  }

  /// What is known of items apart from the wire format.
  struct Context {
    /// The known names of view types on the wire.
    let types: Set<String>
    /// The view type of items whose wire format does not send it: the only one that is registered, or an empty text.
    let defaultType: String
  }

  let viewType: String
  let id: String?
  let content: ContentSource
  let origin: Origin

  /// Splits the next element of a list into the parts of an item.
  ///
  /// Returns nil when the element is not an item, and sets `path` to its location.
  init?(
    _ paths: ItemPaths, _ context: Context, nextOf list: inout any UnkeyedDecodingContainer,
    path: inout [any CodingKey]
  ) throws {
    if let members = paths.members, let container = try? list.nestedContainer(keyedBy: MemberName.self) {
      guard let viewType = try? container.decode(String.self, forKey: members.viewType) else {
        path = container.codingPath
        return nil
      }
      self.viewType = viewType
      id = members.id.flatMap { try? container.decodeIfPresent(String.self, forKey: $0) }
      content = .member(members.content, of: container)
      origin = .members(container)
      return
    }
    // A refused `nestedContainer` does not advance the list, so the same element can be read again.
    let decoder = try list.superDecoder()
    guard let parts = ItemParts(paths, context, from: decoder) else {
      path = decoder.codingPath
      return nil
    }
    self = parts
  }

  /// Splits a value into the parts of an item. Returns nil when it is not an item.
  /// - Parameter key: The id under which the item was sent.
  init?(_ paths: ItemPaths, _ context: Context, from decoder: any Decoder, key: String? = nil) {
    let types = context.types
    let sentType = paths.viewType.map { $0.name(from: decoder, types: types) }
    // The format has a view type, and the value has none.
    if case .some(nil) = sentType { return nil }
    let sentID = paths.id?.name(from: decoder, types: types)?.text
    var names: [Placeholder: String] = [:]
    names[.viewType] = sentType??.text
    names[.id] = sentID
    if let path = paths.content {
      content =
        (try? path.source(from: decoder, names: names, types: types)) ?? .absent(decoder.codingPath)
    } else {
      content = .none
    }
    viewType = (sentType ?? nil).map { paths.names.viewType($0) } ?? context.defaultType
    id = sentID ?? key
    origin = .value(decoder)
  }

  /// The coding path of the item.
  var path: [any CodingKey] {
    switch origin {
    case .members(let container): container.codingPath
    case .value(let decoder): decoder.codingPath
    }
  }

  /// The whole item as the server sent it; nil when it has a number that is too large.
  var rawItem: JSONValue? {
    switch origin {
    case .members(let container): (try? JSONValue.members(of: container)).map { .object($0) }
    case .value(let decoder): try? JSONValue(from: decoder)
    }
  }

  /// Returns the JSON Pointer and the reason of a decoding failure.
  func describe(_ error: any Error) -> (path: String, message: String) {
    guard let problem = (error as? DecodingError)?.problem else {
      return (jsonPointer(path), String(describing: error))
    }
    return (jsonPointer(problem.path.isEmpty ? path : problem.path), problem.message)
  }
}
