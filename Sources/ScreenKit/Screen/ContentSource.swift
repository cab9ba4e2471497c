import Foundation

/// The content of one item, before it is decoded.
///
/// The content is decoded from the JSON straight into its registered type, without a `JSONValue` in between.
enum ContentSource {
  case member(MemberName, of: KeyedDecodingContainer<MemberName>)
  case value(any Decoder)
  /// The members of an object that has others too: a ``FilteredDecoder``.
  case spread(any Decoder)
  /// The wire format does not send the content.
  case none
  /// The item at this place has no content where the wire format has it.
  case absent([any CodingKey])

  func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
    switch self {
    case .member(let name, let container): try container.decode(type, forKey: name)
    // The container applies the decoder's own treatment of types such as `Date`; `Content(from:)` would bypass
    // it.
    case .value(let decoder): try decoder.singleValueContainer().decode(type)
    case .spread(let decoder): try Content(from: decoder)
    case .none: try JSONDecoder.screenKit.decode(type, from: Data("{}".utf8))
    case .absent(let path):
      throw DecodingError.valueNotFound(
        type, .init(codingPath: path, debugDescription: "the content is missing"))
    }
  }
}
