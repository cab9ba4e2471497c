/// A type-erased content. It is the value type of apps whose views know the content types themselves.
///
/// Two are equal when they hold equal values of the same type.
public struct AnyContent: Hashable, Sendable {
  private let base: any Hashable & Sendable

  /// Wraps a content.
  public init(_ content: some Hashable & Sendable) { base = content }

  /// Returns the content as a type; nil when the content is of another type.
  public func content<Content>(as type: Content.Type) -> Content? { base as? Content }

  /// Returns whether both hold equal values of the same type.
  public static func == (left: AnyContent, right: AnyContent) -> Bool { isEqual(left.base, right.base) }

  /// Hashes the content.
  public func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }

  private static func isEqual<Left: Equatable>(_ left: Left, _ right: any Equatable) -> Bool {
    (right as? Left) == left
  }
}

extension AnyContent: Encodable {
  /// Encodes the content.
  /// - Throws: `EncodingError` when the content is not `Encodable`.
  public func encode(to encoder: any Encoder) throws {
    guard let content = base as? any Encodable else {
      throw EncodingError.invalidValue(
        base,
        .init(
          codingPath: encoder.codingPath, debugDescription: "\(type(of: base)) does not conform to Encodable")
      )
    }
    try content.encode(to: encoder)
  }
}

/// The value of an item whose view type is not registered, or whose content could not be decoded.
public struct UnknownContent: Hashable, Sendable {
  /// The view type, as the server sent it.
  public var viewType: String
  /// The content, as the server sent it.
  public var content: JSONValue

  /// Creates an unknown content.
  public init(viewType: String, content: JSONValue) {
    self.viewType = viewType
    self.content = content
  }
}
