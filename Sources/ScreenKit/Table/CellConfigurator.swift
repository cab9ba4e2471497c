/// Ties a view to a content and a delegate of the types that it takes.
@MainActor
public struct CellConfigurator<View: ConfigurableView> {
  /// What the view shows.
  public let content: View.Content
  private let delegate: WeakDelegate<View.Delegate>?

  /// Ties a content to a view without a delegate.
  public init(_ view: View.Type = View.self, content: View.Content) {
    self.content = content
    delegate = nil
  }

  /// - Parameter delegate: held weakly.
  /// - Throws: ``CellRegistryError`` when the delegate is no object.
  public init(
    _ view: View.Type = View.self, content: View.Content, delegate: View.Delegate
  ) throws(CellRegistryError) {
    self.content = content
    guard let delegate = WeakDelegate(delegate) else {
      throw .delegateIsNoObject(String(describing: View.Delegate.self))
    }
    self.delegate = delegate
  }

  init(content: View.Content, delegate: WeakDelegate<View.Delegate>?) {
    self.content = content
    self.delegate = delegate
  }

  /// Whether there was a delegate that is gone.
  public var hasLostDelegate: Bool { delegate.map { $0.value == nil } ?? false }

  /// Shows the content in a view that was used before.
  public func configure(_ view: View) {
    view.delegate = delegate?.value
    view.configure(with: content)
  }
}
