public import Foundation

/// The view types that an app can show, and how each content is decoded.
///
/// Register a view type once. The decoder, the `Accept-View-Types` header and the release manifest follow from
/// it.
///
/// ```swift
/// var views = ViewRegistry()
/// views.register(OneLineText.self)
/// views.register(Title.self) { Heading(text: $0.title ?? "") }
/// ```
public struct ViewRegistry: Sendable {
  typealias Decode = @Sendable (ContentSource) throws -> AnyContent

  let unknown: @Sendable (String, JSONValue) -> AnyContent
  private var decoders: [String: Decode] = [:]

  /// Creates an empty registry. An item whose view type is not registered, or whose content could not be decoded,
  /// becomes an ``UnknownContent``.
  public init() { self.init { UnknownContent(viewType: $0, content: $1) } }

  /// Creates an empty registry with a content of your own for unknown items, such as a case of an enum.
  /// - Parameter unknown: Makes the content of an item whose view type is not registered, or whose content could not
  ///   be decoded, when the policy is ``ItemPolicy/keep``.
  public init<Content: Hashable & Sendable>(
    unknown: @escaping @Sendable (_ viewType: String, _ content: JSONValue) -> Content
  ) {
    self.unknown = { AnyContent(unknown($0, $1)) }
  }

  /// Registers a content type under its own view type.
  /// - Returns: False when the registration replaces an earlier one.
  @discardableResult
  public mutating func register<Content: ViewObject>(_ type: Content.Type) -> Bool {
    register(Content.viewType, type) { $0 }
  }

  /// Registers a content type under its own view type, and converts each content.
  /// - Parameters:
  ///   - type: The content type.
  ///   - content: Converts what the server sent into what the app shows. An error that it throws counts as a content
  ///     that could not be decoded.
  /// - Returns: False when the registration replaces an earlier one.
  @discardableResult
  public mutating func register<Sent: ViewObject, Content: Hashable & Sendable>(
    _ type: Sent.Type, as content: @escaping @Sendable (Sent) throws -> Content
  ) -> Bool {
    register(Sent.viewType, type, as: content)
  }

  /// Registers a content type under a view type that you name.
  ///
  /// Use it for types that do not conform to ``ViewObject``, and for a type that several view types share.
  /// - Parameters:
  ///   - viewType: The view type.
  ///   - type: The content type.
  ///   - content: Converts what the server sent into what the app shows. An error that it throws counts as a content
  ///     that could not be decoded.
  /// - Returns: False when the registration replaces an earlier one.
  @discardableResult
  public mutating func register<Sent: Decodable & Sendable, Content: Hashable & Sendable>(
    _ viewType: String, _ type: Sent.Type, as content: @escaping @Sendable (Sent) throws -> Content
  ) -> Bool {
    decoders.updateValue({ AnyContent(try content($0.decode(Sent.self))) }, forKey: viewType) == nil
  }

  func decode(for viewType: String) -> Decode? { decoders[viewType] }

  /// The registered view types, sorted. The client sends them as `Accept-View-Types`.
  public var viewTypes: [String] { decoders.keys.sorted() }

  /// Returns the JSON body of `PUT /admin/releases/PLATFORM/VERSION`. The server then sends this release no other
  /// view types, and checks each publication against the supported releases.
  /// - Parameter isSupported: Whether the release is still in use.
  /// - Throws: `EncodingError`.
  public func releaseManifest(isSupported: Bool = true) throws -> Data {
    struct Manifest: Encodable {
      let viewTypes: [String]
      let supported: Bool
    }
    return try JSONEncoder.screenKit.encode(Manifest(viewTypes: viewTypes, supported: isSupported))
  }
}
