/// The view types that an app can show: how each content is decoded, and the app's value that it becomes.
///
/// Register a view type once. The decoder, the `Accept-View-Types` header and the release manifest follow from
/// it.
///
/// ```swift
/// var registry = ViewRegistry<Row> { viewType, content in .unknown(viewType, content) }
/// registry.register(OneLineText.self) { .line($0.text1) }
/// ```
public struct ViewRegistry<Value: Sendable>: Sendable {
  typealias Decode = @Sendable (ContentSource) throws -> Value

  let unknown: @Sendable (String, JSONValue) -> Value
  private var decoders: [String: Decode] = [:]

  /// Creates an empty registry.
  /// - Parameter unknown: Makes the value of an item whose view type is not registered, or whose content could
  ///   not be decoded, when the policy is ``ItemPolicy/keep``.
  public init(unknown: @escaping @Sendable (_ viewType: String, _ content: JSONValue) -> Value) {
    self.unknown = unknown
  }

  /// Registers a content type under its own view type.
  /// - Parameters:
  ///   - type: The content type.
  ///   - value: Converts the content into the app's value. An error that it throws counts as a content that could
  ///     not be decoded.
  /// - Returns: False when the registration replaces an earlier one.
  @discardableResult
  public mutating func register<Content: ViewObject>(
    _ type: Content.Type, as value: @escaping @Sendable (Content) throws -> Value
  ) -> Bool {
    register(Content.viewType, type, as: value)
  }

  /// Registers a content type under a view type that you name.
  ///
  /// Use it for types that do not conform to ``ViewObject``, and for a type that several view types share.
  /// - Parameters:
  ///   - viewType: The view type.
  ///   - type: The content type.
  ///   - value: Converts the content into the app's value. An error that it throws counts as a content that could
  ///     not be decoded.
  /// - Returns: False when the registration replaces an earlier one.
  @discardableResult
  public mutating func register<Content: Decodable & Sendable>(
    _ viewType: String, _ type: Content.Type, as value: @escaping @Sendable (Content) throws -> Value
  ) -> Bool {
    decoders.updateValue({ try value($0.decode(Content.self)) }, forKey: viewType) == nil
  }

  func decode(for viewType: String) -> Decode? { decoders[viewType] }

  /// The registered view types, sorted. The client sends them as `Accept-View-Types`.
  public var viewTypes: [String] { decoders.keys.sorted() }

  /// The manifest of a release that shows these view types.
  public var manifest: ReleaseManifest { ReleaseManifest(viewTypes: viewTypes) }
}
