/// A cell that shows a view, and keeps it when it is used again.
@MainActor
public protocol CellHost: AnyObject {
  /// The view; set once, when the cell is new.
  var hostedView: HostedView? { get set }
}

extension CellHost {
  /// To be called from the cell's own `prepareForReuse`.
  public func prepareHostedViewForReuse() {
    (hostedView as? any ConfigurableView)?.prepareForReuse()
  }
}
