/// A cell that shows a view and keeps it when the cell is reused.
@MainActor
public protocol CellHost: AnyObject {
  /// The view. ``TableDriver`` sets it when the cell is new, and to nil when the view cannot show an item.
  var hostedView: HostedView? { get set }
}

extension CellHost {
  /// Prepares the view for reuse. Call it from the cell's `prepareForReuse`.
  public func prepareHostedViewForReuse() {
    (hostedView as? any ConfigurableView)?.prepareForReuse()
  }
}
