/// What an app can show: by view type, how its content is decoded and what value of the app it becomes.
///
/// A view type is registered once, in one place; decoder, `Accept-View-Types` and the release's manifest follow.
public struct ViewRegistry<Value: Sendable>: Sendable {
  typealias Reading = @Sendable (ContentSource) throws -> Value

  let unknown: @Sendable (String, JSONValue) -> Value
  private var readings: [String: Reading] = [:]

  /// - Parameter unknown: makes the value of an item whose view type is not registered, or whose content could not be
  ///   read, when the policy is to keep it.
  public init(unknown: @escaping @Sendable (_ viewType: String, _ content: JSONValue) -> Value) {
    self.unknown = unknown
  }

  /// Registers a content type, which names its view type itself.
  /// - Parameter value: turns the content into the app's value; what it throws counts as a content that cannot be read.
  /// - Returns: false when the view type was registered before, and is replaced.
  @discardableResult
  public mutating func register<Content: ViewObject>(
    _ type: Content.Type, as value: @escaping @Sendable (Content) throws -> Value
  ) -> Bool {
    register(Content.viewType, type, as: value)
  }

  /// Registers a content type under a view type: for content types that are no ``ViewObject``, and for those that
  /// several view types share.
  /// - Returns: false when the view type was registered before, and is replaced.
  @discardableResult
  public mutating func register<Content: Decodable & Sendable>(
    _ viewType: String, _ type: Content.Type, as value: @escaping @Sendable (Content) throws -> Value
  ) -> Bool {
    readings.updateValue({ try value($0.decode(Content.self)) }, forKey: viewType) == nil
  }

  func reading(of viewType: String) -> Reading? { readings[viewType] }

  /// The names of what is registered, sorted; sent as `Accept-View-Types`.
  public var viewTypes: [String] { readings.keys.sorted() }

  /// What a release with this registry can show.
  public var manifest: ReleaseManifest { ReleaseManifest(viewTypes: viewTypes) }
}
