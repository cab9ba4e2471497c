/// A content that is about to be read: straight into its type, with nothing between.
enum ContentSource {
  case member(MemberName, of: KeyedDecodingContainer<MemberName>)
  case value(any Decoder)

  func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
    switch self {
    case .member(let name, let container): try container.decode(type, forKey: name)
    // Through the container, as types that a decoder treats in its own way, such as `Date`, are no different here.
    case .value(let decoder): try decoder.singleValueContainer().decode(type)
    }
  }
}
