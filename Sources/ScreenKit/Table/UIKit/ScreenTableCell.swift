#if canImport(UIKit)
  public import UIKit

  /// A table cell that shows any configurable view.
  public final class ScreenTableCell: UITableViewCell, CellHost {
    /// The view, from edge to edge.
    public var hostedView: UIView? {
      didSet { hostedView.map { contentView.fill(with: $0) } }
    }

    override public func prepareForReuse() {
      super.prepareForReuse()
      prepareHostedViewForReuse()
    }
  }
#endif
