/// A content, and optionally a delegate, for a view of one type.
///
/// Use it to show a ``ConfigurableView`` outside of a table:
///
/// ```swift
/// let configurator = CellConfigurator(OneLineView.self, content: OneLineText(text1: "Today"))
/// configurator.configure(view)
/// ```
@MainActor
public struct CellConfigurator<View: ConfigurableView> {
  /// The content that the view shows.
  public let content: View.Content
  private let delegate: WeakDelegate<View.Delegate>?

  /// Creates a configurator without a delegate.
  public init(_ view: View.Type = View.self, content: View.Content) {
    self.content = content
    delegate = nil
  }

  /// Creates a configurator with a delegate.
  /// - Parameters:
  ///   - view: The type of the view.
  ///   - content: The content that the view shows.
  ///   - delegate: The delegate, held weakly.
  /// - Throws: ``CellRegistryError/delegateIsNotAnObject(_:)``.
  public init(
    _ view: View.Type = View.self, content: View.Content, delegate: View.Delegate
  ) throws(CellRegistryError) {
    self.content = content
    guard let delegate = WeakDelegate(delegate) else {
      throw .delegateIsNotAnObject(String(describing: View.Delegate.self))
    }
    self.delegate = delegate
  }

  init(content: View.Content, delegate: WeakDelegate<View.Delegate>?) {
    self.content = content
    self.delegate = delegate
  }

  /// Whether the delegate was deallocated.
  public var hasLostDelegate: Bool { delegate.map { $0.value == nil } ?? false }

  /// Sets the delegate of a view and shows the content in it.
  public func configure(_ view: View) {
    view.delegate = delegate?.value
    view.configure(with: content)
  }
}
