/// The content of one item, before it is decoded.
///
/// The content is decoded from the JSON straight into its registered type, without a `JSONValue` in between.
enum ContentSource {
  case member(MemberName, of: KeyedDecodingContainer<MemberName>)
  case value(any Decoder)

  func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
    switch self {
    case .member(let name, let container): try container.decode(type, forKey: name)
    // The container applies the decoder's own treatment of types such as `Date`; `Content(from:)` would bypass
    // it.
    case .value(let decoder): try decoder.singleValueContainer().decode(type)
    }
  }
}
