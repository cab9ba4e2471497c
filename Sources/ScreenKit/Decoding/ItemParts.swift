/// An item's parts, before its content is read.
///
/// No part of ``ItemReader``, so that it is not generic: types within a generic one are looked up again for each item.
struct ItemParts {
  /// What the item was found in.
  enum Origin {
    case members(KeyedDecodingContainer<MemberName>)
    case value(any Decoder)
  }

  let viewType: String
  let id: String?
  let content: ContentSource
  let origin: Origin

  /// Takes the next item of a list apart; nil when it is none.
  init?(_ places: ItemPlaces, nextOf list: inout any UnkeyedDecodingContainer, path: inout [any CodingKey])
    throws
  {
    if let members = places.members, let container = try? list.nestedContainer(keyedBy: MemberName.self) {
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
    // A container that was refused has not moved on.
    let decoder = try list.superDecoder()
    guard let viewType = places.viewType.read(String.self, from: decoder),
      let content = try places.content.follow(from: decoder)
    else {
      path = decoder.codingPath
      return nil
    }
    self.viewType = viewType
    id = places.id?.read(String.self, from: decoder)
    self.content = .value(content)
    origin = .value(decoder)
  }

  /// Where the decoder found it.
  var path: [any CodingKey] {
    switch origin {
    case .members(let container): container.codingPath
    case .value(let decoder): decoder.codingPath
    }
  }

  /// The item as it was sent.
  func whole() throws -> JSONValue {
    switch origin {
    case .members(let container): .object(try JSONValue.members(of: container))
    case .value(let decoder): try JSONValue(from: decoder)
    }
  }

  /// Where a content failed, and why.
  func explain(_ error: any Error) -> (path: String, message: String) {
    switch error as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      (pointer(context.codingPath), context.debugDescription)
    case .keyNotFound(let key, let context):
      (pointer(context.codingPath), "the member \"\(key.stringValue)\" is missing")
    default: (pointer(path), String(describing: error))
    }
  }
}
