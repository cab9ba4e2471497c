public import Foundation

/// A table on the screen: what a ``TableDriver`` needs of UITableView, of UICollectionView, or of a simulated one.
@MainActor
public protocol TableSurface: AnyObject {
  associatedtype Cell: CellHost

  /// Says under which identifier cells will be asked for; once for each.
  func registerCell(reuseIdentifier: String)

  /// A cell that nobody looks at any more, prepared for reuse, or else a new one.
  func dequeueCell(reuseIdentifier: String, at indexPath: IndexPath) -> Cell

  /// Asks for everything again.
  func reloadAll()

  /// Makes changes in one batch.
  /// - Parameter changeModel: to be called once, within the batch: what the driver says is then as after it.
  func perform(_ updates: TableUpdates, changeModel: @escaping () -> Void)
}
