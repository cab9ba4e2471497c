#if canImport(UIKit)
  public import UIKit

  /// A collection view cell that shows any ``ConfigurableView``.
  public final class ScreenCollectionCell: UICollectionViewCell, CellHost {
    /// The view, which fills the cell.
    public var hostedView: UIView? {
      didSet {
        oldValue?.removeFromSuperview()
        hostedView.map { contentView.fill(with: $0) }
      }
    }

    /// Prepares the cell and its view for reuse.
    override public func prepareForReuse() {
      super.prepareForReuse()
      prepareHostedViewForReuse()
    }
  }
#endif
