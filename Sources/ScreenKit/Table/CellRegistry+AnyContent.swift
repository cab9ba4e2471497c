extension CellRegistry where Value == AnyContent {
  /// The content types of the registered views, for a client or a decoder.
  public var views: ViewRegistry<AnyContent> { decoders }

  /// Registers a view under the view type of its content.
  /// - Parameter view: Creates a view for a new cell.
  public func register<View: ConfigurableView>(
    view: @escaping @MainActor () -> View
  ) where View.Content: ViewObject {
    register(View.Content.viewType, view: view)
  }

  /// Registers a view under the view type of its content, with a delegate.
  /// - Parameters:
  ///   - delegate: The delegate, held weakly.
  ///   - view: Creates a view for a new cell.
  /// - Throws: ``CellRegistryError/delegateIsNotAnObject(_:)``.
  public func register<View: ConfigurableView>(
    delegate: View.Delegate, view: @escaping @MainActor () -> View
  ) throws(CellRegistryError) where View.Content: ViewObject {
    try register(View.Content.viewType, delegate: delegate, content: Self.content(of: View.self), view: view)
    decode(View.Content.viewType, View.Content.self) { $0 }
  }

  /// Registers a view under a view type that you name.
  /// - Parameters:
  ///   - viewType: The view type.
  ///   - view: Creates a view for a new cell.
  public func register<View: ConfigurableView>(
    _ viewType: String, view: @escaping @MainActor () -> View
  ) where View.Content: Decodable & Hashable & Sendable {
    register(viewType, content: Self.content(of: View.self), view: view)
    decode(viewType, View.Content.self) { $0 }
  }

  /// Registers a view that shows a value of the app, converted from what the server sends.
  /// - Parameters:
  ///   - sent: The content type that the server sends.
  ///   - value: Converts the content. An error that it throws counts as a content that could not be decoded.
  ///   - view: Creates a view for a new cell.
  public func register<Sent: ViewObject, View: ConfigurableView>(
    _ sent: Sent.Type, as value: @escaping @Sendable (Sent) throws -> View.Content,
    view: @escaping @MainActor () -> View
  ) where View.Content: Hashable & Sendable {
    register(Sent.viewType, content: Self.content(of: View.self), view: view)
    decode(Sent.viewType, sent, as: value)
  }

  private static func content<View: ConfigurableView>(
    of view: View.Type
  ) -> @MainActor (AnyContent) -> View.Content? {
    { $0.content(as: View.Content.self) }
  }

  private func decode<Sent: Decodable & Sendable, Content: Hashable & Sendable>(
    _ viewType: String, _ sent: Sent.Type, as value: @escaping @Sendable (Sent) throws -> Content
  ) {
    decoders.register(viewType, sent) { AnyContent(try value($0)) }
  }
}
