/// A view that shows a content of one type, in a table cell, in a collection cell or alone.
///
/// ```swift
/// final class OneLineView: UILabel, ConfigurableView {
///   func configure(with content: OneLineText) { text = content.text1 }
/// }
/// ```
@MainActor
public protocol ConfigurableView: HostedView {
  /// The content that the view shows.
  associatedtype Content
  /// The type of the delegate: a class, or a class-bound protocol such as `any SomeDelegate`.
  associatedtype Delegate = Never

  /// The object that the view notifies. Declare it `weak var delegate: (any SomeDelegate)?`. A view without a
  /// delegate declares nothing.
  var delegate: Delegate? { get set }

  /// Shows a content. It is called again when the view is reused.
  func configure(with content: Content)

  /// Removes what belongs to the previous content, such as an image that is still loading. By default it does
  /// nothing.
  func prepareForReuse()
}

extension ConfigurableView where Delegate == Never {
  /// Always nil: the view has no delegate.
  public var delegate: Never? {
    get { nil }
    set {}
  }
}

extension ConfigurableView {
  /// Does nothing.
  public func prepareForReuse() {}
}
