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

  let viewType: String
  let id: String?
  let content: ContentSource
  let origin: Origin

  /// Splits the next element of a list into the parts of an item.
  ///
  /// Returns nil when the element is not an item, and sets `path` to its location.
  init?(_ paths: ItemPaths, nextOf list: inout any UnkeyedDecodingContainer, path: inout [any CodingKey])
    throws
  {
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
    guard let sent = paths.viewType.name(from: decoder),
      let content = try paths.content.resolve(from: decoder)
    else {
      path = decoder.codingPath
      return nil
    }
    viewType = paths.names[sent] ?? sent
    id = paths.id?.name(from: decoder)
    self.content = .value(content)
    origin = .value(decoder)
  }

  /// The coding path of the item.
  var path: [any CodingKey] {
    switch origin {
    case .members(let container): container.codingPath
    case .value(let decoder): decoder.codingPath
    }
  }

  /// The whole item as the server sent it.
  func rawItem() throws -> JSONValue {
    switch origin {
    case .members(let container): .object(try JSONValue.members(of: container))
    case .value(let decoder): try JSONValue(from: decoder)
    }
  }

  /// Returns the JSON Pointer and the reason of a decoding failure.
  func describe(_ error: any Error) -> (path: String, message: String) {
    switch error as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      (jsonPointer(context.codingPath), context.debugDescription)
    case .keyNotFound(let key, let context):
      (jsonPointer(context.codingPath), "the member \"\(key.stringValue)\" is missing")
    default: (jsonPointer(path), String(describing: error))
    }
  }
}
