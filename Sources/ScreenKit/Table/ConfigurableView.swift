/// A view that shows a content of one type. The same view serves in a table cell, in a collection cell and alone.
@MainActor
public protocol ConfigurableView: HostedView {
  associatedtype Content
  /// Whom the view tells what happens to it; a class, or `any` protocol of classes.
  associatedtype Delegate = Never

  /// Declared `weak var delegate: (any SomeDelegate)?` by a view that has one; others have none and declare nothing.
  var delegate: Delegate? { get set }

  func configure(with content: Content)

  /// Forgets what belongs to the content shown so far, such as an image that is on its way.
  func prepareForReuse()
}

extension ConfigurableView where Delegate == Never {
  /// None: the view has no delegate.
  public var delegate: Never? {
    get { nil }
    set {}
  }
}

extension ConfigurableView {
  /// Does nothing.
  public func prepareForReuse() {}
}
